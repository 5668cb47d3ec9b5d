"""Timelines in time: each value shows at its instant, and no delay is waited for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter import ticks
from arbiter.player import Player, Track

BLINK = (True, (("on", 300), ("off", 200)))
ONCE = (False, (("do", 100), ("re", 100), ("mi", 0)))
HOUR_MS = 3_600_000


class Stage:
    """A track, and what it has shown at which instant since the curtain rose."""

    def __init__(self, start=1000):
        self.start_at = start
        self.ms = 0
        self.seen = []
        self.track = Track(self.show)

    def show(self, value):
        if not self.seen or self.seen[-1][1] != value:
            self.seen.append((self.ms, value))

    def start(self, timeline):
        self.track.start(timeline, self.now())

    def now(self):
        return ticks.add(self.start_at, self.ms)

    def step(self, after):
        self.ms += after
        return self.track.step(self.now())

    def run(self, until, every=1):
        while self.ms < until:
            self.step(every)
        return self.seen


def test_a_timeline_plays_to_its_end_and_rests_there():
    stage = Stage()
    stage.start(ONCE)
    assert stage.run(2000) == [(0, "do"), (100, "re"), (200, "mi")]


def test_a_loop_begins_again():
    stage = Stage()
    stage.start(BLINK)
    assert stage.run(1000)[:5] == [
        (0, "on"),
        (300, "off"),
        (500, "on"),
        (800, "off"),
        (1000, "on"),
    ]


def test_a_step_tells_how_long_nothing_changes():
    stage = Stage()
    stage.start(ONCE)
    assert stage.step(0) == 100
    assert stage.step(40) == 60
    assert stage.step(60) == 100
    assert stage.step(100) > 60_000


def test_before_anything_plays_nothing_is_due():
    stage = Stage()
    assert stage.step(0) > 60_000
    assert stage.seen == []


def test_a_late_step_shows_what_is_due_now_and_keeps_the_beat():
    stage = Stage()
    stage.start(BLINK)
    assert stage.step(310) == 190
    assert stage.step(600) == 90
    assert stage.seen == [(0, "on"), (310, "off")]
    stage.step(90)
    assert stage.seen[-1] == (1000, "on")


def test_after_a_long_delay_it_goes_on_without_catching_up():
    stage = Stage()
    stage.start(ONCE)
    assert stage.step(HOUR_MS) == 100
    assert stage.seen == [(0, "do"), (HOUR_MS, "re")]
    stage.step(100)
    assert stage.seen[-1][1] == "mi"


def test_a_new_timeline_replaces_the_old_one_at_once():
    stage = Stage()
    stage.start(BLINK)
    stage.step(50)
    stage.start(ONCE)
    assert stage.run(1000) == [(0, "on"), (50, "do"), (150, "re"), (250, "mi")]


@pytest.mark.parametrize("before_ms", [0, 1, 99, 100, 101, 400])
def test_a_timeline_plays_across_the_wrap(before_ms):
    stage = Stage(start=(ticks.PERIOD - before_ms) % ticks.PERIOD)
    stage.start(ONCE)
    assert stage.run(1000) == [(0, "do"), (100, "re"), (200, "mi")]


def test_the_last_value_rests_for_sixty_days():
    stage = Stage()
    stage.start(ONCE)
    stage.run(300)
    for _ in range(60 * 24):
        assert stage.step(HOUR_MS) > 60_000
    assert stage.seen[-1] == (200, "mi")


@given(
    st.integers(0, ticks.PERIOD - 1),
    st.lists(st.integers(1, 500), min_size=1, max_size=5),
    st.lists(st.integers(0, 900), max_size=30),
)
def test_a_loop_never_drifts(start, durations, pauses):
    stage = Stage(start)
    stage.start((True, tuple(enumerate(durations))))
    for pause in pauses:
        wait_ms = stage.step(pause)
        into = stage.ms % sum(durations)
        expected = next(i for i in range(len(durations)) if into < sum(durations[: i + 1]))
        assert stage.seen[-1][1] == expected
        assert wait_ms == sum(durations[: expected + 1]) - into


class Devices:
    """Lamps and a buzzer that write down what they are told."""

    def __init__(self):
        self.frame = None
        self.hz = None

    def show(self, frame):
        self.frame = frame

    def sound(self, hz):
        self.hz = hz


def test_lights_and_sound_play_each_for_itself():
    devices = Devices()
    player = Player(devices, devices)
    player.light(BLINK, 0)
    player.sound((False, ((440, 250), (0, 0))), 100)
    assert (devices.frame, devices.hz) == ("on", 440)
    assert player.step(100) == 200
    assert player.step(300) == 50
    assert player.step(350) == 150
    assert (devices.frame, devices.hz) == ("off", 0)
    player.sound((False, ((880, 0),)), 360)
    assert (devices.frame, devices.hz) == ("off", 880)
