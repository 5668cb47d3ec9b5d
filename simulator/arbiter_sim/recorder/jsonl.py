"""A recording as the log itself, one JSON object a line."""

from __future__ import annotations

import json

from arbiter_sim.recorder.track import Track


def encode(track: Track) -> bytes:
    """Every entry of the log, in order (see `arbiter_sim.log` for the fields)."""
    return "".join(
        json.dumps(entry, separators=(",", ":")) + "\n" for entry in track.entries
    ).encode()
