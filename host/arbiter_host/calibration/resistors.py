"""Resistors: measures a piece of each kind in each slot, then has the box make its windows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from arbiter import pieces, resistors
from arbiter_host.calibration.job import MV_PER_LSB, Task
from arbiter_host.calibration.memory import Memory
from arbiter_host.calibration.person import Person
from arbiter_host.calibration.walk import Walk
from arbiter_host.link_errors import Refused
from arbiter_host.service import Service
from arbiter_host.service_messages import Seen

_WIDTHS = (5, 6, 8, 8, 5)  # of the table's columns
_STRIP = 24  # columns of a window
_STILL = 8  # LSB between two looks: the noise of a level


class Row(NamedTuple):
    """A kind's level, spread and margin in LSB, and its window's ends; None is not known."""

    piece: str
    level: int | None
    spread: int | None
    margin: int | None
    window: tuple[int, int]


class Resistors:
    """A `Job` and its `Book`. The box keeps levels and windows, the memory spreads."""

    def __init__(self, slots: Sequence[str], person: Person, memory: Memory) -> None:
        self._slots = slots
        self._memory = memory
        self._walk = Walk(person, self)
        self._levels: dict[str, list[int | None]] = {}
        self._thresholds: dict[str, list[int]] = {}
        self._refusals: dict[str, str] = {}
        self._skipped: set[Task] = set()
        self._done: list[Task] = []

    def load(self, box: Service) -> None:
        self._levels = {slot: box.levels(slot) for slot in self._slots}

    def run(self, box: Service) -> None:
        for slot in self._slots:
            if None not in self._levels[slot]:
                self._calibrate(box, slot)
        self._walk.run(box)

    def problems(self) -> list[str]:
        found = []
        for slot in self._slots:
            missing = [row.piece for row in self.rows(slot) if row.level is None]
            if missing:
                found.append(f"{slot}: not measured: {', '.join(missing)}")
            elif slot in self._refusals:
                anew = f"generals-arbiter calibrate --undo --slot {slot}, then measure anew"
                found.append(f"{slot}: {self._refusals[slot]}; {anew}")
        return found

    def rows(self, slot: str) -> list[Row]:
        """All kinds of a slot, by the box's windows, or by the design's while it has none."""
        windows = self._thresholds.get(slot, resistors.THRESHOLDS)
        spreads = self._memory.get("spreads", {}).get(slot, {})
        levels = self._levels.get(slot, [None] * len(pieces.KINDS))
        return [
            Row(name, level, spreads.get(name), _margin(level, low, high), (low, high))
            for name, level, low, high in zip(
                pieces.NAMES, levels, windows[:-1], windows[1:], strict=True
            )
        ]

    def details(self) -> dict[str, Any]:
        return {slot: [_described(row) for row in self.rows(slot)] for slot in self._slots}

    def table(self) -> list[str]:
        lines = []
        for slot in self._slots:
            lines.append(f"{slot:20}{_columns('LSB', 'mV', 'spread', 'margin', 'mV')}")
            lines += [_line(row) for row in self.rows(slot)]
        return lines

    def undo(self, box: Service) -> str:
        for slot in self._slots:
            box.uncalibrate(slot)
        self._memory.put("spreads", None)
        return f"{' and '.join(self._slots)}: the windows of the design, nothing measured"

    # As a book.

    def next(self) -> Task | None:
        for slot in self._slots:
            for name, level in zip(pieces.NAMES, self._levels[slot], strict=True):
                task = Task(slot, name, name)
                if level is None and task not in self._skipped:
                    return task
        return None

    def is_steady(self, before: Seen, seen: Seen) -> bool:
        if isinstance(seen, str) or isinstance(before, str):
            return False
        return seen[1] <= resistors.MOST_SPREAD and abs(seen[0] - before[0]) <= _STILL

    def take(self, box: Service, task: Task) -> str:
        told = box.measure(task.slot, task.piece)
        self._levels[task.slot][pieces.kind(task.piece) - 1] = told.level
        spreads = self._memory.get("spreads", {})
        ours = spreads.get(task.slot, {}) | {task.piece: told.spread}
        self._memory.put("spreads", spreads | {task.slot: ours})
        self._done.append(task)
        if not told.missing:
            self._calibrate(box, task.slot)
        margin = f"{told.margin} LSB ({_mv(told.margin)} mV)"
        return f"{_level(told.level)}, spread {told.spread} LSB, margin {margin}"

    def skip(self, task: Task) -> None:
        self._skipped.add(task)

    def back(self, box: Service) -> str:  # noqa: ARG002 - the box takes a level back by measuring
        if not self._done:
            return ""
        task = self._done.pop()
        self._levels[task.slot][pieces.kind(task.piece) - 1] = None
        return f"{task.slot}'s {task.what}, to be measured again"

    def _calibrate(self, box: Service, slot: str) -> None:
        """Have the box make its windows of all 15 levels, and show what they are."""
        self._refusals.pop(slot, None)
        try:
            self._thresholds[slot] = box.calibrate(slot).thresholds
        except Refused as refused:
            self._refusals[slot] = refused.text
        self._levels[slot] = box.levels(slot)


def _margin(level: int | None, low: int, high: int) -> int | None:
    """LSB to the nearer guard band, as the box reckons it."""
    return None if level is None else min(level - low, high - level) - resistors.GUARD


def _mv(lsb: int) -> int:
    return round(lsb * MV_PER_LSB)


def _level(lsb: int) -> str:
    return f"{lsb} LSB ({_mv(lsb)} mV)"


def _described(row: Row) -> dict[str, Any]:
    numbers = {"level": row.level, "spread": row.spread, "margin": row.margin}
    lsb = {f"{name}_lsb": value for name, value in numbers.items()}
    mv = {f"{name}_mv": None if n is None else _mv(n) for name, n in numbers.items()}
    return {"piece": row.piece, **lsb, **mv, "window_lsb": list(row.window)}


def _line(row: Row) -> str:
    if row.level is None or row.margin is None:
        return f"  {row.piece:18}not measured"
    spread = "?" if row.spread is None else row.spread
    numbers = row.level, _mv(row.level), spread, row.margin, _mv(row.margin)
    return f"  {row.piece:18}{_columns(*numbers)}  {strip(row)}"


def _columns(*cells: object) -> str:
    return "".join(f"{cell!s:>{width}}" for cell, width in zip(cells, _WIDTHS, strict=True))


def strip(row: Row) -> str:
    """Where in its window a level lies: dots are guard bands, ``o`` is the level."""
    low, high = row.window
    columns = ["."] * _STRIP
    per_lsb = _STRIP / (high - low)
    guard = round(resistors.GUARD * per_lsb)
    columns[guard : _STRIP - guard] = "-" * (_STRIP - 2 * guard)
    if row.level is not None:
        place = int((row.level - low) * per_lsb)
        columns[min(max(place, 0), _STRIP - 1)] = "o"
    return f"|{''.join(columns)}|"
