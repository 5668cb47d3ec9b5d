"""Tags: registers each of the 21 pieces of each army."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from arbiter import pieces
from arbiter_host.calibration.job import Task
from arbiter_host.calibration.memory import Memory
from arbiter_host.calibration.person import Person
from arbiter_host.calibration.walk import Walk
from arbiter_host.service import Service
from arbiter_host.service_messages import Seen

_WIDTH = 80
_BEFORE, _OVER = "tags before", "tags done"


class Tags:
    """A `Job` and its `Book`. The box keeps the tags, the memory those of before the session."""

    def __init__(self, slots: Sequence[str], person: Person, memory: Memory) -> None:
        self._slots = slots
        self._memory = memory
        self._walk = Walk(person, self)
        self._known: dict[str, tuple[str, str]] = {}
        self._skipped: set[Task] = set()
        self._done: list[str] = []

    def load(self, box: Service) -> None:
        self._known = box.tags()

    def run(self, box: Service) -> None:
        if self.next() is None:
            return
        if self._memory.get(_OVER, True):
            self._memory.put(_BEFORE, sorted(self._known))
            self._memory.put(_OVER, False)
        self._walk.run(box)
        self._memory.put(_OVER, not self._skipped)

    def problems(self) -> list[str]:
        found = []
        for slot in self._slots:
            missing = [_few(name, count - self._number(slot, name)) for name, count in _army()]
            if any(missing):
                found.append(f"{slot}: without a tag: {', '.join(filter(None, missing))}")
        return found

    def details(self) -> dict[str, Any]:
        return {slot: {name: self._of(slot, name) for name, _ in _army()} for slot in self._slots}

    def table(self) -> list[str]:
        lines = []
        for slot in self._slots:
            lines.append(f"{slot}:")
            for name, count in _army():
                tags = self._of(slot, name)
                head = f"  {name:18}{len(tags)} of {count}  "
                lines += wrap(head + " ".join(tags), _WIDTH, subsequent_indent=" " * len(head))
        return lines

    def undo(self, box: Service) -> str:
        known = box.tags()
        before = self._memory.get(_BEFORE, list(known))
        new = [tag for tag in known if tag not in before and known[tag][0] in self._slots]
        for tag in new:
            box.forget(tag)
        return f"{len(new)} tags that were registered since the session began"

    # As a book.

    def next(self) -> Task | None:
        for slot in self._slots:
            for name, count in _army():
                for number in range(self._number(slot, name) + 1, count + 1):
                    what = name if count == 1 else f"{name} ({number} of {count})"
                    task = Task(slot, name, what)
                    if task not in self._skipped:
                        return task
        return None

    def is_steady(self, before: Seen, seen: Seen) -> bool:
        return bool(seen) and seen == before

    def take(self, box: Service, task: Task) -> str:
        told = box.register(task.slot, task.piece)
        self._known[told.tag] = (told.slot, told.piece)
        self._done.append(told.tag)
        return f"tag {told.tag}, {told.count} in all"

    def skip(self, task: Task) -> None:
        self._skipped.add(task)

    def back(self, box: Service) -> str:
        if not self._done:
            return ""
        tag = box.forget(self._done[-1]).tag
        self._done.pop()
        slot, piece = self._known.pop(tag)
        return f"{slot}'s {piece}, tag {tag}"

    def _of(self, slot: str, piece: str) -> list[str]:
        return [tag for tag, known in self._known.items() if known == (slot, piece)]

    def _number(self, slot: str, piece: str) -> int:
        return len(self._of(slot, piece))


def _army() -> list[tuple[str, int]]:
    return list(zip(pieces.NAMES, pieces.COUNTS, strict=True))


def _few(name: str, count: int) -> str:
    """ "2 of Private": "" for none."""
    if count <= 0:
        return ""
    return name if count == 1 else f"{name} (x{count})"
