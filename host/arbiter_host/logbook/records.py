"""What is kept: a session from plugging in to unplugging, and the battles in it.

These fields are all there is. ``at`` is the computer's time, ISO 8601 with its offset; durations
are seconds by the computer's clock, so they lag behind the box's own by the link's few ms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from typing import Any

from arbiter import rules


@dataclass(frozen=True)
class Started:
    """A session begins: a box was connected, or it restarted."""

    session: str
    at: str
    protocol: int
    version: str
    reader: str


@dataclass(frozen=True)
class Battle:
    """A verdict. ``took_s`` counts from the first piece in a slot; None where that was not seen."""

    session: str
    at: str
    battle: int
    cls: str
    deliberated_s: float | None
    took_s: float | None


@dataclass(frozen=True)
class CalledOff:
    """A battle without a verdict; ``why`` is "lifted", "unseated" or "changed"."""

    session: str
    at: str
    why: str
    deliberated_s: float | None


@dataclass(frozen=True)
class Ended:
    """The session is over: unplugged, restarted, or nobody listens any more."""

    session: str
    at: str
    lasted_s: float


Record = Started | Battle | CalledOff | Ended
KINDS: dict[str, type[Record]] = {
    "started": Started,
    "battle": Battle,
    "called-off": CalledOff,
    "ended": Ended,
}


@dataclass
class Book:
    """All that a file holds. ``unreadable`` counts lines that were torn or are not ours."""

    started: list[Started] = field(default_factory=list)
    battles: list[Battle] = field(default_factory=list)
    called_off: list[CalledOff] = field(default_factory=list)
    ended: list[Ended] = field(default_factory=list)
    unreadable: int = 0

    def add(self, record: Record) -> None:
        """Put a record where it belongs."""
        match record:
            case Started():
                self.started.append(record)
            case Battle():
                self.battles.append(record)
            case CalledOff():
                self.called_off.append(record)
            case Ended():
                self.ended.append(record)


def as_dict(record: Record) -> dict[str, Any]:
    """A record for JSON."""
    what = next(name for name, kind in KINDS.items() if isinstance(record, kind))
    return {"what": what, **asdict(record)}


def from_dict(found: Any) -> Record | None:
    """The record that a JSON object is; None if it is none."""
    kind = KINDS.get(str(found.get("what"))) if isinstance(found, dict) else None
    if kind is None or not all(name in found and _FITS[name](found[name]) for name in _names(kind)):
        return None
    return kind(**{name: found[name] for name in _names(kind)})


def _names(kind: type[Record]) -> list[str]:
    return [each.name for each in fields(kind)]


def _is_time(value: Any) -> bool:
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except (TypeError, ValueError):
        return False


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_count(value: Any) -> bool:
    return type(value) is int


def _is_duration(value: Any) -> bool:
    return value is None or isinstance(value, (int, float))


_FITS: dict[str, Callable[[Any], bool]] = {
    "session": _is_text,
    "at": _is_time,
    "protocol": _is_count,
    "version": _is_text,
    "reader": _is_text,
    "battle": _is_count,
    "cls": lambda value: value in rules.CLASSES,
    "why": _is_text,
    "deliberated_s": _is_duration,
    "took_s": _is_duration,
    "lasted_s": _is_duration,
}


def book(found: Iterable[Any]) -> Book:
    """A book of records as JSON objects; None stands for a line that was none."""
    made = Book()
    for each in found:
        record = from_dict(each)
        if record is None:
            made.unreadable += 1
        else:
            made.add(record)
    return made
