"""The simulator judged by real CircuitPython: the same code.py must do the same in both."""

import pytest

import arbiter_sim
from emulated.agreement import assert_same
from emulated.evenings import evening

GREETED_MS = 900  # CircuitPython 9.1.4 can miss a computer's first request, which is repeated
MISHAPS = {
    "crooked": "put red major in\nat 1600 ms put blue captain in crooked\nat 3700 ms lift blue",
    "lifted": "put red major in\nat 1600 ms put blue captain in\nat 3 s lift red",
    "swapped": "put red major in\nat 1600 ms put blue captain in\nat 3 s swap red agent",
    "quieter": "press button\nat 1400 ms press button\nat 2 s put red major in",
}


def assert_same_play(scenario, image, cut=False):
    """The same lights and tones, and the same lines told from the first insertion on."""
    from arbiter_sim.emulated.play import play

    emulated, simulated = play(scenario, image).log, arbiter_sim.run(scenario).log
    assert_same(emulated, simulated, cut)
    assert emulated.since(GREETED_MS).usb() == simulated.since(GREETED_MS).usb()


def test_a_battle_of_each_class_is_the_same(image):
    assert_same_play(evening(), image)


@pytest.mark.parametrize("mishap", MISHAPS)
def test_a_battle_that_comes_to_nothing_is_the_same(image, mishap):
    text = f"seed 3\nat 1 s {MISHAPS[mishap]}\nat 4300 ms end"
    assert_same_play(arbiter_sim.parse(text, mishap), image, cut=True)
