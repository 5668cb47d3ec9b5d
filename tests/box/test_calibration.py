"""Service mode calibrates the resistor readers: measures pieces, makes windows, keeps them."""

from itertools import pairwise

import pytest

from arbiter import pieces, store
from arbiter.resistors import THRESHOLDS
from arbiter_sim.errors import PowerCut
from box.service import ask, refusal, restarted, serviced

SLOTS = ("red", "blue")


@pytest.fixture
def box():
    with serviced("resistors") as box:
        yield box


def measure(box, slot, kind, **how):
    """Put a piece in, measure it and take it out."""
    box.insert(slot, kind, **how)
    box.wait(100)
    reply = ask(box, "measure", slot=slot, piece=pieces.name(kind))
    box.lift(slot)
    box.wait(100)
    return reply


def measure_all(box, slot):
    return [measure(box, slot, kind) for kind in pieces.KINDS]


def test_median_and_spread_of_each_slot_are_told(box):
    box.insert("red", "colonel")
    box.wait(100)
    raw = ask(box, "raw")
    median, spread = raw["red"]
    assert 1416 < median < 1691
    assert spread <= 20
    assert (raw["red_is"], raw["blue_is"]) == ("Colonel", "empty")


def test_live_tells_no_noise(box):
    box.insert("red", "colonel")
    box.wait(100)
    ask(box, "live", on=True)
    before = len(box.events)
    box.wait(10_000)
    assert len(box.events) == before
    box.lift("red")
    box.wait(300)
    assert box.events[-1]["red_is"] == "empty"


@pytest.mark.parametrize("slot", SLOTS)
def test_every_piece_measured_gives_windows_with_room_that_play_obeys(box, slot):
    replies = measure_all(box, slot)
    assert [reply["missing"] for reply in replies] == list(range(14, -1, -1))
    assert all(reply["spread"] <= 20 and reply["margin"] > 20 for reply in replies)
    levels = ask(box, "measured", slot=slot)["levels"]
    assert levels == [reply["level"] for reply in replies]
    told = ask(box, "calibrate", slot=slot)
    thresholds = told["thresholds"]
    assert all(
        low + 40 < level < high - 40
        for low, level, high in zip(thresholds, levels, thresholds[1:], strict=False)
    )
    assert told["margin"] == min(
        min(level - low, high - level) - 40
        for low, level, high in zip(thresholds, levels, thresholds[1:], strict=False)
    )
    restarted(box)
    box.insert("red", "colonel")
    box.insert("blue", "flag")
    box.wait(4000)
    assert box.verdict == "red-captures"


def test_windows_that_are_kept_decide(box):
    """Moved by one piece, they read each piece as the one before it; red's only."""
    moved = [*THRESHOLDS[1:], 4000]
    store.save(box._machine.nvm, {"windows": {"red": moved}})
    restarted(box, button=True)
    for slot in SLOTS:
        box.insert(slot, "colonel")
    box.wait(100)
    raw = ask(box, "raw")
    assert (raw["red_is"], raw["blue_is"]) == ("1-star General", "Colonel")
    assert ask(box, "uncalibrate", slot="red")["thresholds"] == list(THRESHOLDS)
    assert ask(box, "raw")["red_is"] == "Colonel"
    restarted(box, button=True)
    assert ask(box, "raw")["red_is"] == "Colonel"


def test_what_was_not_measured_is_named(box):
    measure(box, "red", 1)
    text = refusal(box, "calibrate", slot="red")
    assert text.startswith("not measured: 4-star General, 3-star General")
    assert "5-star" not in text
    assert "5-star General" in refusal(box, "calibrate", slot="blue")


def test_an_empty_slot_a_short_and_another_piece_are_no_measurement(box):
    assert "the slot is empty" in refusal(box, "measure", slot="red", piece="Flag")
    box.insert("red", "major")
    box.wait(100)
    assert "it reads as Major" in refusal(box, "measure", slot="red", piece="Captain")
    assert ask(box, "measured", slot="red")["levels"] == [None] * 15


def test_a_piece_that_does_not_hold_still_is_no_measurement(box):
    box.insert("red", "major", over_ms=3000)
    texts = set()
    for _ in range(20):
        box.wait(50)
        reply = ask(box, "measure", slot="red", piece="Major")
        texts.add(reply.get("text", "measured").partition(": ")[2] or "measured")
    assert texts & {"the piece does not hold still", "the slot is empty"}


def test_a_calibration_is_resumed_after_the_power_went(box):
    level = measure(box, "red", 1)["level"]
    restarted(box, button=True)
    assert ask(box, "measured", slot="red")["levels"] == [level] + [None] * 14
    assert measure(box, "red", 2)["missing"] == 13
    ask(box, "uncalibrate", slot="red")
    assert ask(box, "measured", slot="red")["levels"] == [None] * 15


def test_a_piece_unlike_its_fellow_is_refused_and_both_are_measured_anew(box):
    levels = [None] * 15
    levels[12] = 3400
    store.save(box._machine.nvm, {"levels": {"red": levels}})
    restarted(box, button=True)
    box.insert("red", "private")
    box.wait(100)
    text = refusal(box, "measure", slot="red", piece="Private")
    assert "LSB now, 3400 before" in text
    assert ask(box, "measure", slot="red", piece="Private")["missing"] == 14


def test_two_kinds_too_near_for_two_guard_bands_are_named(box):
    levels = [(low + high) // 2 for low, high in pairwise(THRESHOLDS)]
    levels[7] = levels[6] + 100
    store.save(box._machine.nvm, {"levels": {"blue": levels}})
    restarted(box, button=True)
    text = refusal(box, "calibrate", slot="blue")
    assert text == "Lt. Colonel and Major are 100 LSB apart: check their resistors"


def test_a_cut_while_the_windows_are_kept_leaves_those_of_before(box):
    measure_all(box, "red")
    nvm = box._machine.nvm
    nvm.cut_after = nvm.programmed + 100
    with pytest.raises(PowerCut):
        ask(box, "calibrate", slot="red")
    restarted(box, button=True)
    box.insert("red", "colonel")
    box.wait(100)
    assert ask(box, "raw")["red_is"] == "Colonel"
    assert None not in ask(box, "measured", slot="red")["levels"]
    ask(box, "calibrate", slot="red")
