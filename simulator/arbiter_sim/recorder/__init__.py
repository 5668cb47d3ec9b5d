"""Recordings of a simulated box: picture, sound, plot and log, each made from the log alone."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from arbiter_sim.recorder import gif, jsonl, svg, wav
from arbiter_sim.recorder.track import Done, Mark, Track, track
from arbiter_sim.recorder.words import CLASSES

__all__ = ["CLASSES", "FORMATS", "Done", "Mark", "Track", "UnknownFormat", "check", "save", "track"]

FORMATS: dict[str, Callable[[Track, BinaryIO, Done], None]] = {
    ".gif": gif.write,
    ".wav": wav.write,
    ".svg": svg.write,
    ".jsonl": jsonl.write,
}


class UnknownFormat(ValueError):
    """The file's name does not end in one of `FORMATS`."""


def check(path: Path) -> None:
    """Refuse a target that no recording can be written to, before the work is done."""
    if path.suffix.lower() not in FORMATS:
        known = ", ".join(FORMATS)
        raise UnknownFormat(f"cannot record to '{path}': end the file's name in one of {known}")
    if path.is_dir():
        raise IsADirectoryError(f"cannot write '{path}': it is a folder, name a file in it")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"cannot write '{path}': there is no folder '{path.parent}'")


def save(recording: Track, path: Path, done: Done = lambda _: None) -> None:
    """Write the recording in the format that the file's name asks for: wholly, or not at all.

    ``done`` is told now and then how far it is. A link is followed, and into a pipe or a device the
    recording goes as it is made.
    """
    check(path)
    write = FORMATS[path.suffix.lower()]
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                write(recording, file, done)
        else:
            _replace(Path(os.path.realpath(path)), lambda file: write(recording, file, done))
    except OSError as error:
        # The user knows the target by its name, not the draft.
        raise OSError(error.errno, error.strerror, str(path)) from error


def _replace(path: Path, write: Callable[[BinaryIO], None]) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with draft.open("xb") as file:
            write(file)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
