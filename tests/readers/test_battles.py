"""The battery of the contacts, for resistors and tags: verdicts, secrecy, first light, frames."""

import json
from itertools import pairwise

import pytest

from arbiter.pieces import KINDS, name
from arbiter_sim.hands import registry
from firmware.rulebook import CLASS, PIECES
from readers.boxes import BOUNCE_MS, LIFT_MS, LIGHT_MS, READERS, a_box, battle, verdicts

both = pytest.mark.parametrize("reader", READERS)
TICK_MS = 1


@both
@pytest.mark.parametrize("red", KINDS, ids=PIECES)
def test_each_pair_gets_the_rulebooks_verdict(reader, red):
    assert {blue: battle(reader, red, blue)[0] for blue in KINDS} == {
        blue: CLASS[red, blue] for blue in KINDS
    }


@both
@pytest.mark.parametrize("cls", sorted(set(CLASS.values())))
def test_all_battles_of_a_class_leave_one_and_the_same_log(reader, cls):
    pairs = [pair for pair, its_class in CLASS.items() if its_class == cls]
    expected = battle(reader, *pairs[0])[1]
    for red, blue in pairs[1:]:
        assert battle(reader, red, blue)[1] == expected, (red, blue)


@both
@pytest.mark.parametrize("seed", range(20))
def test_first_light_comes_soon_after_the_last_bounce(reader, seed):
    with a_box(reader, seed=seed) as box:
        box.wait(1000 + 7 * seed)
        for slot, state in (("red", "waiting"), ("blue", "deliberating")):
            box.insert(slot, "Major")
            assert box.wait_for(state, 1000) <= BOUNCE_MS + LIGHT_MS[reader]


@both
@pytest.mark.parametrize("seed", range(5))
def test_frames_of_the_deliberation_are_as_even_as_ticks_allow(reader, seed):
    with a_box(reader, seed=seed) as box:
        box.wait(1000)
        box.insert("red", "Major")
        box.insert("blue", "Flag")
        box.wait_for("deliberating", 1000)
        start = box.now_ms
        box.wait(2900)
        frames = [ms for ms, _ in box.log.since(start).frames()]
    assert len(frames) >= 144
    assert max(later - ms for ms, later in pairwise(frames)) <= 20 + TICK_MS


@both
@pytest.mark.parametrize("kind", KINDS, ids=PIECES)
def test_a_piece_that_is_put_in_wrongly_gives_no_wrong_verdict(reader, kind):
    with a_box(reader, 1000, seed=kind) as box:
        box.wait(1000)
        for seating in ("crooked", "backwards"):
            before = len(verdicts(box))
            box.insert("red", kind, seating=seating)
            box.insert("blue", "2nd Lieutenant")
            box.wait(2500)
            given = verdicts(box)[before:]
            # A resistor and a tag have no front.
            assert given == ([] if seating == "crooked" else [CLASS[kind, 11]])
            box.lift("red")
            box.lift("blue")
            box.wait(600)


@both
@pytest.mark.parametrize("after_ms", range(0, 1000, 90))
def test_a_piece_lifted_in_deliberation_calls_the_battle_off(reader, after_ms):
    with a_box(reader, seed=after_ms) as box:
        box.wait(1000)
        box.insert("red", "Colonel")
        box.insert("blue", "Private")
        box.wait_for("deliberating", 1000)
        box.wait(after_ms)
        box.lift("blue")
        assert box.wait_for("waiting", 1000) <= BOUNCE_MS + LIFT_MS[reader]
        assert aborts(box) == ["lifted"]
        box.wait(4000)
        assert box.verdict is None


@both
def test_a_piece_swapped_in_deliberation_is_not_judged(reader):
    with a_box(reader) as box:
        box.wait(1000)
        box.insert("red", "Colonel")
        box.insert("blue", "Private")
        box.wait_for("deliberating", 1000)
        box.wait(2000)
        box.swap("blue", "Agent")
        box.wait(1500)
        assert box.verdict is None
        assert len(aborts(box)) == 1


@both
def test_a_slot_with_one_piece_waits(reader):
    with a_box(reader) as box:
        box.wait(1000)
        box.insert("blue", "Flag")
        box.wait(10_000)
        assert box.state == "waiting"
        assert box.verdict is None


@both
def test_no_byte_of_usb_tells_a_rank_or_a_tag(reader):
    for cls in set(CLASS.values()):
        red, blue = next(pair for pair, its_class in CLASS.items() if its_class == cls)
        _, log = battle(reader, red, blue)
        text = log.usb().decode() + log.text()
        assert not any(name(kind) in text for kind in KINDS)
        assert not any(uid in text for uid in registry())
        for line in filter(None, log.usb().splitlines()):
            told = json.loads(line)
            numbers = {key for key, value in told.items() if isinstance(value, int)}
            assert numbers <= {"protocol", "battle"}


def aborts(box):
    return [event["why"] for event in box.events if event.get("event") == "aborted"]
