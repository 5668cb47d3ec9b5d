"""Milliseconds that wrap, as CircuitPython's ticks do."""

from hypothesis import example, given
from hypothesis import strategies as st

from arbiter import ticks

PERIOD = 2**29  # of supervisor.ticks_ms
FAR = 2**28  # two instants so far apart compare wrongly

instants = st.integers(0, PERIOD - 1)


@given(instants, st.integers(-FAR, FAR - 1))
@example(PERIOD - 1, 1)
@example(0, -1)
@example(PERIOD - 60, 60)
def test_diff_is_what_was_added(instant, ms):
    assert ticks.diff(ticks.add(instant, ms), instant) == ms


@given(instants, st.integers(0, 2**40))
def test_an_instant_stays_in_the_counters_range(instant, ms):
    assert 0 <= ticks.add(instant, ms) < PERIOD


@given(instants, instants)
def test_the_order_of_two_instants_is_told_both_ways(one, other):
    if ticks.diff(one, other) != -FAR:
        assert ticks.diff(one, other) == -ticks.diff(other, one)


def test_just_before_the_wrap():
    assert ticks.add(PERIOD - 1, 1) == 0
    assert ticks.diff(0, PERIOD - 1) == 1
    assert ticks.diff(PERIOD - 1, 0) == -1
    assert ticks.diff(FAR - 1, 0) == FAR - 1


def test_the_period_is_the_boards():
    assert ticks.PERIOD == PERIOD
