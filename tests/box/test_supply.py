"""What a box on batteries does about its supply: it warns while it sleeps, and can go off."""

import pytest

from arbiter import cues
from arbiter_sim import Box
from box.battles import CLASSES, example_of

LOW_MV, RECOVERED_MV = 3300, 3400
MARGIN_MV = 30  # the converter's noise
LOOK_MS = 6000  # the box looks every 5 s
WARNING = {"settings.toml": f"LOW_SUPPLY_MV = {LOW_MV}\n"}
MINUTE_MS = 60_000
FLASH = [i in (3, 4) for i in range(8)]
WAKE_MS = 150
LATCHED_US = 165_000  # from here on the battle's lights


def on(millivolts):
    """A sleeping box with that supply, which it has looked at."""
    box = Box(replaced=WARNING)
    box.supply(millivolts)
    box.wait(LOOK_MS)
    return box


def lit(pixels):
    return [any(colour) for colour in pixels]


def warns(box):
    """Whether it flashes the victory pair in the next two rounds, and nothing else ever lights."""
    box.wait(LOOK_MS)
    start = box.now_ms
    box.wait(LOOK_MS)
    shown = [lit(pixels) for ms, pixels in box.log.frames() if ms >= start and any(lit(pixels))]
    assert shown in ([], [FLASH] * 2)
    return bool(shown)


@pytest.mark.parametrize(
    ("millivolts", "low"),
    [(1800, True), (LOW_MV - MARGIN_MV, True), (LOW_MV + MARGIN_MV, False), (5000, False)],
)
def test_a_sleeping_box_warns_of_a_supply_below_the_limit(millivolts, low):
    with on(millivolts) as box:
        assert warns(box) == low


def test_a_supply_that_was_low_must_rise_clearly_above_the_limit():
    with on(LOW_MV - MARGIN_MV) as box:
        for millivolts in (LOW_MV + MARGIN_MV, RECOVERED_MV - MARGIN_MV):
            box.supply(millivolts)
            assert warns(box)
        for millivolts in (RECOVERED_MV + MARGIN_MV, LOW_MV + MARGIN_MV):
            box.supply(millivolts)
            assert not warns(box)


def test_by_default_no_supply_is_looked_at():
    with Box() as box:
        box.supply(1800)
        assert not warns(box)
        assert box.hold_line is None


@pytest.mark.parametrize("cls", CLASSES)
def test_a_low_supply_changes_nothing_of_a_battle(cls):
    red, blue = example_of(cls)
    traces = []
    for millivolts in (5000, 1800):
        with Box(seed=1, replaced=WARNING) as box:
            box.supply(millivolts)
            box.wait(100)
            box.insert("red", red)
            box.insert("blue", blue)
            box.wait(7000)
            assert box.verdict == cls
            traces.append([entry for entry in box.log if entry.t_us >= LATCHED_US])
    assert traces[0] == traces[1]


@pytest.mark.parametrize("phase_ms", range(0, 3000, 331))
def test_a_piece_wakes_a_sleeping_box_within_150_ms_whatever_it_does_about_its_supply(phase_ms):
    with Box(replaced={"settings.toml": f"LOW_SUPPLY_MV = {LOW_MV}\nOFF_AFTER_MIN = 1\n"}) as box:
        box.supply(1800)
        box.pass_over(2 * 3600 * 1000)
        box.wait(2 * LOOK_MS + phase_ms)
        assert box.hold_line == 0
        start = box.now_ms
        box.insert("red", "major")
        box.wait_for(lambda box: lit(box.pixels)[0], WAKE_MS)
        assert box.last_change_ms >= start
        assert box.hold_line == 1
        box.insert("blue", "captain")
        box.wait(3500)
        assert box.verdict == "red"


@pytest.mark.parametrize("minutes", [1, 60])
def test_a_box_that_can_goes_off_after_it_has_slept_so_long(minutes):
    with Box(replaced={"settings.toml": f"OFF_AFTER_MIN = {minutes}\n"}) as box:
        box.insert("red", "major")
        box.wait(2 * MINUTE_MS)
        assert box.hold_line == 1
        box.lift("red")
        box.wait(100)
        box.pass_over(minutes * MINUTE_MS - 2000)
        box.wait(1000)
        assert box.hold_line == 1
        box.wait(2000)
        assert box.hold_line == 0


def test_the_warning_is_the_one_that_is_declared():
    assert lit([cues.PALETTE[index] for index in cues.LOW_SUPPLY[1][0][0]]) == FLASH
