"""A recording as the log itself, one JSON object a line."""

from __future__ import annotations

import json
from typing import BinaryIO

from arbiter_sim.recorder.track import Done, Track


def write(track: Track, file: BinaryIO, done: Done) -> None:
    """Every entry of the log, in order (see `arbiter_sim.log` for the fields)."""
    for entry in track.entries:
        file.write(json.dumps(entry, separators=(",", ":")).encode() + b"\n")
        done(entry["t_ms"])
