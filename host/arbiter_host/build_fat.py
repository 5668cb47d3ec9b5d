"""The drive as the FAT image that CircuitPython would have made, and read back from one."""

from __future__ import annotations

import time
import zlib
from io import BytesIO
from typing import Any

from folder2uf2 import FatBuilder, Geometry, Node
from pyfatfs.PyFat import PyFat

from arbiter_host.drive_content import Tree
from arbiter_host.drive_errors import DriveError
from arbiter_host.drive_files import is_foreign

_SECTOR = 512
# What CircuitPython puts on a new drive, so that computers leave no index and no bin there
# (supervisor/shared/filesystem.c).
_KEEP_OFF = (".fseventsd/no_log", ".metadata_never_index", ".Trashes", ".Trash-1000")


def image(tree: Tree, size: int) -> bytes:
    """The used part of a FAT image of `size` bytes.  Raises DriveError if the files do not fit."""
    day = _first_day()
    # A number of the content, so that a computer does not take one version's drive for another's.
    number = zlib.crc32(b"".join(name.encode() + data for name, data in tree.items()))
    builder = FatBuilder(Geometry(size // _SECTOR), volume_id=number, build_ts=day)
    root = Node("", is_dir=True, ts=day)
    for name, data in {**dict.fromkeys(_KEEP_OFF, b""), **tree}.items():
        _add(root, name.split("/"), data, day)
    try:
        builder.layout(root)
    except ValueError as error:
        raise DriveError(f"the drive of {size:,} bytes is too small: {error}") from error
    return bytes(builder.image[: builder.used_bytes()])


def files(image: bytes, size: int) -> dict[str, bytes]:
    """The files of an image, read by another library than the one that wrote it."""
    fat = PyFat(encoding="ascii")
    fat.set_fp(BytesIO(image.ljust(size, b"\0")))
    found = {}
    for _, _, entries in fat.root_dir.walk():
        for entry in entries:
            name = str(entry.get_full_path()).lstrip("/")
            if not any(is_foreign(part) for part in name.split("/")):
                found[name] = _content(fat, entry)
    return found


def _content(fat: Any, entry: Any) -> bytes:
    if not entry.filesize:
        return b""
    chain = fat.get_cluster_chain(entry.get_cluster())
    return b"".join(map(fat.read_cluster_contents, chain))[: entry.filesize]


def _add(folder: Node, path: list[str], data: bytes, day: float) -> None:
    if len(path) == 1:
        folder.children.append(Node(path[0], data=data, ts=day))
        return
    inner = next((node for node in folder.children if node.name == path[0]), None)
    if inner is None:
        inner = Node(path[0], is_dir=True, ts=day)
        folder.children.append(inner)
    _add(inner, path[1:], data, day)


def _first_day() -> float:
    """1980-01-01 in local time, which is what the library writes: the same bytes in every zone."""
    return time.mktime((1980, 1, 1, 0, 0, 0, 0, 0, -1))
