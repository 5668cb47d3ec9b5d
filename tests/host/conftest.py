"""Tracks that the tests look at, made once."""

from __future__ import annotations

import pytest

from arbiter_host import plays
from arbiter_sim.recorder import Track


@pytest.fixture(scope="session")
def officers() -> Track:
    """Red's Colonel beats blue's Major."""
    return plays.scenario("officer-v-officer")


@pytest.fixture(scope="session")
def bad_seat() -> Track:
    return plays.scenario("bad-seat")


@pytest.fixture(scope="session")
def captured() -> Track:
    """Red's Private captures the Flag, with Taps."""
    return plays.scenario("flag-captured")
