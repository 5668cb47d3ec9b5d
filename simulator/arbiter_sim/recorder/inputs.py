"""The inputs of a scenario as marks on a recording."""

from __future__ import annotations

import re
from collections.abc import Iterator

from arbiter import pieces
from arbiter_sim import names
from arbiter_sim.recorder.track import Mark
from arbiter_sim.scenario import Event, Scenario

# The forms in which pieces move; see the commands of `arbiter_sim.scenario`.
_PUT = re.compile(r"put (red|blue) (.+) in\b\s*(.*)", re.IGNORECASE)
_SWAP = re.compile(r"swap (red|blue) (.+)", re.IGNORECASE)
_LIFT = re.compile(r"lift (red|blue)\b", re.IGNORECASE)
_SLOT = re.compile(r"\b(red|blue)\b", re.IGNORECASE)


def marks(scenario: Scenario) -> Iterator[Mark]:
    """A mark for each event; a swap is two: one piece goes out, another in."""
    for event in scenario.events:
        yield from _marks(event)


def _marks(event: Event) -> Iterator[Mark]:
    text = " ".join(event.text.split())
    if put := _PUT.match(text):
        slot, piece, manner = put.groups()
        what = ", ".join(part for part in (_name(piece), manner) if part)
        yield Mark(event.at_ms, slot.lower(), "in", what)
    elif swap := _SWAP.match(text):
        slot, piece = swap.groups()
        yield Mark(event.at_ms, slot.lower(), "out")
        yield Mark(event.at_ms, slot.lower(), "in", _name(piece))
    elif lift := _LIFT.match(text):
        yield Mark(event.at_ms, lift[1].lower(), "out")
    else:
        slot_named = _SLOT.search(text)
        yield Mark(event.at_ms, slot_named[1].lower() if slot_named else "", text)


def _name(piece: str) -> str:
    """The full name; the spare word's stays as it is written."""
    try:
        return pieces.name(names.kind(piece))
    except names.UnknownPiece:
        return piece
