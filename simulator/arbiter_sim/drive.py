"""The folder that the board sees as its drive."""

import __future__

import errno
import io
import os
import posixpath
import traceback
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import CodeType, FrameType
from typing import IO, Any

from . import libraries
from .errors import NotADrive

_PACKAGED = Path(__file__).with_name("drive") / "firmware"
_CHECKOUT = Path(__file__).parents[2] / "firmware"

# The board parses annotations but never evaluates them.
_NO_ANNOTATIONS = __future__.annotations.compiler_flag


def firmware_folder() -> Path:
    """The arbiter's own firmware: as packaged, or else that of the checkout."""
    return _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT


class Drive:
    """A folder with a code.py. Raises NotADrive for any other. Paths on it are the board's.

    `replaced` gives the texts of files in place of the folder's own, by their paths in it.
    """

    def __init__(self, folder: Path, replaced: Mapping[str, str] | None = None) -> None:
        if not (folder / "code.py").is_file():
            raise NotADrive(
                f"{folder} has no code.py: give a folder that looks like a CIRCUITPY drive"
            )
        self.folder = folder.resolve()
        self._prefix = str(self.folder) + os.sep
        self._replaced = {
            self.folder.joinpath(*path.split("/")): text for path, text in (replaced or {}).items()
        }

    def host_path(self, path: str) -> Path:
        """Where a file of the drive is on this computer."""
        inside = posixpath.normpath(posixpath.join("/", path))
        return self.folder.joinpath(*inside.split("/")[1:])

    def text(self, path: str) -> str:
        """The text of a file, with a mark in place of what is not UTF-8; "" if there is none."""
        file = self.host_path(path)
        if file in self._replaced:
            return self._replaced[file]
        return file.read_text("utf-8", errors="replace") if file.is_file() else ""

    def open(self, path: str, mode: str = "r") -> IO[Any]:
        """`open` of the board: the drive is read-only to programs, OSError(30)."""
        if set(mode) & set("wax+"):
            raise OSError(errno.EROFS)
        file = self.host_path(path)
        if file in self._replaced:
            text = self._replaced[file]
            return io.BytesIO(text.encode()) if "b" in mode else io.StringIO(text)
        if not file.exists():
            raise OSError(errno.ENOENT, path)
        if "b" in mode:
            return file.open(mode)
        return file.open(mode, encoding="utf-8", newline="\n")

    def compile(self, file: Path) -> CodeType:
        """The code of a file, kept from run to run as long as the file stays the same."""
        if file in self._replaced:
            return _code(self._replaced[file], str(file))
        status = file.stat()
        return _compiled(str(file), status.st_mtime_ns, status.st_size)

    def board_path(self, file: Path) -> str:
        """The name CircuitPython gives the file in `__file__` and tracebacks."""
        if not file.is_relative_to(self.folder):
            return libraries.board_path(file)
        inside = file.relative_to(self.folder).as_posix()
        return f"/{inside}" if "/" in inside else inside

    def where(self, frame: FrameType | None) -> str:
        """File and line of the innermost frame that is on the drive, as "code.py, line 3"."""
        while frame is not None:
            if frame.f_code.co_filename.startswith(self._prefix):
                return f"{self.board_path(Path(frame.f_code.co_filename))}, line {frame.f_lineno}"
            frame = frame.f_back
        return "it"

    def traceback(self, error: BaseException) -> str:
        """The traceback as the board prints it: only the drive's frames, by their paths on it."""
        if error.__cause__ is not None:
            before = self.traceback(error.__cause__) + _DIRECT_CAUSE
        elif error.__context__ is not None and not error.__suppress_context__:
            before = self.traceback(error.__context__) + _DURING
        else:
            before = ""
        message = error.msg if isinstance(error, SyntaxError) else error
        last = f"{type(error).__name__}: {message}"
        lines = ["Traceback (most recent call last):", *self._frames(error), last]
        return before + "".join(f"{line}\n" for line in lines)

    def _frames(self, error: BaseException) -> list[str]:
        frames = [
            f'  File "{self.board_path(Path(file))}", line {line}, in {name}'
            for file, line, name, _ in traceback.extract_tb(error.__traceback__)
            if file.startswith(self._prefix)
        ]
        if isinstance(error, SyntaxError) and str(error.filename).startswith(self._prefix):
            name = self.board_path(Path(str(error.filename)))
            frames.append(f'  File "{name}", line {error.lineno}')
        return frames


_DIRECT_CAUSE = "\nThe above exception was the direct cause of the following exception:\n\n"
_DURING = "\nDuring handling of the above exception, another exception occurred:\n\n"


@lru_cache(maxsize=1024)
def _compiled(file: str, _mtime_ns: int, _size: int) -> Any:
    return _code(Path(file).read_text(encoding="utf-8"), file)


@lru_cache(maxsize=64)
def _code(text: str, file: str) -> Any:
    return compile(text, file, "exec", flags=_NO_ANNOTATIONS, dont_inherit=True)
