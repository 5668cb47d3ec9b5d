"""Plays a recording's sound through whichever player this computer has."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arbiter_host import streams
from arbiter_sim import recorder
from arbiter_sim.recorder import Track

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
def playing(command: tuple[str, ...], track: Track) -> Iterator[subprocess.Popen[bytes]]:
    """Play the track's sound while the block runs, and not longer."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "arbiter.wav"
        recorder.save(track, file)
        quiet = subprocess.DEVNULL
        process = subprocess.Popen([*command, file], stdin=quiet, stdout=quiet, stderr=quiet)
        try:
            yield process
        finally:
            if process.poll():
                streams.complain(f"no sound: {command[0]} failed")
            process.terminate()
            process.wait()
