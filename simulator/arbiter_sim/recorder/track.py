"""What a recording shows, as functions of time: the log folded once, then asked.

A track is made of the log in its JSON form (one dict an entry, see `arbiter_sim.log`) and of the
inputs a person made.  Times are milliseconds since power-on.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any, TypeVar

Pixel = tuple[int, int, int]
Lights = tuple[Pixel, ...]
_ABORT_MS = 500
DARK: Lights = ((0, 0, 0),) * 8
T = TypeVar("T")
Changes = list[tuple[float, T]]
Done = Callable[[float], object]  # told now and then up to which ms a recording is written


@dataclass(frozen=True)
class Mark:
    """An input; verb, slot and what are those of `arbiter_sim.scenario.Event`, but for "swap"."""

    t_ms: float
    slot: str
    verb: str
    what: str = ""


@dataclass(frozen=True)
class Track:
    """Every list of changes holds (t_ms, new value), in order of time.

    `entries` are the log's, made anew each time one goes through them: a long log would not fit.
    """

    title: str
    entries: Iterable[dict[str, Any]]
    frames: Changes[Lights]
    tones: Changes[tuple[float, float]]
    states: Changes[str]
    verdicts: Changes[str]
    aborts: Changes[str]
    marks: list[Mark]
    end_ms: float

    def lights(self, t_ms: float) -> Lights:
        return _at(self.frames, t_ms, DARK)

    def tone(self, t_ms: float) -> tuple[float, float]:
        """(Hz, duty 0..1); (0, 0) is silence."""
        return _at(self.tones, t_ms, (0.0, 0.0))

    def state(self, t_ms: float) -> str:
        """The state last told over USB; "" if none ever was (the host was absent)."""
        return _at(self.states, t_ms, "asleep" if self.states else "")

    def verdict(self, t_ms: float) -> str | None:
        """The class of the battle on show: gone as soon as the box is asleep again."""
        if self.state(t_ms) not in ("verdict", "victory", "spent"):
            return None
        return _at(self.verdicts, t_ms, "") or None

    def aborted(self, t_ms: float) -> bool:
        """Whether a battle has just been called off: its two notes still sound."""
        return any(0 <= t_ms - at_ms < _ABORT_MS for at_ms, _ in self.aborts)

    def piece_since(self, slot: str, t_ms: float) -> tuple[bool, float]:
        """Whether the slot holds a piece, and for how many ms it has been so."""
        moves = [m for m in self.marks if m.slot == slot and m.verb in ("in", "out")]
        last = [m for m in moves if m.t_ms <= t_ms]
        if not last:
            return False, inf
        return last[-1].verb == "in", t_ms - last[-1].t_ms

    @cached_property
    def brightest(self) -> int:
        """The highest channel value shown, the white point of the drawings."""
        return max((c for _, lights in self.frames for px in lights for c in px), default=1) or 1


def _at(changes: Changes[T], t_ms: float, before: T) -> T:
    i = bisect_right(changes, t_ms, key=lambda change: change[0])
    return changes[i - 1][1] if i else before


def track(
    title: str, entries: Iterable[dict[str, Any]], marks: Iterable[Mark], end_ms: float
) -> Track:
    """Fold log entries in JSON form into a track that ends at ``end_ms``."""
    in_order = sorted(marks, key=lambda mark: mark.t_ms)
    result = Track(title, entries, [], [], [], [], [], in_order, end_ms)
    unread = ""
    known: dict[Lights, Lights] = {}
    for entry in entries:
        t_ms = entry["t_ms"]
        if entry["k"] == "frame":
            lights = tuple(tuple(px) for px in entry["px"])
            result.frames.append((t_ms, known.setdefault(lights, lights)))
        elif entry["k"] == "tone":
            result.tones.append((t_ms, (entry["hz"] if entry["duty"] else 0.0, entry["duty"])))
        elif entry["k"] == "usb":
            unread = _take_events(result, t_ms, unread + entry["text"])
    return result


def _take_events(result: Track, t_ms: float, text: str) -> str:
    """Note the events of whole lines; returns what is left of a line that is still to come."""
    *lines, rest = text.split("\n")
    for line in lines:
        event = _event(line)
        if event.get("event") == "state":
            result.states.append((t_ms, event["state"]))
        elif event.get("event") == "verdict":
            result.verdicts.append((t_ms, event["class"]))
        elif event.get("event") == "aborted":
            result.aborts.append((t_ms, event["why"]))
    return rest


def _event(line: str) -> dict[str, Any]:
    """The JSON object of a line; empty if it holds none, as with firmware that is not ours."""
    try:
        event = json.loads(line)
    except ValueError:
        return {}
    return event if isinstance(event, dict) else {}
