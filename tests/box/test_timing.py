"""Times, read off the log; everywhere right, also across the wrap of the tick counter."""

import json
from itertools import pairwise

import pytest

from arbiter import codes
from arbiter_sim import Box
from box.battles import CLASSES, DELIBERATION_MS, TAPS_MS, TONE_MS, example_of, perceived

WRAP_MS = 65_536  # the board's ticks start that long before they wrap
DAYS_60_MS = 60 * 24 * 3600 * 1000
SETTLE_MS, FIRST_LIGHT_MS = 60, 100
POLL_MS = 5  # what bounces between two looks of the box, it does not see
INSERTED_MS = 20  # a piece goes in over 8 ms, the last contact bounces for up to 5
# The wrap falls before, at the start of, inside and at the end of the battle, and in Taps.
STARTS = [
    0,
    DAYS_60_MS,
    *(WRAP_MS - before for before in (0, 600, 1300, 1370, 2000, 4300, 4400, 9000)),
]


def play(cls, uptime_ms=0, seed=0):
    """(log, ms of the last change of the second piece's contacts) of a battle of that class."""
    red, blue = example_of(cls)
    with Box(uptime_ms=uptime_ms, seed=seed) as box:
        box.wait(500)
        box.insert("red", red)
        box.wait(800)
        box.insert("blue", blue)
        box.wait(INSERTED_MS)
        last_change = box.last_change_ms
        box.wait(DELIBERATION_MS + TONE_MS + TAPS_MS + 1000)
        return box.log, last_change


def states(log):
    """{state: ms when the box entered it}, from what it says on USB."""
    entered = {}
    for t_us, kind, data in log:
        if kind == "usb" and b'"state"' in data:
            for line in data.splitlines():
                entered[json.loads(line)["state"]] = t_us / 1000
    return entered


@pytest.mark.parametrize("uptime_ms", STARTS)
def test_deliberation_lasts_three_seconds(uptime_ms):
    log, _ = play("red", uptime_ms)
    entered = states(log)
    assert entered["verdict"] - entered["deliberating"] == pytest.approx(DELIBERATION_MS, abs=20)
    assert entered["spent"] - entered["verdict"] == pytest.approx(TONE_MS, abs=20)


@pytest.mark.parametrize("uptime_ms", STARTS)
def test_taps_lasts_its_24_notes(uptime_ms):
    log, _ = play("blue-captures", uptime_ms)
    entered = states(log)
    assert entered["spent"] - entered["victory"] == pytest.approx(TAPS_MS, abs=20)
    notes = [hz for ms, hz, duty in log.tones() if ms >= entered["victory"] and duty]
    assert len(notes) == 24


@pytest.mark.parametrize("seed", range(20))
def test_first_light_comes_within_100_ms_of_the_last_bounce_but_not_before_the_settle_time(seed):
    log, last_change = play("tie", seed=seed)
    first_light = states(log)["deliberating"]
    assert SETTLE_MS - POLL_MS <= first_light - last_change <= FIRST_LIGHT_MS
    frames = [ms for ms, _ in log.frames() if ms >= last_change]
    assert frames[0] == first_light


@pytest.mark.parametrize("phase_ms", [step / 4 for step in range(80)])
def test_a_piece_counts_once_it_has_held_still_for_the_settle_time(phase_ms):
    with Box() as box:
        box.hold("red", codes.WORDS[5])
        box.wait(500 + phase_ms)
        box.hold("blue", codes.WORDS[9])
        box.wait_for("deliberating", 500)
        assert SETTLE_MS <= box.now_ms - box.last_change_ms <= FIRST_LIGHT_MS


@pytest.mark.parametrize("cls", CLASSES)
def test_frames_of_the_deliberation_are_at_most_20_ms_apart(cls):
    log, _ = play(cls)
    entered = states(log)
    end = entered.get("verdict") or entered["victory"]
    frames = [ms for ms, _ in log.frames() if entered["deliberating"] <= ms <= end]
    assert max(later - ms for ms, later in pairwise(frames)) <= 20
    assert len(frames) == 151


@pytest.mark.parametrize("cls", CLASSES)
def test_the_same_log_whatever_the_tick_counter_reads(cls):
    expected = perceived(play(cls)[0])
    for uptime_ms in STARTS[1:]:
        assert perceived(play(cls, uptime_ms)[0]) == expected, uptime_ms


def test_a_box_left_alone_for_days_judges_as_on_the_first():
    """Also beyond 2**28 ms (3.1 days), where two ticks can no longer be told apart."""
    red, blue = example_of("red-captures")
    with Box() as box:
        box.wait(500)
        for rest_ms in (1000, 2**28 - 1000, 2**28 + 1000, DAYS_60_MS):
            box.pass_over(rest_ms)
            assert box.state == "asleep"
            box.insert("red", red)
            box.wait(500)
            box.pass_over(rest_ms)
            assert box.state == "waiting"
            box.insert("blue", blue)
            box.wait(DELIBERATION_MS + TONE_MS + TAPS_MS + 1000)
            assert box.state == "spent"
            lit = box.pixels
            box.wait(60_000)
            box.pass_over(rest_ms)
            assert box.state == "spent"
            assert 0 < sum(map(sum, box.pixels)) < sum(map(sum, lit))
            box.lift("red")
            box.lift("blue")
            box.wait(500)
            assert box.state == "asleep"
            assert box.pixels == ((0, 0, 0),) * 8
    assert [e["class"] for e in box.events if e["event"] == "verdict"] == ["red-captures"] * 4
