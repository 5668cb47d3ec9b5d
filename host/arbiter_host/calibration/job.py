"""What there is to do for each kind of reader, as the guide and the command see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from arbiter_host.service import Service
from arbiter_host.service_messages import Seen

MV_PER_LSB = 3300 / 4096  # of the converter: its reference over its steps


class Task(NamedTuple):
    """One piece to put into a slot; ``what`` tells it apart from others of its kind."""

    slot: str
    piece: str
    what: str


class Job(Protocol):
    """What a box must learn, kept by the box itself as far as it can.

    ``problems`` are sentences on what is missing or wrong, none when the box is ready; ``details``
    go into the report, ``table`` is the same for a person.
    """

    def load(self, box: Service) -> None:
        """Learn from the box what is done."""

    def run(self, box: Service) -> None:
        """Do what is left. Raises Stopped, and LinkError."""

    def problems(self) -> Sequence[str]: ...
    def details(self) -> dict[str, Any]: ...
    def table(self) -> Sequence[str]: ...

    def undo(self, box: Service) -> str:
        """Take back all that was done since the session began; returns what that was."""


class Book(Protocol):
    """The pieces that a `Walk` goes through, and what is done with each."""

    def next(self) -> Task | None:
        """The next piece, None if there is none left."""

    def is_steady(self, before: Seen, seen: Seen) -> bool:
        """Whether a slot that is not empty holds a piece still, by two looks in a row."""

    def take(self, box: Service, task: Task) -> str:
        """Have the box learn the piece that is in; returns what it learned. Raises Refused."""

    def skip(self, task: Task) -> None:
        """Leave that piece out for now."""

    def back(self, box: Service) -> str:
        """Take the last piece back; returns which, "" if there is none."""
