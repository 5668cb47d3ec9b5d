"""Resistors as they are in the world: contacts that chatter, dirt, shorts, other values."""

import pytest

from arbiter.pieces import KINDS
from arbiter_sim.piece import RESISTORS, Piece
from firmware.rulebook import CLASS
from readers.boxes import a_box, verdicts


@pytest.fixture
def box():
    with a_box("resistors", 1000) as box:
        box.wait(300)
        yield box


def test_dirt_makes_a_slot_empty_and_a_short_unseated(box):
    box.insert("red", "Colonel")
    box.wait(300)
    box.dirty("red", 1)
    box.wait(300)
    assert box.state == "asleep"
    box.clean("red", 1)
    box.short("blue", 1)
    box.wait(1000)
    assert box.state == "unseated"
    box.insert("blue", "Private")
    box.wait(5000)
    assert box.verdict is None


@pytest.mark.parametrize("seed", range(4))
def test_contacts_of_many_boxes_and_touches_read_the_piece(seed):
    with a_box("resistors", 1000, seed=seed) as box:
        for kind in KINDS:
            box.insert("red", kind)
            box.insert("blue", 16 - kind)
            box.wait(1500)
            assert verdicts(box)[kind - 1 :] == [CLASS[kind, 16 - kind]]
            box.lift("red")
            box.lift("blue")
            box.wait(200)


@pytest.mark.parametrize("place", range(14))
def test_a_resistor_between_two_kinds_is_neither(box, place):
    """As of a wrong part: the level half-way between two neighbours."""
    shares = [ohms / (ohms + 2200) for ohms in RESISTORS[place : place + 2]]
    share = sum(shares) / 2
    slot = box._slot("red")
    slot.insert(Piece(0, ohms=2200 * share / (1 - share)), "straight", 0)
    box.insert("blue", "Private")
    box.wait(3000)
    assert box.state == "unseated"
    assert box.verdict is None


@pytest.mark.parametrize("seed", range(8))
def test_a_contact_that_chatters_gives_the_piece_or_nothing(seed):
    """Open and closed by turns, every 7 ms; half of the time at first, then hardly ever open."""
    with a_box("resistors", 1000, seed=seed) as box:
        box.insert("blue", "Private")
        box.insert("red", "Colonel")
        for closed_ms in (7, 70):
            start = box.now_ms
            while box.now_ms < start + 1500:
                box.dirty("red", 1)
                box.wait(7)
                box.clean("red", 1)
                box.wait(closed_ms)
        assert verdicts(box) in ([], ["red"])
