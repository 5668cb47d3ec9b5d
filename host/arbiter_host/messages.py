"""What a box says, as records: a whitelist, so that nothing else gets into the host.

Every field is a word of a fixed list, a count, or (version, fault text) a text that the firmware
composes from no piece. A line with a field too few, too many or of another kind is no message.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

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


def decode(line: bytes) -> Message | None:
    """The message on a line without its newline; None if it is none that we know."""
    try:
        fields = json.loads(line)
    except ValueError:
        return None
    if not isinstance(fields, dict):
        return None
    is_reply = "reply" in fields
    name = fields.get("reply" if is_reply else "event")
    body = _body(name, fields, _REPLIES if is_reply else _EVENTS)
    request_id = fields.get("id")
    if body is None or not (request_id is None or _is_count(request_id)):
        return None
    return Message(body, is_reply, request_id, line.decode().strip())


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST and value.isprintable()


def _one_of(words: tuple[str, ...]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in words


_ENVELOPE = {"event", "reply", "id"}
_Fields = tuple[tuple[str, Callable[[Any], bool]], ...]
_Shape = tuple[type, _Fields]

_HELLO: _Shape = (
    Hello,
    (("protocol", _is_count), ("version", _is_text), ("reader", _one_of(READERS))),
)
_STATE: _Shape = (
    State,
    (("state", _one_of(states.STATES)), ("red", _one_of(SEATS)), ("blue", _one_of(SEATS))),
)
_VERDICT: _Shape = (Verdict, (("class", _one_of(rules.CLASSES)), ("battle", _is_count)))
_ABORTED: _Shape = (Aborted, (("why", _one_of(WHY_ABORTED)),))
_FAULT: _Shape = (Fault, (("number", _is_count), ("text", _is_text)))
_COUNTERS: _Shape = (
    Counters,
    tuple((name, _is_count) for name in ("battles", "aborts", "crashes", "dropped", "bad")),
)
_ERROR: _Shape = (Error, (("text", _is_text),))

_EVENTS: dict[str, _Shape] = {
    protocol.HELLO: _HELLO,
    protocol.STATE: _STATE,
    protocol.VERDICT: _VERDICT,
    protocol.ABORTED: _ABORTED,
    protocol.FAULT: _FAULT,
}
_REPLIES: dict[str, _Shape] = {
    protocol.HELLO: _HELLO,
    protocol.STATE: _STATE,
    protocol.COUNTERS: _COUNTERS,
    protocol.ERROR: _ERROR,
}


def _body(name: Any, fields: dict[str, Any], shapes: dict[str, _Shape]) -> Body | None:
    if not isinstance(name, str) or name not in shapes:
        return None
    kind, wanted = shapes[name]
    if not all(key in fields and fits(fields[key]) for key, fits in wanted):
        return None
    if set(fields) - {key for key, _ in wanted} - _ENVELOPE:
        return None  # whatever it is, it is not to be shown or stored
    return kind(*(fields[key] for key, _ in wanted))
