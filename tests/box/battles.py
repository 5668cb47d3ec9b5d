"""Battles in the whole box: `code.py` on the simulated board, pieces through its contacts."""

from functools import cache

from arbiter.pieces import name
from arbiter_sim import Box
from arbiter_sim.log import Entry, Log
from firmware.rulebook import CLASS

SETTLED_MS = 500
DELIBERATION_MS = 3000
TONE_MS = 1500
TAPS_MS = 17_400
CLASSES = sorted(set(CLASS.values()))


def pairs_of(cls: str) -> list[tuple[int, int]]:
    """All (red, blue) pairs of kinds whose verdict is of that class."""
    return [pair for pair, its_class in CLASS.items() if its_class == cls]


def example_of(cls: str) -> tuple[str, str]:
    """The names of one (red, blue) pair of that class."""
    red, blue = pairs_of(cls)[0]
    return name(red), name(blue)


@cache
def battle(red: int, blue: int) -> tuple[str | None, Log]:
    """One whole battle, from two empty slots to two empty slots: the verdict and the log."""
    with Box(seed=1) as box:
        box.wait(SETTLED_MS)
        box.insert("red", name(red))
        box.wait(700)
        box.insert("blue", name(blue))
        box.wait(DELIBERATION_MS + TONE_MS + TAPS_MS + 500)
        box.lift("blue")
        box.wait(300)
        box.lift("red")
        box.wait(300)
        return box.verdict, box.log


def perceived(log: Log) -> list[Entry]:
    """The part of a log that players see and hear."""
    return [entry for entry in log if entry.kind in ("frame", "tone")]
