"""What the box says to a host, whatever happens: whole lines of declared words, and few."""

import json

from hypothesis import given
from hypothesis import strategies as st

from arbiter import codes, settings, ticks
from arbiter.app import App
from arbiter.outage import Outage
from arbiter.readers import ContactReader

LONGEST_LINE = 512
STATES = "starting asleep waiting unseated deliberating verdict victory spent void fault"
SLOT_WORDS = {"unread", "empty", "unseated", "seated"}
CLASSES = {"red", "blue", "tie", "red-captures", "blue-captures", "flag-duel"}


def is_count(value):
    return type(value) is int and value >= 0


def is_text(value):
    return isinstance(value, str)


HELLO = {"protocol": is_count, "version": is_text, "reader": {"contacts"}.__contains__}
COUNTS = ("battles", "aborts", "crashes", "dropped", "bad")
STATE = {
    "state": set(STATES.split()).__contains__,
    "red": SLOT_WORDS.__contains__,
    "blue": SLOT_WORDS.__contains__,
}
DECLARED = {
    ("event", "hello"): HELLO,
    ("event", "state"): STATE,
    ("event", "verdict"): {"class": CLASSES.__contains__, "battle": is_count},
    ("event", "aborted"): {"why": {"lifted", "unseated", "changed"}.__contains__},
    ("event", "fault"): {"number": is_count, "text": is_text},
    ("reply", "hello"): HELLO,
    ("reply", "state"): STATE,
    ("reply", "counters"): dict.fromkeys(COUNTS, is_count),
    ("reply", "error"): {"text": is_text},
}


def assert_declared(line):
    """A line of the link has its declared fields, in order, and no others."""
    assert len(line) <= LONGEST_LINE
    (word, name), *fields = json.loads(line).items()
    if word == "reply":
        assert fields[0][0] == "id"
        fields = fields[1:]
    assert [key for key, _ in fields] == list(DECLARED[word, name])
    for key, value in fields:
        assert DECLARED[word, name][key](value), (key, value)


class Contacts:
    """The driver of one part of the bench."""

    def __init__(self, bits, part):
        self.bits = bits
        self.part = part

    def sample(self):
        return self.bits[self.part]


class Bench:
    """The devices of a box, in memory, and a clock."""

    idle = True
    connected = True
    dropped = 0
    volume = "high"
    hz = 0

    def __init__(self, start=0):
        self.now = start
        self.bits = {"red": 0, "blue": 0, "button": 0}
        self.to_box = b""
        self.said = b""
        self.kept = []

    def app(self):
        values, _ = settings.parse("")
        red, blue, button = (Contacts(self.bits, part) for part in self.bits)
        readers = ContactReader(red), ContactReader(blue), button
        return App(values, *readers, self, self, self, self.kept.append, None, False, crashes=0)

    def fault(self, text):
        _, problems = settings.parse(text)
        return Outage(1, problems, "contacts", 0, self, self, self, console=Bench())

    def run(self, box, ms):
        while ms > 0:
            pause = box.step(self.now)
            assert 1 <= pause <= 20
            self.now = ticks.add(self.now, pause)
            ms -= pause

    def show(self, frame):
        assert len(frame) == 8

    def sound(self, hz):
        self.hz = hz

    def send(self, line):
        assert line.endswith(b"\n")
        assert line.count(b"\n") == 1
        self.said += line

    def read(self):
        got, self.to_box = self.to_box[:64], self.to_box[64:]
        return got

    def pump(self):
        pass

    def clear(self):
        pass

    def lines(self):
        return [line for line in self.said.split(b"\n") if line]


readings = st.sampled_from([0, 0, 0b1111, *codes.WORDS])
requests = st.sampled_from(
    [b"", b"?\n", *(b'{"ask": "%s"}\n' % ask for ask in (b"state", b"counters"))]
)
acts = st.tuples(
    st.sampled_from(["red", "blue", "button"]),
    readings,
    requests,
    st.sampled_from([1, 50, 70, 300, 800, 3100, 5000]),
)


@given(st.integers(0, ticks.PERIOD - 1), st.lists(acts, max_size=12))
def test_in_play_the_box_says_declared_words_only(start, acts):
    bench = Bench(start)
    box = bench.app()
    for part, bits, request, ms in acts:
        bench.bits[part] = bits if part != "button" else int(bits != 0)
        bench.to_box += request
        bench.run(box, ms)
    for line in bench.lines():
        assert_declared(line)


def test_two_hands_and_a_host_see_a_battle():
    bench = Bench()
    box = bench.app()
    bench.run(box, 200)
    bench.bits["red"], bench.bits["blue"] = codes.word(13), codes.word(14)
    bench.run(box, 3200)
    said = [json.loads(line) for line in bench.lines()]
    assert {"event": "verdict", "class": "red", "battle": 1} in said
    assert said[-1]["state"] == "verdict"


@given(st.text(max_size=300) | st.text('A=\U0001f600\x01"\\', min_size=100))
def test_out_of_order_the_box_says_why_in_a_bounded_line(text):
    bench = Bench()
    box = bench.fault(text + "\n?")
    bench.to_box = b'{"ask": "hello"}\n{"ask": "state"}\n{"ask": "counters"}\n?\n'
    bench.run(box, 100)
    for line in bench.lines():
        assert_declared(line)
    assert [json.loads(line).get("event") for line in bench.lines()][:2] == ["hello", "fault"]
    assert len(bench.lines()) == 2 + 4
