"""In play nothing that the host keeps or shows can hold a rank: every field there is, by name."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest

from arbiter import pieces, rules
from arbiter_host import messages, states
from arbiter_host.service_messages import SERVICE, Raw
from arbiter_host.view import View
from arbiter_host.watch import Answered, Connected, Counted, Found, Heard, Lost, Seen

# What each can hold: a word of a fixed list, a number, or the firmware's own fixed texts.
SAID = {
    messages.Hello: ["protocol", "version", "reader"],
    messages.State: ["state", "red", "blue"],
    messages.Verdict: ["cls", "battle"],
    messages.Aborted: ["why"],
    messages.Fault: ["number", "text"],
    messages.Counters: ["battles", "aborts", "crashes", "dropped", "bad"],
    messages.Error: ["text"],
    messages.Message: ["body", "is_reply", "reply_to", "raw"],
}
NEWS = {
    Connected: ["address", "hello"],
    Found: ["state"],
    Heard: ["message"],
    Counted: ["counters", "bad", "late"],
    Lost: ["why"],
    Answered: ["text"],
    Seen: ["raw"],  # of service mode: see below
}
SHOWN = [
    "address",
    "firmware",
    "reader",
    "connected",
    "lost_why",
    "state",
    "sees",
    "battles",
    "counters",
    "fault",
    "bad",
    "late",
    "links",
    "echo",
    "narrator",
]
NAMES = [pieces.name(kind) for kind in pieces.KINDS]


@pytest.mark.parametrize(("record", "known"), [*SAID.items(), *NEWS.items(), (View, SHOWN)])
def test_the_fields_are_those(record: type, known: list[str]) -> None:
    assert [each.name for each in fields(record)] == known


def test_the_words_are_no_pieces() -> None:
    words = [*states.WORDS, *states.WORDS.values(), *rules.CLASSES, *states.CLASSES.values()]
    words += [*messages.SEATS, *messages.READERS, *messages.WHY_ABORTED, *states.ABORTS.values()]
    officers = [name for name in NAMES if name != "Flag"]  # a captured Flag is a verdict's class
    assert not [(word, name) for word in words for name in officers if name.lower() in word.lower()]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "line",
    [
        {"event": "state", "state": "waiting", "red": "?", "blue": "empty"},
        {"event": "state", "state": "?", "red": "empty", "blue": "empty"},
        {"event": "verdict", "class": "?", "battle": 1},
        {"event": "verdict", "class": "red", "battle": "?"},
        {"event": "aborted", "why": "?"},
        {"event": "hello", "protocol": 1, "version": "0.1.0", "reader": "?"},
        {"event": "?", "red": "seated"},
    ],
)
def test_a_rank_where_a_word_belongs_is_no_message(line: dict[str, object], name: str) -> None:
    said = json.dumps(line).replace("?", name)
    assert messages.decode(said.encode()) is None


def test_a_field_that_does_not_belong_is_not_kept() -> None:
    line = b'{"event": "verdict", "class": "red", "battle": 1, "piece": "Colonel"}'
    assert messages.decode(line) is None


RAW = b'{"event": "raw", "red": "1100110", "red_is": "Colonel", "blue": "", "blue_is": "empty"}'


def test_what_a_slot_sees_is_no_message_of_play() -> None:
    """`log` understands play's words only, so that it can keep no more."""
    assert messages.decode(RAW) is None


@pytest.mark.parametrize("state", [word for word in states.STATES if word != "service"])
def test_the_view_shows_what_a_slot_sees_in_service_mode_only(state: str) -> None:
    view = View()
    heard = messages.decode(RAW, SERVICE)
    assert heard is not None
    assert isinstance(heard.body, Raw)
    view.hear(Found(messages.State("service", "seated", "empty")), 0)
    view.hear(Heard(heard), 0)
    assert view.sees == heard.body
    view.hear(Found(messages.State(state, "seated", "empty")), 0)
    assert view.sees is None
    assert view.hear(Heard(heard), 0) == ""
    assert view.hear(Seen(heard.body), 0) == ""
    assert view.sees is None
