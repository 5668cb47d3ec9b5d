"""The goals for the board, on the interpreter and the chip that they were set for."""

from functools import cache

import pytest


@cache
def measured(image):
    from arbiter_sim.emulated.figures import measure

    return measure(image)


def test_heap_is_left(image):
    assert measured(image).heap_left >= 85_000


@pytest.mark.parametrize(
    ("figure", "most_ms"), [("ready", 1000), ("step_p99", 10), ("first_light", 100)]
)
def test_it_is_fast_enough(image, figure, most_ms):
    assert 0 < getattr(measured(image), figure) <= most_ms
