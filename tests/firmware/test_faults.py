"""The faults: each number once, each with a blink code and a line in the README."""

import re
from pathlib import Path

import pytest

from arbiter import cues, faults

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
NUMBERS = {
    name: value for name, value in vars(faults).items() if type(value) is int and name.isupper()
}


def test_each_number_is_declared_once_and_in_order():
    assert [fault.number for fault in faults.FAULTS] == list(range(1, len(faults.FAULTS) + 1))
    assert sorted(NUMBERS.values()) == [fault.number for fault in faults.FAULTS]


@pytest.mark.parametrize("fault", faults.FAULTS, ids=lambda fault: fault.what)
def test_its_light_blinks_the_number_and_pauses(fault):
    loop, steps = cues.fault(fault.number)
    assert loop
    lit = [any(frame) for frame, _ in steps]
    assert lit == [True, False] * fault.number + [False]
    assert steps[-1][1] > 2 * steps[0][1]


@pytest.mark.parametrize("fault", faults.FAULTS, ids=lambda fault: fault.what)
def test_it_says_what_is_wrong_and_what_to_do_in_a_line(fault):
    for text in (fault.what, fault.cure):
        assert 8 < len(text) <= 60
        assert not text.endswith(".")


def test_the_readmes_table_is_the_firmwares():
    rows = re.findall(r"^\| (\d+) \| (.+?) \| (.+?) \|$", README, re.MULTILINE)
    assert rows == [(str(fault.number), fault.what, fault.cure) for fault in faults.FAULTS]
