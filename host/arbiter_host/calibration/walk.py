"""Leads a person from piece to piece: put in, learned, taken out."""

from __future__ import annotations

import time

from arbiter_host.calibration.bench import look
from arbiter_host.calibration.job import Book, Task
from arbiter_host.calibration.person import KEYS, Person
from arbiter_host.link_errors import Refused
from arbiter_host.service import Service
from arbiter_host.service_messages import Seen

_PATIENCE_S = 2.0  # with a piece that never holds still: then the box says what is wrong with it
_SOON = "ask again"  # ends a refusal that passes by itself


class Walk:
    """Goes on until no piece is left. ``book`` says which, and learns them."""

    def __init__(self, person: Person, book: Book) -> None:
        self._person = person
        self._book = book

    def run(self, box: Service) -> None:
        """Raises Stopped, and LinkError when the box goes."""
        if self._book.next():
            self._person.say(f"One piece after another; keys, each with Enter: {KEYS}")
        while task := self._book.next():
            _Visit(self._person, self._book, task).run(box)


class _Visit:
    """One piece: over when it is learned, skipped, or the one before is taken back."""

    def __init__(self, person: Person, book: Book, task: Task) -> None:
        self._person = person
        self._book = book
        self._task = task
        # It is asked for when the slot is empty: else the one before may still be in.
        self._is_asked_for = False
        self._is_told_to_lift = False
        self._before: Seen | None = None
        self._since = 0.0

    def run(self, box: Service) -> None:
        while True:
            typed = look(box, self._person)
            if typed == "u":
                self._take_back(box)
                return
            if typed == "s":
                self._book.skip(self._task)
                return
            if (self._is_in(box) or typed == "") and self._learn(box):
                return

    def _is_in(self, box: Service) -> bool:
        """Whether a piece has come in, and holds still or never will."""
        seen, means = box.raw().of(self._task.slot)
        before, self._before = self._before, seen
        if means == "empty":
            self._before = None
            self._ask_for()
        elif not self._is_asked_for:
            self._tell_to_lift()
        elif before is None:
            self._since = time.monotonic()
        else:
            late = time.monotonic() - self._since > _PATIENCE_S
            return late or self._book.is_steady(before, seen)
        return False

    def _ask_for(self) -> None:
        if not self._is_asked_for:
            self._person.say(f"{self._task.slot}: put the {self._task.what} in")
            self._is_asked_for = True

    def _tell_to_lift(self) -> None:
        if not self._is_told_to_lift:
            self._person.say(f"{self._task.slot}: take out what is in")
            self._is_told_to_lift = True

    def _learn(self, box: Service) -> bool:
        try:
            learned = self._book.take(box, self._task)
        except Refused as refused:
            if not refused.text.endswith(_SOON):
                self._person.say(f"  no: {refused.text}")
                self._is_asked_for = False
            return False
        self._person.say(f"  {learned}")
        return True

    def _take_back(self, box: Service) -> None:
        what = self._book.back(box)
        self._person.say(f"  taken back: {what}" if what else "  there is nothing to take back")
