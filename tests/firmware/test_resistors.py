"""Windows and guard bands of the resistor reader, against the electricity worked out anew."""

import random

import pytest

from arbiter import resistors
from arbiter.pieces import EMPTY, KINDS, UNSEATED
from arbiter_sim import montecarlo

# piece-codes: E24 values by rank, 5-star General first; 2.2 kOhm up; 1 % parts.
OHMS = (150, 330, 510, 750, 1e3, 1.3e3, 1.8e3, 2.4e3, 3e3, 3.9e3, 5.1e3, 6.8e3, 10e3, 16e3, 33e3)
UP, TOLERANCE, CONTACT, INPUT = 2200, 0.01, 50, 100e3
E11_STEPS = (512, 1536, 2560, 3584)
STEP_LSB = 9


def level(ohms, up, leak=None):
    """LSB of 4096 for a resistor to ground, with or without the converter's own input beside it."""
    down = ohms if leak is None else ohms * leak / (ohms + leak)
    return 4096 * down / (down + up)


def window(kind):
    """The lowest and the highest level that a good piece of that kind can give."""
    ohms = OHMS[kind - 1]
    lowest = level(ohms * (1 - TOLERANCE), UP * (1 + TOLERANCE), INPUT)
    return lowest, level(ohms * (1 + TOLERANCE) + CONTACT, UP * (1 - TOLERANCE))


class Burst:
    """A driver that gives the same burst for ever."""

    def __init__(self, median, spread=0):
        self._burst = median, spread

    def sample(self):
        return self._burst


def read(median, spread=0):
    return resistors.ResistorReader(Burst(median, spread)).read(0)


@pytest.mark.parametrize("kind", KINDS)
def test_every_good_piece_is_its_kind_with_a_converters_step_to_spare(kind):
    low, high = window(kind)
    for at in range(int(low) - STEP_LSB, int(high) + STEP_LSB + 2):
        assert read(at) == kind


def test_no_level_that_a_good_piece_can_give_is_another_kinds():
    for at in range(4096):
        mine = [kind for kind in KINDS if window(kind)[0] <= at <= window(kind)[1]]
        assert len(mine) <= 1
        assert not mine or read(at) == mine[0]


def test_between_two_kinds_lies_a_band_of_neither():
    for threshold in resistors.THRESHOLDS:
        for at in (threshold - resistors.GUARD, threshold, threshold + resistors.GUARD):
            assert read(at) == UNSEATED


def test_contents_only_grow_with_the_level():
    told = [read(at) for at in range(4096)]
    kinds = [contents for contents in told if contents in KINDS]
    assert kinds == sorted(kinds)
    assert set(kinds) == set(KINDS)
    assert (told[0], told[100]) == (UNSEATED, UNSEATED)
    assert {read(at) for at in range(3967, 4096)} == {EMPTY}


def test_an_open_slot_is_empty_however_much_the_converter_leaks():
    assert read(int(level(INPUT, UP * (1 + TOLERANCE)))) == EMPTY


def test_a_burst_that_spreads_is_no_piece_and_no_empty_slot():
    for at in (50, 300, 1000, 4090):
        assert read(at, resistors.MOST_SPREAD + 1) == UNSEATED
        assert read(at, resistors.MOST_SPREAD) == read(at)


def test_thresholds_keep_off_the_converters_steps():
    assert min(abs(t - step) for t in resistors.THRESHOLDS for step in E11_STEPS) >= 77


def test_a_contact_can_be_95_ohms_worse_than_nothing_before_a_piece_reads_as_another():
    """A worse one makes the 5-star General, the nearest to its neighbour in ohms, a 4-star one."""
    for kind, ohms in enumerate(OHMS, 1):
        told = {read(int(level(ohms + more, UP))) for more in range(140)}
        assert told <= {kind, UNSEATED}


def test_a_calibration_puts_thresholds_half_way():
    levels = tuple(int(level(ohms, UP)) for ohms in OHMS)
    made = resistors.between(levels)
    assert len(made) == len(resistors.THRESHOLDS)
    for kind in KINDS:
        assert resistors.contents(levels[kind - 1], made) == kind
        assert min(levels[kind - 1] - made[kind - 1], made[kind] - levels[kind - 1]) >= 2 * 40
    assert max(abs(a - b) for a, b in zip(made, resistors.THRESHOLDS, strict=True)) <= 45
    assert resistors.contents(int(level(INPUT, UP * (1 + TOLERANCE))), made) == EMPTY


@pytest.mark.parametrize("kind", [1, 5, 15])
def test_a_calibration_refuses_pieces_that_are_too_near_to_each_other(kind):
    levels = [int(level(ohms, UP)) for ohms in OHMS]
    levels[kind - 1] = (levels[kind - 2] if kind > 1 else 0) + 4 * resistors.GUARD - 1
    with pytest.raises(ValueError, match=f"kind {kind} is too near"):
        resistors.between(tuple(levels))


def test_ten_thousand_reads_of_random_parts(record_property):
    """`make montecarlo` does a million."""
    seed = random.SystemRandom().randrange(1 << 32)
    print("seed", seed)
    tally = montecarlo.tally(10_000, seed)
    record_property("montecarlo", str(tally))
    assert tally.wrong == 0, tally
    assert tally.unseated <= 1, tally


def test_contacts_twice_as_bad_as_promised_cost_seats_and_no_wrong_piece():
    tally = montecarlo.tally(5_000, 1, contact=100)
    assert tally.wrong == 0
    assert 0 < tally.unseated < 250


def test_the_monte_carlo_finds_what_is_wrong():
    """With contacts six times as bad as promised it must."""
    assert montecarlo.tally(3_000, 1, contact=300).wrong > 0


def test_the_command_prints_its_seed_first(capsys):
    assert montecarlo.main(["--reads", "150", "--seed", "7"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "seed 7"
    assert told[1].startswith("seed 7: 150 reads, 0 wrong, 0 unseated")
