"""What the real interpreter does when the program ends or must not begin."""

import re

import pytest

from arbiter import pieces

VICTORY_PAIR = [bool(i in (3, 4)) for i in range(8)]


@pytest.mark.parametrize("instant_ms", [2500, 5500, 8000], ids=["deliberation", "tone", "Taps"])
def test_ctrl_c_leaves_silence_and_the_light_of_a_box_out_of_play_and_tells_no_rank(
    image, instant_ms
):
    from arbiter_sim.emulated.play import Run

    run = Run(image)
    run.insert("red", "private")
    run.insert("blue", "flag")
    run.wait(instant_ms)
    assert run.log.tones()[-1][1] > 0 or run.log.tones()[-2][1] > 0
    run.interrupt()
    run.wait(500)
    assert [any(colour) for colour in run.log.frames()[-1][1]] == VICTORY_PAIR
    assert run.log.tones()[-1][1:] == (0, 0)
    assert "Code done running" in run.log.text()
    assert not [name for name in pieces.NAMES if re.search(rf"\b{name}\b", run.log.text())]


def test_bad_settings_are_a_fault_that_is_shown_and_told(image):
    from arbiter_sim.emulated.play import Run

    run = Run(image, replaced={"settings.toml": "SETTLE_MS = 5\n"})
    run.insert("red", "major")
    run.insert("blue", "captain")
    run.wait(7000)
    lit = [[any(colour) for colour in pixels] for _, pixels in run.log.frames()]
    assert lit[1:] == [VICTORY_PAIR, [False] * 8] * 4
    assert run.log.tones() == []
    assert b'"event": "fault", "number": 1' in run.log.usb()
    assert b"verdict" not in run.log.usb()
