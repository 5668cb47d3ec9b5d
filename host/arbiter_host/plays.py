"""Plays things on the simulated box, as fast as it goes, and keeps each as a track."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arbiter import pieces
from arbiter_host.errors import BadInput
from arbiter_sim import Box, run, scenarios
from arbiter_sim.recorder import Mark, Track, track
from arbiter_sim.scenario import Scenario, parse

_TAPS_AND_ALL_MS = 60_000


def battle(red: int, blue: int) -> Track:
    """One battle of two kinds, until the box is asleep again."""
    names = {"red": pieces.name(red), "blue": pieces.name(blue)}
    marks: list[Mark] = []
    with Box() as box:
        for slot, before_ms in (("red", 300), ("blue", 700)):
            box.wait(before_ms)
            marks.append(Mark(box.now_ms, slot, "in", names[slot]))
            box.insert(slot, names[slot])
        box.wait_for("spent", _TAPS_AND_ALL_MS)
        box.wait(800)
        for slot in names:
            marks.append(Mark(box.now_ms, slot, "out", names[slot]))
            box.lift(slot)
        box.wait_for("asleep", 2_000)
        box.wait(300)
        return track(" v ".join(names.values()), box.log.records(), marks, box.now_ms)


def scenario(source: str) -> Track:
    """A scenario, from a file or by the name of one of the tour's."""
    played = parse(*_read(source))
    with run(played) as box:
        return track(played.title, box.log.records(), _marks(played), box.now_ms)


def _marks(played: Scenario) -> Iterator[Mark]:
    raise NotImplementedError


def _read(source: str) -> tuple[str, str]:
    """(text, source) of a scenario."""
    if source in scenarios.TOUR:
        return scenarios.text(source), source
    try:
        return Path(source).read_text("utf-8"), source
    except FileNotFoundError:
        known = ", ".join(scenarios.TOUR)
        raise BadInput(f"no scenario '{source}': give a file, or one of {known}") from None
    except UnicodeDecodeError:
        raise BadInput(f"'{source}' is no text in UTF-8: give a scenario file") from None
