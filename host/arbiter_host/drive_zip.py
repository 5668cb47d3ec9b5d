"""A drive's files as one zip."""

from __future__ import annotations

import os
import zipfile
import zlib
from pathlib import Path

from arbiter_host.drive_content import Tree
from arbiter_host.drive_errors import DriveError

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say


def save(path: Path, tree: Tree) -> None:
    """Write the files: whole or not at all, and the same bytes for the same files anywhere.

    They are stored, not deflated: what that gives depends on the computer's zlib.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.part")
    try:
        with zipfile.ZipFile(draft, "w") as archive:
            for name in sorted(tree):
                archive.writestr(_entry(name), tree[name])
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def load(path: Path) -> dict[str, bytes]:
    """The files of a zip.  Raises DriveError if it is none, or damaged, or reaches elsewhere."""
    try:
        with zipfile.ZipFile(path) as archive:
            tree = {e.filename: archive.read(e) for e in archive.infolist() if not e.is_dir()}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise DriveError(f"{path} is not a whole zip of a drive ({error}): give another") from error
    strange = [n for n in tree if n.startswith("/") or ".." in n.split("/") or "\\" in n]
    if strange:
        raise DriveError(f"{path} names {strange[0]}, which lies outside a drive: give another")
    return tree


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _FIRST_DAY)
    entry.external_attr = 0o644 << 16
    entry.create_system = 3  # Unix, else it would differ on Windows
    return entry
