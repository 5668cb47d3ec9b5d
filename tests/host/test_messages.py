"""Lines of a box as records."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter import protocol, rules, session
from arbiter_host import messages, states, tell
from arbiter_host.messages import Aborted, Counters, Error, Fault, Hello, State, Verdict, decode

EVENTS = [
    (Hello(1, "0.1.0", "contacts"), "hello", "firmware 0.1.0, reads contacts"),
    (State("waiting", "seated", "empty"), "state", "waiting for the second piece (red seated"),
    (Verdict("tie", 3), "verdict", "battle 3: a tie: both are out"),
    (Aborted("lifted"), "aborted", "no verdict: a piece was lifted"),
    (Fault(1, "settings.toml"), "fault", "fault 1: settings.toml"),
]
REPLIES = [
    (Counters(1, 2, 9, 3, 4), "counters", "1 battles, 2 called off; 3 lines dropped, 4 not"),
    (Error("not JSON"), "error", "the box did not understand: not JSON"),
]


def pairs(body: messages.Body) -> tuple[tuple[str, object], ...]:
    return tuple(("class" if key == "cls" else key, value) for key, value in vars(body).items())


@pytest.mark.parametrize(("body", "name", "told"), EVENTS)
def test_what_the_firmware_writes_is_read(body: messages.Body, name: str, told: str) -> None:
    message = decode(protocol.event(name, pairs(body)).rstrip())
    assert message is not None
    assert (message.body, message.is_reply, message.reply_to) == (body, False, None)
    assert tell.line(body).startswith(told)


@pytest.mark.parametrize(("body", "name", "told"), REPLIES)
def test_replies_have_the_id_of_their_request(body: messages.Body, name: str, told: str) -> None:
    message = decode(protocol.reply(name, 12, pairs(body)).rstrip())
    assert message is not None
    assert (message.body, message.is_reply, message.reply_to) == (body, True, 12)
    assert tell.line(body).startswith(told)


def test_the_words_are_the_firmwares() -> None:
    assert set(states.STATES) == {*session.TABLE, "service", "fault"}
    assert set(states.CLASSES) == set(rules.CLASSES)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b'{"event": []}',
        b'{"event": "state"}',
        b'{"event": "verdict", "class": "red", "battle": true}',
        b'{"event": "verdict", "class": "red", "battle": -1}',
        b'{"event": "verdict", "class": ["red"], "battle": 1}',
        b'{"event": "fault", "number": 1, "text": "\\u001b[2J"}',
        b'{"reply": "hello", "id": "1", "protocol": 1, "version": "1", "reader": "nfc"}',
        b'{"event": "hel\xff"}',
    ],
)
def test_what_is_no_message(line: bytes) -> None:
    assert decode(line) is None


@given(st.binary(max_size=200))
def test_no_bytes_upset_it(line: bytes) -> None:
    decode(line)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_no_value_upsets_it(value: object) -> None:
    for name in ("event", "reply"):
        assert decode(json.dumps({name: value}).encode()) is None
