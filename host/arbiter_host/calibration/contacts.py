"""Contacts: has each of them seen closed and open, whatever pieces it takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbiter_host.calibration.bench import look
from arbiter_host.calibration.memory import Memory
from arbiter_host.calibration.person import Person
from arbiter_host.service import Service
from arbiter_host.service_messages import CONTACTS, SLOTS, Raw

_ENOUGH = "5-star, 4-star and 3-star General together close all seven"
_CURES = {"closed": "clean it and look at its wire", "open": "look for a short"}
_SEEN = "contacts"


class Contacts:
    """A `Job`. The box knows what it saw since power-up, the memory what it saw before that."""

    def __init__(self, slots: Sequence[str], person: Person, memory: Memory) -> None:
        self._slots = slots
        self._person = person
        self._memory = memory
        self._all: dict[str, dict[str, list[int]]] = memory.get(_SEEN, {})
        self._told: dict[str, str] = {}

    def load(self, box: Service) -> None:
        told = box.contacts()
        self._all = {
            slot: {
                way: sorted({*_numbers(digits), *self._seen(slot, way)})
                for way, digits in zip(_CURES, told.of(slot), strict=True)
            }
            for slot in SLOTS
        }
        self._memory.put(_SEEN, self._all)

    def run(self, box: Service) -> None:
        if self.problems():
            self._person.say(f"Put pieces in and take them out ({_ENOUGH}); q and Enter end it")
        while self.problems():
            look(box, self._person)
            self.load(box)
            self._tell(box.raw())
        self._memory.put(_SEEN, None)  # a contact that wears out is to be found another day

    def problems(self) -> list[str]:
        return [
            f"{slot}: contact {number} was never seen {way}: {cure}"
            for slot in self._slots
            for way, cure in _CURES.items()
            for number in self._missing(slot, way)
        ]

    def details(self) -> dict[str, Any]:
        return {slot: {way: self._seen(slot, way) for way in _CURES} for slot in self._slots}

    def table(self) -> list[str]:
        return [
            f"{slot + ':':8}seen closed {_marks(self._seen(slot, 'closed'))}"
            f"   seen open {_marks(self._seen(slot, 'open'))}"
            for slot in self._slots
        ]

    def undo(self, box: Service) -> str:  # noqa: ARG002 - what it saw it knows until power-off
        self._memory.put(_SEEN, None)
        return "what was seen before the box was last plugged in"

    def _tell(self, raw: Raw) -> None:
        """Say what closes and opens, whenever it does."""
        for slot in self._slots:
            seen, means = raw.of(slot)
            if seen != self._told.get(slot):
                self._told[slot] = str(seen)
                line = f"{slot + ':':6}{_marks(_numbers(str(seen)))}  {means:18}"
                left = " ".join(map(str, self._missing(slot, "closed"))) or "none"
                self._person.say(f"{line}still to close: {left}")

    def _seen(self, slot: str, way: str) -> list[int]:
        return self._all.get(slot, {}).get(way, [])

    def _missing(self, slot: str, way: str) -> list[int]:
        return [n for n in range(1, CONTACTS + 1) if n not in self._seen(slot, way)]


def _numbers(digits: str) -> list[int]:
    """The contacts of which the digit is 1; contact 1 stands first."""
    return [number for number, digit in enumerate(digits, 1) if digit == "1"]


def _marks(numbers: list[int]) -> str:
    return " ".join(str(n) if n in numbers else "." for n in range(1, CONTACTS + 1))
