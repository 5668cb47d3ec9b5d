"""Tags and antennas as they are in the world: never a wrong verdict, and the lights go on."""

import random
from itertools import pairwise

import pytest

from arbiter.pieces import KINDS
from arbiter_sim.hands import registry
from arbiter_sim.nfc.field import Tag
from arbiter_sim.piece import uid
from firmware.rulebook import CLASS
from readers.boxes import a_box, verdicts

DARK = ((0, 0, 0),) * 8
LONGEST_FRAME_MS = 40  # while a chip that answers nothing is started anew


@pytest.fixture
def box():
    with a_box("nfc", 1000) as box:
        box.wait(1000)
        yield box


def put_both(box, red="Colonel", blue="Private", **how):
    box.insert("red", red)
    box.insert("blue", blue, **how)


def seats(box):
    return next((event["red"], event["blue"]) for event in reversed(box.events) if "red" in event)


def test_a_tag_of_the_wrong_army_is_unseated(box):
    put_both(box, army="red")
    box.wait(5000)
    assert seats(box) == ("seated", "unseated")
    assert box.verdict is None


def test_a_tag_in_both_slots_is_unseated_in_both(box):
    put_both(box, red="Colonel", blue="Colonel", army="red")
    box.wait(5000)
    assert seats(box) == ("unseated", "unseated")
    assert box.verdict is None


@pytest.mark.parametrize("known", [{}, {uid("red 6").hex(): ["red", 6]}])
def test_a_tag_that_nobody_registered_is_unseated(known):
    with a_box("nfc", tags=known) as box:
        box.wait(1000)
        put_both(box)
        box.wait(5000)
        assert seats(box)[1] == "unseated"
        assert box.verdict is None


def test_two_tags_in_a_slot_are_unseated(box):
    box.insert("red", "Colonel")
    box.wait(500)
    box.pn532("red").field.tags.append(Tag(uid("red 13")))
    box.insert("blue", "Private")
    box.wait(5000)
    assert seats(box) == ("unseated", "seated")
    assert box.verdict is None


def test_a_piece_without_a_tag_is_no_piece(box):
    put_both(box, red="test piece")
    box.wait(5000)
    assert seats(box) == ("empty", "seated")


@pytest.mark.parametrize("probability", [0.1, 0.5, 1.0])
def test_the_neighbours_tag_never_makes_a_verdict(probability):
    with a_box("nfc", 1000) as box:
        box.wait(1000)
        box.overhear("blue", probability)
        box.insert("red", "Colonel")
        box.wait(8000)
        assert box.verdict is None
        assert box.state in ("waiting", "unseated")


@pytest.mark.parametrize("seed", range(6))
def test_bad_reads_make_battles_late_or_none_but_never_wrong(seed):
    """One read in four overlooks the tag, one in ten gets its UID wrong, a neighbour is heard."""
    chance = random.Random(seed)
    with a_box("nfc", 1000, seed=seed) as box:
        for slot in ("red", "blue"):
            box.pn532(slot).missing = 0.25
            box.pn532(slot).mangling = 0.1
            box.overhear(slot, 0.02)
        box.wait(1000)
        for _ in range(8):
            red, blue = chance.choice(KINDS), chance.choice(KINDS)
            before = len(verdicts(box))
            put_both(box, red, blue)
            box.wait(6000)
            assert verdicts(box)[before:] in ([], [CLASS[red, blue]])
            box.lift("red")
            box.lift("blue")
            box.wait(2000)
        assert box.pixels == DARK


@pytest.mark.parametrize("missing", [0.02, 0.1])
def test_a_resting_piece_stays_seated_over_missed_reads(missing):
    with a_box("nfc", seed=4) as box:
        box.pn532("red").missing = missing
        box.wait(1000)
        box.insert("red", "Colonel")
        box.wait(60_000)
        told = [event["state"] for event in box.events if event.get("event") == "state"]
        assert told[-1] == "waiting"
        assert told.count("waiting") <= 2


@pytest.mark.parametrize("before_ms", range(0, 80, 10))
def test_a_missed_read_at_the_end_of_the_deliberation_makes_the_verdict_a_little_late(before_ms):
    with a_box("nfc", 1000, seed=2) as box:
        box.wait(1000)
        put_both(box)
        box.wait_for("deliberating", 1000)
        box.wait(1000 - before_ms)
        box.pn532("blue").missing = 1.0
        box.wait(40)
        box.pn532("blue").missing = 0.0
        assert box.wait_for("verdict", 1000) <= before_ms + 160
        assert verdicts(box) == ["red"]


@pytest.mark.parametrize("fault", ["absent", "mute", "hung"])
@pytest.mark.parametrize("at_ms", [0, 500, 1500])
def test_a_chip_that_a_reset_mends_costs_no_more_than_the_battle(fault, at_ms):
    with a_box("nfc") as box:
        box.wait(1000)
        put_both(box)
        box.wait_for("deliberating", 1000)
        box.wait(at_ms)
        start = box.now_ms
        box.pn532("blue").fail(fault, lasting=False)
        box.wait(400)
        frames = [ms for ms, _ in box.log.since(start).frames()]
        assert max(later - ms for ms, later in pairwise(frames)) <= LONGEST_FRAME_MS
        box.wait(6000)
        assert verdicts(box) == ["red"]


@pytest.mark.parametrize("fault", ["absent", "mute", "hung"])
@pytest.mark.parametrize("slot", ["red", "blue"])
def test_a_chip_that_stays_silent_is_a_fault_with_a_name(fault, slot):
    with a_box("nfc") as box:
        box.wait(1000)
        put_both(box)
        box.wait_for("deliberating", 1000)
        box.pn532(slot).fail(fault)
        box.wait(6000)
        told = box.events[-1]
        assert (told["event"], told["number"]) == ("fault", 3)
        assert told["text"].startswith(f"{slot} reader")
        assert box.verdict is None
        assert box.tone == 0


@pytest.mark.parametrize("fault", ["absent", "mute", "hung"])
def test_a_chip_that_is_silent_from_the_start_is_a_fault(fault):
    with a_box("nfc") as box:
        box.pn532("blue").fail(fault)
        box.reboot()
        box.wait(4000)
        assert box.events[-1]["number"] == 3
        assert box.events[-1]["text"].startswith("blue reader")


def test_only_one_field_is_on_at_a_time(box):
    put_both(box)
    on = set()
    for _ in range(1500):
        box.wait(1)
        on.add((box.pn532("red").field_on, box.pn532("blue").field_on))
    assert on == {(False, False), (True, False), (False, True)}


def test_a_restart_with_pieces_in_the_slots_waits_for_them_to_go(box):
    put_both(box)
    box.wait_for("deliberating", 1000)
    box.reset()
    box.wait(5000)
    assert (box.state, box.verdict) == ("void", None)


def test_the_registry_has_a_tag_of_its_own_for_every_piece():
    assert len(registry()) == 2 * len(KINDS)
