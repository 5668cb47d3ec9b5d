"""A real FAT12 image as a drive, through pyfatfs, with everything that can befall a drive."""

from __future__ import annotations

import errno
import posixpath
import warnings
from collections.abc import Callable
from pathlib import Path

from folder2uf2 import FatBuilder, Geometry, Node
from fs.errors import FSError
from pyfatfs._exceptions import PyFATException
from pyfatfs.FATDirectoryEntry import FATDirectoryEntry
from pyfatfs.PyFatFS import PyFatBytesIOFS

from arbiter_host import build_fat
from arbiter_host.drive_files import Space, is_foreign

_1980 = 315_532_800


class Killed(BaseException):
    """The program, or the power, is gone in the middle of an operation."""


def blank(path: Path, kilobytes: int = 1024) -> Path:
    """Make an image as CircuitPython formats its drive, empty."""
    builder = FatBuilder(Geometry(kilobytes * 2), volume_id=0, build_ts=_1980)
    builder.layout(Node("", is_dir=True, ts=_1980))
    path.write_bytes(builder.image)
    return path


class FatFiles:
    """`drive_files.Files` on an image.  `before` is told each operation, and may raise."""

    def __init__(self, image: Path, before: Callable[[str, str], None] | None = None) -> None:
        self.image = image
        self._before = before or (lambda *_: None)
        # Unbuffered: what is written is in the image at once, for whoever looks there.
        self._file = image.open("r+b", buffering=0)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Filesystem was not cleanly unmounted")
            self._fs = _said_as_the_system_says(PyFatBytesIOFS, self._file, encoding="ascii")

    def close(self) -> None:
        self._fs.close()
        self._file.close()

    def names(self) -> list[str]:
        return sorted(_said_as_the_system_says(lambda: list(self._walk("/"))))

    def _walk(self, folder: str):
        for name in self._fs.listdir(folder):
            path = posixpath.join(folder, name)
            if is_foreign(name):
                continue
            if self._fs.isdir(path):
                yield from self._walk(path)
            else:
                yield path[1:]

    def read(self, name: str) -> bytes:
        self._before("read", name)
        return _said_as_the_system_says(self._fs.readbytes, f"/{name}")

    def write(self, name: str, data: bytes) -> None:
        self._before("write", name)
        _said_as_the_system_says(self._write, name, data)

    def write_half(self, name: str, data: bytes) -> None:
        """What is there when the power goes in the middle of a write."""
        _said_as_the_system_says(self._write, name, data[: len(data) // 2])

    def _write(self, name: str, data: bytes) -> None:
        self._fs.makedirs(posixpath.dirname(f"/{name}"), recreate=True)
        if self._fs.exists(f"/{name}"):
            self._remove(name)
        if -(-len(data) // self.space().cluster) > self.space().free:
            raise OSError(errno.ENOSPC, "No space left on device")  # pyfatfs writes past the end
        self._fs.writebytes(f"/{name}", data)
        self._fs.fs.flush_fat()

    def replace(self, source: str, target: str) -> None:
        self._before("replace", target)
        _said_as_the_system_says(self._replace, source, target)

    def _replace(self, source: str, target: str) -> None:
        """As Linux's vfat does: the target's entry gets the source's clusters."""
        fat = self._fs.fs
        self._fs.makedirs(posixpath.dirname(f"/{target}"), recreate=True)
        old = fat.root_dir.get_entry(f"/{source}")
        if not self._fs.exists(f"/{target}"):
            self._fs.create(f"/{target}")
        new = fat.root_dir.get_entry(f"/{target}")
        freed = new.get_cluster()
        new.set_cluster(old.get_cluster())
        new.filesize = old.filesize
        fat.update_directory_entry(new.get_parent_dir())
        old.set_cluster(0)
        old.filesize = 0
        self._remove(source)
        if freed:
            fat.free_cluster_chain(freed)
            fat.flush_fat()

    def remove(self, name: str) -> None:
        self._before("remove", name)
        _said_as_the_system_says(self._remove, name)

    def _remove(self, name: str) -> None:
        fat = self._fs.fs
        folder = fat.root_dir.get_entry(f"/{name}").get_parent_dir()
        self._fs.remove(f"/{name}")
        if folder != fat.root_dir:
            self._end_with_zeros(folder)
        fat.flush_fat()  # pyfatfs frees clusters in memory only

    def _end_with_zeros(self, folder: FATDirectoryEntry) -> None:
        """Mark where a folder ends; pyfatfs leaves the old entries in its last clusters."""
        fat = self._fs.fs
        entries = b"".join(map(bytes, folder._get_entries_raw()))
        room = len(list(fat.get_cluster_chain(folder.get_cluster()))) * fat.bytes_per_cluster
        fat.write_data_to_cluster(entries.ljust(room, b"\0"), folder.get_cluster())

    def remove_folder(self, name: str) -> None:
        self._before("remove folder", name)
        if self._fs.exists(f"/{name}"):
            _said_as_the_system_says(self._fs.removetree, f"/{name}")
            self._fs.fs.flush_fat()

    def space(self) -> Space:
        fat = self._fs.fs
        geometry = Geometry(self.image.stat().st_size // 512)
        clusters = fat.fat[2 : geometry.cluster_count + 2]
        return Space(clusters.count(0), geometry.cluster_bytes)


def files_of(image: Path) -> dict[str, bytes]:
    """All files of an image."""
    content = image.read_bytes()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Filesystem was not cleanly unmounted")
        return dict(sorted(build_fat.files(content, len(content)).items()))


def _said_as_the_system_says(act: Callable, *arguments, **options):
    """Call into pyfatfs; its errors as OSError, as a mounted drive gives them."""
    try:
        return act(*arguments, **options)
    except (PyFATException, FSError, IndexError, ValueError, UnicodeError, KeyError) as error:
        raise OSError(getattr(error, "errno", None) or errno.EIO, str(error)) from error
