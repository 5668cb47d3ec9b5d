"""A log as text that people can read and diff: one line for each thing that left the box."""

from arbiter_sim.log import Colour, Log
from arbiter_sim.recorder import notes


def transcript(log: Log) -> str:
    """Lines of ms, what, and the thing itself: eight pixels as rrggbb, a tone, a line on USB."""
    return "".join(f"{record['t_ms']:9.1f}  {_said(record)}\n" for record in log.records())


def _said(record: dict) -> str:
    if record["k"] == "frame":
        return "light  " + " ".join(_pixel(colour) for colour in record["px"])
    if record["k"] == "tone":
        return "sound  " + (notes.label(record["hz"]) if record["hz"] else "silence")
    return f"{record['k']:5}  " + record["text"].strip()


def _pixel(colour: Colour) -> str:
    return "{:02x}{:02x}{:02x}".format(*colour) if any(colour) else "......"
