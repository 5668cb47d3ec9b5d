"""Clock, nets, contacts and bounces."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_sim import ShortCircuit, bounce
from arbiter_sim.piece import Piece
from arbiter_sim.slots import CONTACTS, Slot, mirrored
from arbiter_sim.world import NEVER, Net, World

WORDS = st.integers(0, 127)
PIECES = st.sampled_from([word for word in range(128) if word.bit_count() == 3])
SEEDS = st.integers(0, 1000)
OVER_US = 8_000


def slot_in(world):
    return Slot("red", world, world.nets[2:9])


def changes_of(seed, act):
    """(us, reading) at each event that `act` on a new slot brings about."""
    world = World(seed)
    slot = slot_in(world)
    act(slot, world)
    trace = []
    while world.next_us < NEVER:
        world.happen()
        trace.append((world.now, slot.reading))
    return trace


def test_things_happen_in_order_of_time_and_then_of_their_scheduling():
    world = World()
    happened = []
    for t_us, name in ((30, "c"), (10, "a"), (30, "d"), (20, "b")):
        world.at(t_us, lambda name=name: happened.append((world.now, name)))
    while world.next_us < NEVER:
        world.happen()
    assert happened == [(10, "a"), (20, "b"), (30, "c"), (30, "d")]


def test_what_is_late_happens_now_and_time_does_not_go_back():
    world = World()
    world.now = 50
    world.at(10, lambda: None)
    assert world.next_us == 50
    world.happen()
    assert world.now == 50


def test_a_net_is_what_drives_it_else_what_pulls_it_else_noise():
    net = Net("GP2", random.Random(0))
    net.pull = 1
    net.settle()
    assert net.level == 1
    net.drive("contact", 0, push_pull=False)
    assert net.level == 0
    net.release("contact")
    assert net.level == 1
    net.pull = None
    levels = set()
    for _ in range(20):
        net.settle()
        levels.add(net.level)
    assert levels == {0, 1}


def test_two_drivers_on_a_net_are_an_error_that_names_it():
    net = Net("GP2", random.Random(0))
    net.drive("one", 1)
    with pytest.raises(ShortCircuit, match="net GP2 has two drivers: one and another"):
        net.drive("another", 0)


@given(WORDS, SEEDS)
def test_a_piece_ends_up_with_its_contacts_closed(word, seed):
    trace = changes_of(seed, lambda slot, _: slot.insert(Piece(word), "straight", OVER_US))
    assert (trace[-1][1] if trace else 0) == word
    assert all(t_us <= OVER_US + bounce.BOUNCE_US for t_us, _ in trace)


@given(WORDS, SEEDS)
def test_backwards_is_the_mirrored_word(word, seed):
    trace = changes_of(seed, lambda slot, _: slot.insert(Piece(word), "backwards", OVER_US))
    assert (trace[-1][1] if trace else 0) == int(format(word, "07b")[::-1], 2) == mirrored(word)


@given(PIECES, SEEDS)
def test_crooked_loses_one_or_two_of_three_contacts_and_closes_no_other(word, seed):
    trace = changes_of(seed, lambda slot, _: slot.insert(Piece(word), "crooked", OVER_US))
    assert all(reading & ~word == 0 for _, reading in trace)
    assert trace[-1][1].bit_count() in (1, 2)


@given(PIECES, PIECES, SEEDS, st.sampled_from(["straight", "crooked", "backwards"]))
def test_the_instants_do_not_depend_on_the_piece(word, other, seed, seating):
    """Nor, then, does what the box does tell a rank through them."""

    def instants(word):
        return [
            t
            for t, _ in changes_of(seed, lambda slot, _: slot.insert(Piece(word), seating, OVER_US))
        ]

    assert instants(word) == instants(other)


@given(PIECES, PIECES, PIECES, SEEDS)
def test_nor_do_they_in_a_swap(word, other, third, seed):
    def instants(word, other):
        def act(slot, world):
            slot.insert(Piece(word), "straight", OVER_US)
            world.at(50_000, lambda: slot.swap(Piece(other), OVER_US))

        return [t for t, _ in changes_of(seed, act)]

    assert instants(word, other) == instants(other, third)


@given(SEEDS)
def test_the_same_seed_bounces_the_same_and_no_other(seed):
    def trace(seed):
        return changes_of(seed, lambda slot, _: slot.insert(Piece(0b0000111), "straight", OVER_US))

    assert trace(seed) == trace(seed)
    assert trace(seed) != trace(seed + 1)


def test_each_movement_bounces_in_its_own_way():
    assert bounce.changes(1, 1, 0, OVER_US) != bounce.changes(1, 2, 0, OVER_US)
    assert bounce.changes(1, 1, 0, OVER_US) != bounce.changes(1, 1, 1, OVER_US)


@given(WORDS, SEEDS, st.integers(0, 20_000))
def test_a_piece_lifted_at_any_instant_leaves_nothing_closed(word, seed, after_us):
    def act(slot, world):
        slot.insert(Piece(word), "straight", OVER_US)
        world.at(after_us, lambda: slot.lift(OVER_US))

    trace = changes_of(seed, act)
    assert trace[-1][1] == 0


@given(WORDS, WORDS, SEEDS, st.integers(0, 20_000))
def test_a_swap_at_any_instant_passes_through_an_empty_slot(word, other, seed, after_us):
    def act(slot, world):
        slot.insert(Piece(word), "straight", OVER_US)
        world.at(after_us, lambda: slot.swap(Piece(other), OVER_US))

    trace = changes_of(seed, act)
    assert trace[-1][1] == other
    assert 0 in [reading for _, reading in trace]


def test_a_swapped_piece_can_be_lifted_before_it_is_in():
    def act(slot, _):
        slot.insert(Piece(7), "straight", OVER_US)
        slot.swap(Piece(56), OVER_US)
        slot.lift(OVER_US)
        assert not slot.occupied

    assert changes_of(3, act)[-1][1] == 0


@pytest.mark.parametrize("number", range(1, CONTACTS + 1))
def test_dirt_opens_and_a_short_closes_a_contact_until_it_is_cleaned(number):
    bit = 1 << (CONTACTS - number)
    slot = slot_in(World())
    contact = slot.contact(number)
    slot.hold(0b1111111)
    contact.fault(dirty=True)
    assert slot.reading == 0b1111111 ^ bit
    contact.fault(shorted=True)
    slot.hold(0)
    assert slot.reading == bit
    contact.fault()
    assert slot.reading == 0


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda slot: slot.lift(0), "holds no piece"),
        (lambda slot: slot.swap(Piece(7), 0), "holds no piece"),
        (lambda slot: slot.insert(Piece(7), "sideways", 0), "straight, crooked, backwards"),
        (lambda slot: slot.insert(Piece(128), "straight", 0), "0 to 127"),
        (lambda slot: slot.hold(-1), "0 to 127"),
        (lambda slot: slot.contact(0), "1 to 7"),
        (lambda slot: slot.contact(8), "1 to 7"),
        (
            lambda slot: (
                slot.insert(Piece(7), "straight", 0),
                slot.insert(Piece(7), "straight", 0),
            ),
            "lift it",
        ),
    ],
)
def test_what_no_hand_can_do(act, reason):
    with pytest.raises(ValueError, match=reason):
        act(slot_in(World()))
