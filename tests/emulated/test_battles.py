"""The simulator judged by real CircuitPython: the same code.py must do the same in both."""

import pytest

import arbiter_sim
from emulated.agreement import assert_same
from emulated.evenings import evening

MISHAPS = {
    "crooked": "put red major in\nat 900 ms put blue captain in crooked\nat 3 s lift blue",
    "lifted": "put red major in\nat 900 ms put blue captain in\nat 2300 ms lift red",
    "swapped": "put red major in\nat 900 ms put blue captain in\nat 2300 ms swap red agent",
    "quieter": "press button\nat 700 ms press button\nat 1300 ms put red major in",
}


def test_a_battle_of_each_class_is_the_same(image):
    from arbiter_sim.emulated.play import play

    emulated, simulated = play(evening(), image).log, arbiter_sim.run(evening()).log
    assert_same(emulated, simulated)
    assert emulated.usb() == simulated.usb()


@pytest.mark.parametrize("mishap", MISHAPS)
def test_a_battle_that_comes_to_nothing_is_the_same(image, mishap):
    from arbiter_sim.emulated.play import play

    text = f"seed 3\nat 300 ms {MISHAPS[mishap]}\nat 3600 ms end"
    scenario = arbiter_sim.parse(text, mishap)
    emulated, simulated = play(scenario, image).log, arbiter_sim.run(scenario).log
    assert_same(emulated, simulated, cut=True)
    assert emulated.usb() == simulated.usb()
