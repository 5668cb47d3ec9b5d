"""Files on a drive that is mounted as a folder, written so that they are there when we say so."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from pathlib import Path
from typing import NamedTuple, Protocol


class Space(NamedTuple):
    """A FAT gives out space in whole clusters."""

    free: int  # clusters
    cluster: int  # bytes


class Files(Protocol):
    """The few things that deploy does to a drive.  Names are relative, with slashes."""

    def names(self) -> list[str]:
        """All files, sorted, without what the computer keeps there for itself."""

    def read(self, name: str) -> bytes:
        """What is on the medium, past the computer's cache where it can be got past."""

    def write(self, name: str, data: bytes) -> None:
        """Create or overwrite a file, and its folders, and bring it to the medium."""

    def replace(self, source: str, target: str) -> None:
        """Rename a file over another, which is there before and after under either content."""

    def remove(self, name: str) -> None:
        """Remove a file."""

    def remove_folder(self, name: str) -> None:
        """Remove a folder and what the computer has left in it; nothing if there is none."""

    def space(self) -> Space | None:
        """None if the file system does not tell."""


class Folder:
    """A mounted drive, or a folder that stands for one.  Errors are the system's, OSError."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def names(self) -> list[str]:
        found = []
        for folder, folders, files in os.walk(self.root, onerror=_raise):
            inside = Path(folder).relative_to(self.root)
            folders[:] = [name for name in folders if not is_foreign(name)]
            found += [(inside / name).as_posix() for name in files if not is_foreign(name)]
        return sorted(found)

    def read(self, name: str) -> bytes:
        with (self.root / name).open("rb") as file:
            _drop_cache(file.fileno())
            return file.read()

    def write(self, name: str, data: bytes) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _sync_folder(path.parent)

    def replace(self, source: str, target: str) -> None:
        path = self.root / target
        path.parent.mkdir(parents=True, exist_ok=True)
        os.replace(self.root / source, path)
        _sync_folder(path.parent)

    def remove(self, name: str) -> None:
        (self.root / name).unlink()
        _sync_folder((self.root / name).parent)

    def remove_folder(self, name: str) -> None:
        path = self.root / name
        if path.is_dir():
            shutil.rmtree(path)
            _sync_folder(self.root)

    def space(self) -> Space | None:
        return _space(self.root)


def is_foreign(name: str) -> bool:
    """Whether a file or folder is the computer's own: an index, a bin, an AppleDouble file."""
    return name.startswith(".") or name == "System Volume Information"


def _raise(error: OSError) -> None:
    raise error


def _drop_cache(descriptor: int) -> None:
    """Have the next read come from the medium."""
    # No file system must honour it; where it does not, the read only proves less.
    with contextlib.suppress(OSError):
        if sys.platform == "darwin":
            import fcntl

            fcntl.fcntl(descriptor, fcntl.F_NOCACHE, 1)
        elif sys.platform == "linux":
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)


def _sync_folder(folder: Path) -> None:
    """Bring the folder's entries to the medium, where the system can do that."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        # Some file systems cannot sync a folder (EINVAL); then closing the file did it.
        with contextlib.suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


if sys.platform == "win32":

    def _space(root: Path) -> Space | None:
        import ctypes

        values = [ctypes.c_ulong() for _ in range(4)]
        references = [ctypes.byref(value) for value in values]
        kernel = ctypes.windll.kernel32
        if not kernel.GetDiskFreeSpaceW(str(root.absolute().anchor), *references):
            return None
        per_cluster, sector, free, _ = (value.value for value in values)
        return Space(free, per_cluster * sector)

else:

    def _space(root: Path) -> Space | None:
        status = os.statvfs(root)
        if not status.f_blocks or not status.f_frsize:
            return None
        return Space(status.f_bavail, status.f_frsize)
