"""Plays things on the simulated box, as fast as it goes, and keeps each as a track."""

from __future__ import annotations

from pathlib import Path

from arbiter import pieces
from arbiter_host.errors import BadInput
from arbiter_sim import Box, run, scenarios
from arbiter_sim.recorder import Mark, Track, track
from arbiter_sim.recorder.inputs import marks
from arbiter_sim.scenario import Scenario, parse

_LONGEST_MS = 60_000  # of a battle: Taps and all are over in half of that


def battle(red: int, blue: int) -> Track:
    """One battle of two kinds, until the box is asleep again."""
    names = {"red": pieces.name(red), "blue": pieces.name(blue)}
    made: list[Mark] = []
    with Box() as box:
        for slot, after_ms in (("red", 300), ("blue", 700)):
            box.wait(after_ms)
            made.append(Mark(box.now_ms, slot, "in", names[slot]))
            box.insert(slot, names[slot])
        box.wait_for("spent", _LONGEST_MS)
        box.wait(800)
        for slot in names:
            made.append(Mark(box.now_ms, slot, "out"))
            box.lift(slot)
        box.wait_for("asleep", _LONGEST_MS)
        box.wait(300)
        return track(" v ".join(names.values()), box.log.records(), made, box.now_ms)


def scenario(source: str) -> Track:
    """A scenario, from a file or by the name of one of the tour's."""
    played = parsed(source)
    with run(played) as box:
        return track(Path(source).stem, box.log.records(), marks(played), box.now_ms)


def parsed(source: str) -> Scenario:
    """A scenario that has not been played yet."""
    return parse(_text(source), source)


def _text(source: str) -> str:
    known = ", ".join(scenarios.TOUR)
    if not source:
        raise BadInput(f"no scenario is named: give a file, or one of {known}")
    if source in scenarios.TOUR:
        return scenarios.text(source)
    try:
        return Path(source).read_text("utf-8")
    except FileNotFoundError:
        raise BadInput(f"no scenario '{source}': give a file, or one of {known}") from None
    except UnicodeDecodeError:
        raise BadInput(f"'{source}' is no text in UTF-8: give a scenario file") from None
