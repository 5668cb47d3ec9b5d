"""The goals for the board, on the interpreter and the chip that they were set for."""

import json
from contextlib import redirect_stdout
from functools import cache
from io import StringIO

import pytest


@cache
def measured(image):
    from arbiter_sim.emulated.command import main

    with redirect_stdout(StringIO()) as printed:
        assert main(["--figures", "--json", "--circuitpython-uf2", str(image)]) == 0
    return json.loads(printed.getvalue())


def test_heap_is_left(image):
    assert measured(image)["heap_left"] >= 85_000


@pytest.mark.parametrize(
    ("figure", "most_ms"), [("ready", 1000), ("step_p99", 10), ("first_light", 100)]
)
def test_it_is_fast_enough(image, figure, most_ms):
    assert 0 < measured(image)[figure] <= most_ms
