"""Where simulated boxes leave their ports, so that every command finds them as it finds real ones.

A folder of this user's own holds a folder for each box, named by its UID, with links ``data`` and
``console``.
"""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path


def folder() -> Path:
    """The folder of all of them: in XDG_RUNTIME_DIR, else in the folder for temporary files."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime:
        return Path(runtime) / "generals-arbiter"
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    return Path(tempfile.gettempdir()) / f"generals-arbiter-{user}"


def present() -> list[Path]:
    """The folders of those that are plugged in now."""
    home = folder()
    if not _is_ours(home):
        return []
    return sorted(box for box in home.iterdir() if (box / "data").exists())


def _is_ours(home: Path) -> bool:
    # Others may write to the folder for temporary files, and must not lend us a port of theirs.
    return home.is_dir() and (not hasattr(os, "getuid") or home.stat().st_uid == os.getuid())


def make(name: str) -> Path:
    """The folder for a box of that name, for nobody else to look into."""
    home = folder()
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _is_ours(home):
        raise PermissionError(errno.EPERM, "belongs to another user", str(home))
    (home / name).mkdir(mode=0o700, exist_ok=True)
    return home / name
