"""What a box says in service mode, beyond what it says in play, as records.

Here, and only here, a box names pieces: to the person who held its button at power-up. Levels,
spreads and margins are in LSB of 4096 for 3300 mV.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from arbiter import pieces, protocol
from arbiter_host.messages import PLAY, Error, Shape, Shapes, is_count, is_text, one_of

SLOTS = ("red", "blue")
CONTACTS = 7
FROM = ("default", "file", "device")
_WORDS = ("empty", "unseated", "test piece", *pieces.NAMES)
_LONGEST = 500  # of a refusal, which may name all 15 pieces
_LINE_OF_KINDS = len(pieces.KINDS)
Seen = str | list[int]


@dataclass(frozen=True)
class Raw:
    """Of each slot what is seen (contacts as digits, [median, spread] or UID) and what it is."""

    red: Seen
    red_is: str
    blue: Seen
    blue_is: str

    def of(self, slot: str) -> tuple[Seen, str]:
        """What one slot sees, and what that is."""
        return (self.red, self.red_is) if slot == "red" else (self.blue, self.blue_is)


@dataclass(frozen=True)
class Live:
    on: bool


@dataclass(frozen=True)
class Lights:
    """A test of the lights has begun, and takes ``ms``."""

    colour: str
    ms: int


@dataclass(frozen=True)
class Sound:
    """A scale has begun, and takes ``ms``."""

    hz: list[int]
    ms: int


@dataclass(frozen=True)
class Contacts:
    """Of each slot the contacts seen closed and those seen open since power-up, as digits."""

    red_closed: str
    red_open: str
    blue_closed: str
    blue_open: str

    def of(self, slot: str) -> tuple[str, str]:
        """(closed, open) of one slot."""
        if slot == "red":
            return self.red_closed, self.red_open
        return self.blue_closed, self.blue_open


@dataclass(frozen=True)
class Keys:
    keys: list[str]


@dataclass(frozen=True)
class Setting:
    """``allowed`` is [lowest, highest] of a number, else the words."""

    key: str
    value: int | str
    source: str
    default: int | str
    allowed: list[int] | list[str]
    unit: str
    meaning: str


@dataclass(frozen=True)
class Erased:
    """All that was kept is gone."""


@dataclass(frozen=True)
class Measurement:
    slot: str
    piece: str
    level: int
    spread: int
    margin: int
    missing: int


@dataclass(frozen=True)
class Levels:
    """``levels`` by kind, None where there is none."""

    slot: str
    levels: list[int | None]


@dataclass(frozen=True)
class Windows:
    """The thresholds of a slot, between two neighbours each, and the least margin."""

    slot: str
    thresholds: list[int]
    margin: int | None = None


@dataclass(frozen=True)
class Tag:
    """A tag's piece; ``count`` is of all tags that are now registered."""

    tag: str
    slot: str
    piece: str
    count: int


@dataclass(frozen=True)
class Page:
    """Some tags, each as [tag, slot, piece]."""

    count: int
    start: int
    tags: list[list[str]]


def _is_number(value: Any) -> bool:
    return type(value) is int


def _is_value(value: Any) -> bool:
    return _is_number(value) or is_text(value)


def _is_refusal(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST and value.isprintable()


def _is_on(value: Any) -> bool:
    return isinstance(value, bool)


def _is_seen(value: Any) -> bool:
    return is_text(value) or (_list_of(is_count)(value) and len(value) == 2)


def _is_digits(value: Any) -> bool:
    return isinstance(value, str) and len(value) == CONTACTS and not value.strip("01")


def _is_levels(value: Any) -> bool:
    one = _list_of(lambda level: level is None or is_count(level))
    return one(value) and len(value) == _LINE_OF_KINDS


def _is_thresholds(value: Any) -> bool:
    return _list_of(is_count)(value) and len(value) == _LINE_OF_KINDS + 1


def _is_tag(value: Any) -> bool:
    return isinstance(value, str) and bool(value) and not value.strip("0123456789abcdef")


def _is_entry(value: Any) -> bool:
    fits = (_is_tag, _is_slot, _is_piece)
    return (
        isinstance(value, list)
        and len(value) == len(fits)
        and all(fit(each) for fit, each in zip(fits, value, strict=True))
    )


def _list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


_is_slot = one_of(SLOTS)
_is_piece = one_of(pieces.NAMES)
_is_word = one_of(_WORDS)

_RAW: Shape = (
    Raw,
    (("red", _is_seen), ("red_is", _is_word), ("blue", _is_seen), ("blue_is", _is_word)),
)
_CONTACTS: Shape = (
    Contacts,
    tuple((f"{slot}_{way}", _is_digits) for slot in SLOTS for way in ("closed", "open")),
)
_SETTING: Shape = (
    Setting,
    (
        ("key", is_text),
        ("value", _is_value),
        ("from", one_of(FROM)),
        ("default", _is_value),
        ("allowed", _list_of(_is_value)),
        ("unit", is_text),
        ("meaning", is_text),
    ),
)
_MEASUREMENT: Shape = (
    Measurement,
    (
        ("slot", _is_slot),
        ("piece", _is_piece),
        ("level", is_count),
        ("spread", is_count),
        ("margin", _is_number),
        ("missing", is_count),
    ),
)
_TAG: Shape = (
    Tag,
    (("tag", _is_tag), ("slot", _is_slot), ("piece", _is_piece), ("count", is_count)),
)

SERVICE = Shapes(
    {**PLAY.events, protocol.RAW: (_RAW,)},
    {
        **PLAY.replies,
        protocol.ERROR: ((Error, (("text", _is_refusal),)),),
        protocol.RAW: (_RAW,),
        "live": ((Live, (("on", _is_on),)),),
        "selftest": (
            (Lights, (("colour", is_text), ("ms", is_count))),
            (Sound, (("hz", _list_of(is_count)), ("ms", is_count))),
            _CONTACTS,
        ),
        "settings": ((Keys, (("keys", _list_of(is_text)),)),),
        "setting": (_SETTING,),
        "set": (_SETTING,),
        "reset-factory": ((Erased, ()),),
        "measure": (_MEASUREMENT,),
        "measured": ((Levels, (("slot", _is_slot), ("levels", _is_levels))),),
        "calibrate": (
            (
                Windows,
                (("slot", _is_slot), ("thresholds", _is_thresholds), ("margin", _is_number)),
            ),
        ),
        "uncalibrate": ((Windows, (("slot", _is_slot), ("thresholds", _is_thresholds))),),
        "register": (_TAG,),
        "forget": (_TAG,),
        "tags": ((Page, (("count", is_count), ("from", is_count), ("tags", _list_of(_is_entry)))),),
    },
)
