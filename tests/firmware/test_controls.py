"""What a press of the button does, without a board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter import cues, session, ticks
from arbiter.controls import Controls

STEP_MS = 10
STATES = sorted(session.TABLE)
SILENT = {session.ASLEEP, session.WAITING, session.SPENT}


class Bench:
    """Button, player, buzzer and memory; and the clock that moves them."""

    def __init__(self, start=0):
        self.now = start
        self.down = 0
        self.volume = "high"
        self.hz = 0
        self.played = []
        self.kept = []
        self.play = session.Session({})
        self.controls = Controls(self, self, self, self.kept.append)

    def sample(self):
        return self.down

    def sound(self, timeline, now):  # noqa: ARG002 - as the player has it
        self.played.append(timeline)

    def run(self, ms):
        for _ in range(ms // STEP_MS):
            self.controls.step(self.play, self.now)
            self.now = ticks.add(self.now, STEP_MS)

    def press(self, ms):
        self.down = 1
        self.run(ms)
        self.down = 0
        self.run(100)


@pytest.fixture(params=[0, ticks.PERIOD - 500])
def bench(request):
    bench = Bench(request.param)
    bench.play.state = session.ASLEEP
    return bench


def test_short_presses_step_through_the_volumes(bench):
    heard = []
    for _ in range(4):
        bench.press(100)
        heard.append(bench.volume)
    assert heard == ["off", "low", "high", "off"]


def test_a_bounce_is_no_press(bench):
    for _ in range(20):
        bench.press(20)
    assert bench.volume == "high"


def test_it_clicks_only_in_silence(bench):
    bench.press(100)
    assert bench.played == [cues.CLICK]
    bench.hz = 440
    bench.press(100)
    assert bench.played == [cues.CLICK]


def test_the_volume_is_kept_once_two_seconds_after_the_last_press(bench):
    for _ in range(5):
        bench.press(100)
    bench.run(1800)
    assert bench.kept == []
    bench.run(300)
    assert bench.kept == ["low"]
    bench.run(10_000)
    assert bench.kept == ["low"]


@pytest.mark.parametrize("state", STATES)
def test_it_is_kept_in_silent_states_only(bench, state):
    bench.play.state = state
    bench.press(100)
    bench.run(5000)
    assert bench.kept == (["off"] if state in SILENT else [])
    bench.play.state = session.ASLEEP
    bench.run(100)
    assert bench.kept == ["off"]


def test_nor_is_it_while_something_sounds(bench):
    bench.press(100)
    bench.hz = 440
    bench.run(5000)
    assert bench.kept == []
    bench.hz = 0
    bench.run(100)
    assert bench.kept == ["off"]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("cls", ["", "tie", "red-captures"])
def test_a_long_press_replays_the_last_class_in_silent_states_only(bench, state, cls):
    bench.play.state, bench.play.last = state, cls
    bench.press(1500)
    bench.run(5000)
    assert bench.played == ([cues.replay(cls)] if cls and state in SILENT else [])
    assert (bench.volume, bench.kept) == ("high", [])


presses = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 400)), max_size=12)


@given(presses)
def test_whatever_is_pressed_one_write_keeps_what_is_heard(moves):
    bench = Bench()
    bench.play.state = session.ASLEEP
    for down, up in moves:
        bench.press(down * STEP_MS)
        bench.run(up * STEP_MS)
    writes = len(bench.kept)
    bench.run(5000)
    assert writes <= len(moves)
    assert bench.kept[-1:] in ([], [bench.volume])
