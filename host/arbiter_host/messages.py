"""What a box says, as records: a whitelist, so that nothing else gets into the host.

Every field is a word of a fixed list, a count, or (version, fault text) a text that the firmware
composes from no piece. A line with a field too few, too many or of another kind is no message.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from arbiter import protocol, rules
from arbiter_host import states

SEATS = ("unread", "empty", "unseated", "seated")
READERS = ("contacts", "resistors", "nfc")
WHY_ABORTED = ("lifted", "unseated", "changed")
_LONGEST = 200  # of a text; the firmware's own are far shorter


@dataclass(frozen=True)
class Hello:
    protocol: int
    version: str
    reader: str


@dataclass(frozen=True)
class State:
    state: str
    red: str
    blue: str


@dataclass(frozen=True)
class Verdict:
    cls: str
    battle: int


@dataclass(frozen=True)
class Aborted:
    why: str


@dataclass(frozen=True)
class Fault:
    number: int
    text: str


@dataclass(frozen=True)
class Counters:
    battles: int
    aborts: int
    crashes: int
    dropped: int
    bad: int


@dataclass(frozen=True)
class Error:
    """The box did not understand a request."""

    text: str


Body = Hello | State | Verdict | Aborted | Fault | Counters | Error


@dataclass(frozen=True)
class Message:
    """A line of the box. ``reply_to`` is the request's id; None for an event or an error."""

    body: Body
    is_reply: bool
    reply_to: int | None
    raw: str


def is_count(value: Any) -> bool:
    """Whether it is a whole number that is not negative."""
    return type(value) is int and value >= 0


def is_text(value: Any) -> bool:
    """Whether it is a text of ordinary length."""
    return isinstance(value, str) and len(value) <= _LONGEST and value.isprintable()


def one_of(words: tuple[str, ...]) -> Callable[[Any], bool]:
    """A test whether something is one of the words."""
    return lambda value: isinstance(value, str) and value in words


_ENVELOPE = {"event", "reply", "id"}
Fields = tuple[tuple[str, Callable[[Any], bool]], ...]
Shape = tuple[type, Fields]


class Shapes(NamedTuple):
    """By the name of an event or a reply, the shapes that it can have."""

    events: Mapping[str, Sequence[Shape]]
    replies: Mapping[str, Sequence[Shape]]


_HELLO: Shape = (
    Hello,
    (("protocol", is_count), ("version", is_text), ("reader", one_of(READERS))),
)
_STATE: Shape = (
    State,
    (("state", one_of(states.STATES)), ("red", one_of(SEATS)), ("blue", one_of(SEATS))),
)
_VERDICT: Shape = (Verdict, (("class", one_of(rules.CLASSES)), ("battle", is_count)))
_ABORTED: Shape = (Aborted, (("why", one_of(WHY_ABORTED)),))
_FAULT: Shape = (Fault, (("number", is_count), ("text", is_text)))
_COUNTERS: Shape = (
    Counters,
    tuple((name, is_count) for name in ("battles", "aborts", "crashes", "dropped", "bad")),
)
_ERROR: Shape = (Error, (("text", is_text),))

PLAY = Shapes(
    {
        protocol.HELLO: (_HELLO,),
        protocol.STATE: (_STATE,),
        protocol.VERDICT: (_VERDICT,),
        protocol.ABORTED: (_ABORTED,),
        protocol.FAULT: (_FAULT,),
    },
    {
        protocol.HELLO: (_HELLO,),
        protocol.STATE: (_STATE,),
        protocol.COUNTERS: (_COUNTERS,),
        protocol.ERROR: (_ERROR,),
    },
)


def decode(line: bytes, shapes: Shapes = PLAY) -> Message | None:
    """The message on a line without its newline; None if it is none of these shapes."""
    try:
        fields = json.loads(line)
    except ValueError:
        return None
    if not isinstance(fields, dict):
        return None
    is_reply = "reply" in fields
    name = fields.get("reply" if is_reply else "event")
    body = _body(name, fields, shapes.replies if is_reply else shapes.events)
    request_id = fields.get("id")
    if body is None or not (request_id is None or is_count(request_id)):
        return None
    return Message(body, is_reply, request_id, line.decode().strip())


def _body(name: Any, fields: dict[str, Any], shapes: Mapping[str, Sequence[Shape]]) -> Any:
    for kind, wanted in shapes.get(name, ()) if isinstance(name, str) else ():
        if not all(key in fields and fits(fields[key]) for key, fits in wanted):
            continue
        # Whatever else it is, it is not to be shown or stored.
        if not set(fields) - {key for key, _ in wanted} - _ENVELOPE:
            return kind(*(fields[key] for key, _ in wanted))
    return None
