"""The box's end of the link: greets, reports, and gives one line for one line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.link import Link

LONGEST_REQUEST = 96
FIELDS = {
    "hello": (("protocol", 1), ("version", "9.9.9"), ("reader", "contacts")),
    "state": (("state", "asleep"), ("red", "empty"), ("blue", "empty")),
    "counters": (("battles", 1), ("aborts", 0), ("dropped", 0), ("bad", 0)),
}


class Wire:
    """A port with a host at its other end."""

    idle = True
    dropped = 0

    def __init__(self):
        self.connected = False
        self.to_box = b""
        self.queued = b""
        self.sent = b""
        self.link = Link(self, FIELDS.__getitem__, ("hello", "state"))

    def read(self):
        got, self.to_box = self.to_box[:64], self.to_box[64:]
        return got

    def send(self, line):
        self.queued += line

    def pump(self):
        self.sent += self.queued
        self.queued = b""

    def clear(self):
        self.queued = self.sent = self.to_box = b""

    def connect(self):
        """A host opens the port; returns what it is greeted with."""
        self.connected = True
        self.link.step()
        return self.take()

    def leave(self):
        self.connected = False
        self.link.step()

    def ask(self, data):
        """Send bytes, let the box step until all are read; returns the lines that it says."""
        self.to_box += data
        self.link.step()
        while self.to_box:
            self.link.step()
        return self.take()

    def take(self):
        lines, self.sent = self.sent.split(b"\n"), b""
        assert lines.pop() == b""
        return [json.loads(line) for line in lines if line]


@pytest.fixture
def wire():
    """A link whose host has been greeted."""
    wire = Wire()
    wire.connect()
    return wire


def reply(name, number):
    return {"reply": name, "id": number, **dict(FIELDS[name])}


def error(text):
    return {"reply": "error", "id": None, "text": text}


def test_a_host_is_greeted_once():
    wire = Wire()
    assert wire.connect() == [
        {"event": "hello", **dict(FIELDS["hello"])},
        {"event": "state", **dict(FIELDS["state"])},
    ]
    wire.link.step()
    assert wire.take() == []


def test_a_greeting_begins_on_a_line_of_its_own():
    wire = Wire()
    wire.connected = True
    wire.link.step()
    assert wire.sent.startswith(b'\n{"event": "hello"')


def test_nothing_is_said_while_no_host_is_there():
    wire = Wire()
    wire.link.report("verdict", (("class", "red"), ("battle", 1)))
    wire.link.step()
    assert wire.sent == b""


def test_events_are_reported_in_order(wire):
    for battle in (1, 2):
        wire.link.report("verdict", (("class", "red"), ("battle", battle)))
    wire.link.step()
    assert wire.take() == [
        {"event": "verdict", "class": "red", "battle": battle} for battle in (1, 2)
    ]


@pytest.mark.parametrize("name", FIELDS)
def test_a_request_gets_one_reply_with_its_id(wire, name):
    assert wire.ask(b'{"ask": "%s", "id": 7}\n' % name.encode()) == [reply(name, 7)]
    assert wire.ask(b'{"ask": "%s"}\r\n' % name.encode()) == [reply(name, None)]
    assert wire.link.bad == 0


def test_a_request_may_come_in_pieces_or_with_others(wire):
    for byte in b'{"ask": "hello", "id": 1}':
        assert wire.ask(bytes([byte])) == []
    assert wire.ask(b'\n{"ask": "state", "id": 2}\n{"ask": "hel') == [
        reply("hello", 1),
        reply("state", 2),
    ]
    assert wire.ask(b'lo", "id": 3}\n') == [reply("hello", 3)]


def test_blank_lines_are_no_requests(wire):
    assert wire.ask(b"\n\r\n\n\r\n") == []
    assert wire.link.bad == 0


def test_a_bad_line_gets_one_error_and_the_next_line_is_good(wire):
    assert wire.ask(b'AT\r\n{"ask": "hello", "id": 1}\n') == [error("not JSON"), reply("hello", 1)]
    assert wire.link.bad == 1


def test_a_line_of_the_greatest_length_is_read_and_a_longer_one_is_refused_once(wire):
    request = b'{"ask": "hello", "id": 1}'
    longest = request.ljust(LONGEST_REQUEST)
    assert wire.ask(longest + b"\n") == [reply("hello", 1)]
    assert wire.ask(longest + b" \n") == [error("line too long")]
    assert wire.ask(b"x" * 10_000) == []
    assert wire.ask(request + b"\n") == [error("line too long")]
    assert wire.ask(request + b"\n") == [reply("hello", 1)]
    assert wire.link.bad == 2


def test_a_second_host_is_greeted_and_finishes_no_line_of_the_first(wire):
    wire.ask(b'{"ask": "hello", ')
    wire.leave()
    assert wire.connect()[0]["event"] == "hello"
    assert wire.ask(b'"id": 1}\n') == [error("not JSON")]
    wire.ask(b"x" * 200)
    wire.leave()
    wire.connect()
    assert wire.ask(b'{"ask": "hello", "id": 2}\n') == [reply("hello", 2)]


def test_a_host_gets_nothing_that_happened_before_it_came(wire):
    wire.leave()
    wire.link.report("verdict", (("class", "red"), ("battle", 1)))
    assert [line["event"] for line in wire.connect()] == ["hello", "state"]


noise = st.binary(max_size=300) | st.lists(
    st.sampled_from([b"\n", b"\r", b"{", b"}", b'"ask": ', b'"hello"', b'"id": 7', b",", b"\xff"]),
    max_size=60,
).map(b"".join)


@given(st.lists(noise, max_size=5))
def test_noise_gets_at_most_a_reply_a_line_and_the_box_still_listens(pieces):
    wire = Wire()
    wire.connect()
    said = wire.ask(b"".join(pieces))
    lines = [line for line in b"".join(pieces).split(b"\n")[:-1] if line not in (b"", b"\r")]
    assert len(said) == len(lines)
    assert wire.link.bad == sum(line["reply"] == "error" for line in said)
    wire.ask(b"\n")
    assert wire.ask(b'{"ask": "counters", "id": 1}\n') == [reply("counters", 1)]
