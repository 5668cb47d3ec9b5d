"""No host, however bad, changes what the players see and hear."""

import random

import pytest

from arbiter_sim import Box
from box.battles import DELIBERATION_MS, TONE_MS, example_of, perceived


def play(host, meddle=None):
    """Lights and tones of a battle while `meddle(box)` is called every 100 ms."""
    red, blue = example_of("blue")
    with Box(host=host, seed=5) as box:
        box.insert("red", red)
        box.insert("blue", blue)
        for _ in range((DELIBERATION_MS + TONE_MS) // 100 + 10):
            if meddle:
                meddle(box)
            box.wait(100)
        return perceived(box.log)


def come_and_go():
    moves = random.Random(6)
    return lambda box: moves.choice([box.host.read, box.host.stall, box.host.detach])()


def noise(size, seed):
    sent = random.Random(seed)
    return lambda box: box.host.send(sent.randbytes(size))


MEDDLERS = {
    "10 KB of noise": noise(10_240 // 55, 1),
    "noise, all of it line ends": lambda box: box.host.send(b"\n" * 200),
    "10 KB at once": lambda box: box.host.send(b"\x03\x04" * 5120) if box.now_ms < 100 else None,
    "a host that comes and goes": come_and_go(),
    "more questions than answers fit": lambda box: box.host.send(b'{"ask": "state"}\n' * 100),
}


@pytest.mark.parametrize("meddle", MEDDLERS.values(), ids=MEDDLERS)
@pytest.mark.parametrize("host", ["reading", "stalled"])
def test_lights_and_tones_are_as_without_a_host(host, meddle):
    assert play(host, meddle) == play("absent")


def ten_thousand_events(host):
    """A box after 5,000 pieces that came and went: each of them two events."""
    box = Box(host=host)
    for _ in range(5000):
        box.hold("red", 0b0000111)
        box.wait(90)
        box.hold("red", 0)
        box.wait(90)
    return box


def test_a_stalled_host_costs_bounded_memory_and_is_told_how_much_it_missed():
    with ten_thousand_events("stalled") as box, ten_thousand_events("absent") as other:
        assert perceived(box.log) == perceived(other.log)
        assert len(perceived(box.log)) > 10_000
        box.host.read()
        box.wait(100)
        box.host.send(b'{"ask": "counters", "id": 1}\n')
        box.wait(100)
    lines = box.host.received.splitlines()
    assert len(lines) < 40
    assert box.events[-1]["reply"] == "counters"
    assert 9000 < box.events[-1]["dropped"] <= 10_000


def test_a_host_that_comes_late_is_greeted_and_sees_nothing_stale():
    with Box(host="absent") as box:
        box.hold("red", 0b0000111)
        box.wait(500)
        box.host.read()
        box.wait(100)
    assert [event["event"] for event in box.events] == ["hello", "state"]
    assert box.events[1]["state"] == "waiting"
