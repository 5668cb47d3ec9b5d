"""Plays a recording's sound through whichever player this computer has."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Linux (ALSA, PulseAudio or PipeWire), macOS, FFmpeg, SoX: each quiet and without a window.
PLAYERS = (
    ("aplay", "-q"),
    ("paplay",),
    ("afplay",),
    ("ffplay", "-nodisp", "-autoexit", "-loglevel", "quiet"),
    ("play", "-q"),
)


def player() -> tuple[str, ...] | None:
    """The command of the first player found, without the file's name."""
    return next((command for command in PLAYERS if shutil.which(command[0])), None)


@contextmanager
def playing(command: tuple[str, ...], wav: bytes) -> Iterator[subprocess.Popen[bytes]]:
    """Play ``wav`` while the block runs, and not longer."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "arbiter.wav"
        file.write_bytes(wav)
        quiet = subprocess.DEVNULL
        process = subprocess.Popen([*command, file], stdin=quiet, stdout=quiet, stderr=quiet)
        try:
            yield process
        finally:
            if process.poll():
                print(f"no sound: {command[0]} failed", file=sys.stderr)
            process.terminate()
            process.wait()
