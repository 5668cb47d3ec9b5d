"""What players do and what the box does about it: script in, states out."""

import pytest

from arbiter_sim import Box
from box.battles import example_of


@pytest.fixture
def box():
    with Box(seed=2) as box:
        box.wait(200)
        yield box


def states(box):
    return [event["state"] for event in box.events if event.get("event") == "state"]


def test_one_piece_waits_for_the_other_under_a_dim_light_of_its_own_side(box):
    box.insert("blue", "flag")
    box.wait(300)
    assert box.state == "waiting"
    assert [bool(any(colour)) for colour in box.pixels] == [False] * 5 + [True] * 3
    assert [duty for _, hz, duty in box.log.tones() if hz] != []
    assert box.tone == 0


def test_a_piece_lifted_in_deliberation_calls_the_battle_off_and_may_come_back(box):
    box.insert("red", "colonel")
    box.insert("blue", "private")
    box.wait(2000)
    box.lift("blue")
    box.wait(200)
    assert box.state == "waiting"
    assert box.verdict is None
    box.insert("blue", "private")
    box.wait(3300)
    assert box.verdict == "red"
    assert states(box)[2:] == ["deliberating", "waiting", "deliberating", "verdict"]


def test_a_piece_swapped_in_deliberation_voids_the_battle_until_both_slots_are_empty(box):
    box.insert("red", "colonel")
    box.insert("blue", "private")
    box.wait(2000)
    box.hold("blue", 0b1001010)
    box.wait(10_000)
    assert box.state == "void"
    box.lift("red")
    box.wait(500)
    box.insert("red", "colonel")
    box.wait(5000)
    assert (box.state, box.verdict) == ("void", None)
    box.lift("red")
    box.hold("blue", 0)
    box.wait(500)
    assert box.state == "asleep"


def test_a_crooked_piece_is_complained_of_three_times_and_no_more(box):
    box.insert("red", "major", seating="crooked")
    box.wait(600)
    assert box.state == "asleep"
    box.wait(60_000)
    assert box.state == "unseated"
    assert len([hz for _, hz, duty in box.log.tones() if duty]) == 6
    box.lift("red")
    box.wait(300)
    assert box.state == "asleep"
    assert not any(map(any, box.pixels))


def test_a_second_piece_beside_a_crooked_one_brings_no_new_complaint(box):
    box.insert("red", "major", seating="crooked")
    box.wait(20_000)
    said = len(box.log.tones())
    box.insert("blue", "major")
    box.wait(20_000)
    assert box.state == "unseated"
    assert [hz for _, hz, duty in box.log.tones()[said:] if duty] == []


def test_a_contact_that_chatters_during_deliberation_does_not_stop_it(box):
    box.insert("red", "colonel")
    box.insert("blue", "private")
    box.wait(1000)
    for _ in range(5):
        box.hold("red", 0b0100100)
        box.wait(30)
        box.hold("red", 0b0100110)
        box.wait(200)
    box.wait(1500)
    assert box.verdict == "red"


@pytest.mark.parametrize("cls", ["red", "blue-captures"])
@pytest.mark.parametrize("slot", ["red", "blue"])
def test_lifting_a_piece_stops_the_tone_and_taps_at_once(box, cls, slot):
    red, blue = example_of(cls)
    box.insert("red", red)
    box.insert("blue", blue)
    box.wait(3000 + 500 + (3000 if cls == "blue-captures" else 0))
    assert box.tone > 0
    lit = box.pixels
    box.lift(slot)
    box.wait(110)
    assert box.tone == 0
    assert box.state == "spent"
    assert [any(c) for c in box.pixels] == [any(c) for c in lit]
    box.wait(30_000)
    assert box.tone == 0


def test_a_verdict_stands_until_both_slots_are_empty_and_dims_after_a_minute(box):
    box.insert("red", "flag")
    box.insert("blue", "flag")
    box.wait(25_000)
    lit = box.pixels
    assert all(map(any, lit))
    box.wait(60_000)
    assert all(map(any, box.pixels))
    assert sum(map(sum, box.pixels)) < sum(map(sum, lit)) / 3
    box.lift("red")
    box.wait(1000)
    box.insert("red", "major")
    box.wait(5000)
    assert box.state == "spent"
    box.lift("red")
    box.lift("blue")
    box.wait(300)
    assert (box.state, box.pixels, box.tone) == ("asleep", ((0, 0, 0),) * 8, 0)


def test_the_button_steps_the_volume_also_while_a_tone_sounds(box):
    duties = []
    box.insert("red", "colonel")
    box.insert("blue", "private")
    box.wait(3300)
    for _ in range(4):
        duties.append(box.log.tones()[-1][2])
        box.press()
        box.wait(300)
    high, off, low, again = duties
    assert high == again > low > off == 0
