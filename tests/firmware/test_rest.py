"""What a sleeping box does about its supply, without a board."""

import pytest

from arbiter import ticks
from arbiter.rest import Rest

LIMIT_MV, BAND_MV, LOOK_MS = 3300, 100, 5000
STARTS = [0, ticks.PERIOD - 3000]


class Supply:
    def __init__(self):
        self.mv = 5000
        self.looks = 0
        self.held = []

    def millivolts(self):
        self.looks += 1
        return self.mv

    def hold(self, on):
        self.held.append(on)


def sleeping(start, low_mv=LIMIT_MV, off_after_ms=0):
    supply = Supply()
    rest = Rest(supply, low_mv, off_after_ms)
    rest.turn(True, start)
    return rest, supply


def run(rest, start, ms):
    """Sleep for so long; returns the time then."""
    for step in range(0, ms, 10):
        rest.step(ticks.add(start, step))
    return ticks.add(start, ms)


@pytest.mark.parametrize("start", STARTS)
def test_it_looks_at_once_and_then_every_five_seconds(start):
    rest, supply = sleeping(start)
    run(rest, start, 60_000)
    assert supply.looks == 60_000 // LOOK_MS


@pytest.mark.parametrize("start", STARTS)
def test_low_and_recovered_are_a_band_apart(start):
    rest, supply = sleeping(start)
    told = []
    for mv in (
        LIMIT_MV,
        LIMIT_MV - 1,
        LIMIT_MV,
        LIMIT_MV + BAND_MV - 1,
        LIMIT_MV + BAND_MV,
        LIMIT_MV,
    ):
        supply.mv = mv
        start = run(rest, start, LOOK_MS)
        told.append(rest.low)
    assert told == [False, True, True, True, False, False]


def test_without_a_limit_it_never_looks():
    rest, supply = sleeping(0, low_mv=0, off_after_ms=1000)
    run(rest, 0, 20_000)
    assert supply.looks == 0
    assert not rest.low


@pytest.mark.parametrize("start", STARTS)
def test_it_lets_go_once_after_its_time(start):
    rest, supply = sleeping(start, off_after_ms=60_000)
    run(rest, start, 60_000)
    assert supply.held == [True]
    run(rest, ticks.add(start, 60_000), 60_000)
    assert supply.held == [True, False]


def test_a_piece_takes_hold_again_and_the_time_begins_anew():
    rest, supply = sleeping(0, off_after_ms=1000)
    run(rest, 0, 1010)
    assert supply.held == [True, False]
    rest.turn(False, 1010)
    assert supply.held == [True, False, True]
    rest.turn(True, 5000)
    run(rest, 5000, 1000)
    assert supply.held == [True, False, True, True]
    run(rest, 6000, 20)
    assert supply.held[-1] is False


def test_it_never_lets_go_if_it_is_not_to():
    rest, supply = sleeping(0)
    run(rest, 0, 200_000)
    assert supply.held == [True]
