"""Standard output and error when they are closed, full, or read by nobody any more."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO

_NAME = "standard output"


class _Output:
    """Standard output; an error of it tells whose it is."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with _named(self._stream):
            return self._stream.write(text)

    def flush(self) -> None:
        with _named(self._stream):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def named_output() -> Iterator[None]:
    """Print as ever; raises OSError with a name, or BrokenPipeError if nobody reads any more.

    Python has None for a stream that the shell has closed (`>&-`): there is nobody to work for.
    """
    if sys.stdout is None:
        why = "is closed: send it to a file, if only to the null device"
        raise OSError(errno.EBADF, why, _NAME)
    output: Any = _Output(sys.stdout)
    with redirect_stdout(output):
        try:
            yield
        finally:
            output.flush()


def complain(line: str) -> None:
    """Print on standard error, if there is any: never elsewhere, and without failing."""
    if sys.stderr is None:
        return
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        _silence(sys.stderr)


@contextmanager
def _named(stream: TextIO) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        _silence(stream)
        raise OSError(error.errno, error.strerror, _NAME) from error


def _silence(stream: TextIO) -> None:
    """Lose what is still to be written: Python would complain once more at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
