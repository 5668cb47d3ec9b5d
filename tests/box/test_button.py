"""The one button in play: short, it steps the volume; long, it plays the last verdict again."""

import pytest

from arbiter import cues
from arbiter_sim import Box
from box.battles import CLASSES, DELIBERATION_MS, TAPS_MS, TONE_MS, example_of

LONG_MS = 1000
KEPT_MS = 2500
PITCH = 0.02  # the PWM hits a pitch within that share
HIGH, LOW = 0.5, 0.02


@pytest.fixture
def box():
    with Box() as box:
        box.wait(300)
        yield box


def press(box, ms=100):
    box.press(ms)
    box.wait(ms + 200)


def battle(box, cls="red"):
    """A battle up to the lifting of both pieces."""
    red, blue = example_of(cls)
    box.insert("red", red)
    box.insert("blue", blue)
    box.wait(DELIBERATION_MS + TONE_MS + 700 + (TAPS_MS if "-" in cls else 0))
    box.lift("red")
    box.lift("blue")
    box.wait(300)


def heard(box, since_ms=0):
    """(Hz, duty) of what sounded, without the silences."""
    return [(hz, duty) for ms, hz, duty in box.log.tones() if ms >= since_ms and duty]


# Volume.


def test_each_press_is_one_step_and_the_new_volume_is_heard(box):
    for volume in ("off", LOW, HIGH, "off"):
        start = box.now_ms
        press(box)
        clicks = heard(box, start)
        if volume == "off":
            assert clicks == []
        else:
            ((_, duty),) = clicks
            assert duty == pytest.approx(volume, rel=0.2)


def test_a_volume_is_kept_over_power_off(box):
    press(box)
    press(box)
    box.wait(KEPT_MS)
    box.reboot()
    box.wait(300)
    start = box.now_ms
    battle(box)
    assert {round(duty, 2) for _, duty in heard(box, start)} == {LOW}


def test_many_presses_are_one_write_and_a_step_back_to_the_start_too(box):
    for _ in range(5):
        press(box)
    assert box.nvm.programmed == 0
    box.wait(KEPT_MS)
    once = box.nvm.programmed
    assert once > 0
    box.wait(60_000)
    assert box.nvm.programmed == once
    assert box.nvm.erasures == 0


@pytest.mark.parametrize("cls", ["tie", "blue-captures"])
def test_nothing_is_written_while_a_light_or_a_sound_could_falter(box, cls):
    red, blue = example_of(cls)
    box.insert("red", red)
    box.insert("blue", blue)
    box.wait(500)
    press(box)
    while box.state in ("deliberating", "verdict", "victory"):
        assert box.nvm.programmed == 0
        box.wait(100)
    box.wait(KEPT_MS)
    assert box.nvm.programmed > 0
    assert box.verdict == cls


def test_a_press_changes_no_light_and_no_instant_of_a_battle():
    frames = []
    for presses in (0, 3):
        with Box(seed=1) as box:
            box.insert("red", "colonel")
            box.insert("blue", "major")
            for number in range(presses):
                box.at(700 + 900 * number, box.press)
            box.wait(7000)
            frames.append(box.log.frames())
    assert frames[0] == frames[1]


# Replay.


@pytest.mark.parametrize("cls", CLASSES)
def test_a_long_press_plays_the_last_verdicts_sound_again(box, cls):
    battle(box, cls)
    start = box.now_ms
    press(box, LONG_MS)
    box.wait(TONE_MS + (TAPS_MS if "-" in cls else 0) + 500)
    pitches = [hz for hz, _ in cues.replay(cls)[1] if hz]
    assert [hz for hz, _ in heard(box, start)] == pytest.approx(pitches, rel=PITCH)
    assert box.tone == 0
    assert box.state == "asleep"


def test_two_battles_of_a_class_are_replayed_alike():
    replays = []
    for red, blue in (("colonel", "major"), ("agent", "5*")):
        with Box(seed=1) as box:
            box.wait(300)
            box.insert("red", red)
            box.insert("blue", blue)
            box.wait(7000)
            box.press(LONG_MS)
            box.wait(3000)
            replays.append(list(box.log))
    assert replays[0] == replays[1]


def test_before_the_first_verdict_there_is_nothing_to_replay(box):
    press(box, LONG_MS)
    box.wait(3000)
    assert heard(box) == []


def test_a_long_press_does_not_step_the_volume(box):
    battle(box)
    press(box, LONG_MS)
    box.wait(KEPT_MS + 2000)
    start = box.now_ms
    battle(box)
    assert {round(duty, 2) for _, duty in heard(box, start)} == {HIGH}
    assert box.nvm.programmed == 0


@pytest.mark.parametrize("instant_ms", [500, 3700, 6000, 15_000])
def test_a_long_press_in_deliberation_tone_or_taps_plays_nothing_more(instant_ms):
    tones = []
    for pressed in (False, True):
        with Box(seed=1) as box:
            red, blue = example_of("red-captures")
            box.insert("red", red)
            box.insert("blue", blue)
            if pressed:
                box.at(instant_ms, lambda box=box: box.press(LONG_MS))
            box.wait(DELIBERATION_MS + TONE_MS + TAPS_MS + 1000)
            tones.append(box.log.tones())
    assert tones[0] == tones[1]


def test_a_piece_that_comes_ends_the_replay(box):
    battle(box, "red-captures")
    press(box, LONG_MS)
    box.wait(3000)
    box.insert("red", "colonel")
    box.wait(300)
    start = box.now_ms
    box.wait(5000)
    assert heard(box, start) == []
    assert box.state == "waiting"
