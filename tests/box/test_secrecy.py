"""Whatever leaves the box is a function of the verdict class alone."""

import re

import pytest

from arbiter import codes, pieces
from arbiter_sim import Box
from box.battles import CLASSES, battle, pairs_of

ALLOWED_WORDS = """
    event hello protocol version reader contacts state red blue unread empty unseated seated
    starting asleep waiting deliberating verdict victory spent void class battle aborted why lifted
    changed tie captures flag duel
"""
FAULTS = ("crooked", "backwards", "dirty", "shorted", "lifted", "swapped")


@pytest.mark.parametrize("cls", CLASSES)
def test_all_battles_of_a_class_leave_one_and_the_same_log(cls):
    pairs = pairs_of(cls)
    expected = battle(*pairs[0])[1]
    for red, blue in pairs[1:]:
        assert battle(red, blue)[1] == expected, (red, blue)


def test_the_classes_differ_in_what_is_seen_and_heard():
    logs = [battle(*pairs_of(cls)[0])[1] for cls in CLASSES]
    assert len({str(log.frames()) for log in logs}) == len(CLASSES)
    assert len({str(log.tones()) for log in logs}) == len(CLASSES)


@pytest.mark.parametrize("red", pieces.KINDS)
def test_no_usb_byte_tells_a_rank(red):
    for blue in pieces.KINDS:
        assert_tells_no_rank(battle(red, blue)[1].usb())


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("blue", ["5-star General", "2nd Lieutenant", "Agent", "Flag"])
@pytest.mark.parametrize("fault", FAULTS)
def test_what_goes_wrong_is_the_same_for_every_rank_and_tells_none(fault, blue, seed):
    first, *others = (faulty_battle(kind, fault, blue, seed) for kind in pieces.KINDS)
    assert all(log == first for log in others)
    assert len(first.frames()) > 1
    assert_tells_no_rank(first.usb())
    assert first.text() == ""


def faulty_battle(kind, fault, blue, seed):
    """A battle of that kind against `blue`, with something going wrong on red's side."""
    word = codes.word(kind)
    closed = [number for number in range(1, 8) if word >> (7 - number) & 1]
    is_open = [number for number in range(1, 8) if number not in closed]
    other = "Private" if kind != pieces.PRIVATE else "Agent"
    with Box(seed=seed) as box:
        if fault == "dirty":
            box.dirty("red", closed[0])
        elif fault == "shorted":
            box.short("red", is_open[0])
        seating = fault if fault in ("crooked", "backwards") else "straight"
        box.insert("red", pieces.name(kind), seating=seating)
        box.insert("blue", blue)
        box.wait(2000)
        if fault == "lifted":
            box.lift("red")
        elif fault == "swapped":
            box.swap("red", other)
        box.wait(3000)
        return box.log


def assert_tells_no_rank(usb):
    """Only the protocol's words; no number but the protocol's, the version's, the battle's."""
    text = usb.decode()
    assert set(re.findall(r"[a-z]+", text)) <= set(ALLOWED_WORDS.split())
    numbers = re.sub(r'"protocol": 1|"version": "\d+\.\d+\.\d+"|"battle": 1', "", text)
    assert not re.search(r"[0-9A-Z]", numbers)
