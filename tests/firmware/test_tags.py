"""What searches for tags make of a slot, against antennas that follow a script."""

import pytest

from arbiter import ticks
from arbiter.pieces import EMPTY, UNSEATED
from arbiter.readers import ReaderFault
from arbiter.tags import TagReaders

STEP_MS = 20
MAJOR, AGENT = b"\x04major", b"\x04agent"
KNOWN = {MAJOR.hex(): ["red", 8], AGENT.hex(): ["blue", 14]}


class Antenna:
    """Finds what the script says, one entry a search; the last one for ever. OSError fails."""

    def __init__(self, *script):
        self.script = list(script) or [[]]
        self.searches = 0
        self.resets = 0
        self.on = False

    def reset(self):
        self.resets += 1
        self.on = False

    def release(self):
        pass

    def start(self):
        self._may_fail()

    def search(self):
        self._may_fail()
        self.searches += 1
        self.on = True

    def found(self):
        assert self.on
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]

    def off(self):
        self.on = False

    def _may_fail(self):
        if self.script[0] is OSError:
            if len(self.script) > 1:
                self.script.pop(0)
            raise OSError


class Pair:
    """Both readers, stepped; ``told`` is what red's said after each of its searches."""

    def __init__(self, red, blue=None, start=0):
        self.red, self.blue = red, blue or Antenna()
        self.both = TagReaders([self.red, self.blue], KNOWN)
        self.told = []
        self.now = start

    def run(self, steps):
        for _ in range(steps):
            self.both.step(self.now)
            self.now = ticks.add(self.now, STEP_MS)
            assert not (self.red.on and self.blue.on)
            if self.red.searches > len(self.told) and not self.red.on:
                self.told.append(self.both.red.read(self.now))
        return self.told


STARTED = 12  # steps until both chips are ready


def told_of(*script, blue=None):
    pair = Pair(Antenna(*script), blue)
    return pair.run(STARTED + 4 * len(script))[: len(script)]


def test_a_tag_counts_from_its_second_read_on():
    assert told_of([MAJOR], [MAJOR], [MAJOR]) == [UNSEATED, 8, 8]


def test_a_slot_is_empty_after_three_reads_of_nothing():
    assert told_of([], [], [], []) == [UNSEATED, UNSEATED, EMPTY, EMPTY]


def test_a_missed_read_is_a_doubt_that_one_good_read_ends():
    assert told_of([MAJOR], [MAJOR], [], [MAJOR], [], [], [MAJOR]) == [
        *(UNSEATED, 8, UNSEATED, 8),
        *(UNSEATED, UNSEATED, 8),
    ]


def test_three_missed_reads_take_the_piece_away():
    assert told_of([MAJOR], [MAJOR], [], [], [], [MAJOR], [MAJOR]) == [
        *(UNSEATED, 8, UNSEATED, UNSEATED, EMPTY),
        *(UNSEATED, 8),
    ]


@pytest.mark.parametrize("other", [b"\x04majos", b"", AGENT])
def test_a_read_of_something_else_is_a_doubt_and_two_equal_reads_must_follow(other):
    assert told_of([MAJOR], [MAJOR], [other], [MAJOR], [MAJOR]) == [
        *(UNSEATED, 8, UNSEATED, UNSEATED, 8)
    ]


@pytest.mark.parametrize("uids", [[AGENT], [b"\x04other"], [b""], [MAJOR, AGENT], [MAJOR, MAJOR]])
def test_what_is_no_piece_of_the_army_stays_unseated(uids):
    assert told_of(uids, uids, uids, uids) == [UNSEATED] * 4


def test_a_tag_in_both_slots_is_unseated():
    assert told_of(*[[MAJOR]] * 6, blue=Antenna([MAJOR])) == [UNSEATED] * 6


def test_a_tag_counts_again_when_it_has_left_the_other_slot():
    blue = Antenna(*[[MAJOR]] * 3, [], [], [], [])
    told = told_of(*[[MAJOR]] * 10, blue=blue)
    assert told[:3] == [UNSEATED] * 3
    assert told[-1] == 8


def test_a_chip_that_fails_is_reset_and_the_piece_must_be_read_anew():
    pair = Pair(Antenna([MAJOR], [MAJOR], [MAJOR]))
    pair.run(STARTED + 8)
    assert pair.both.red.read(pair.now) == 8
    pair.red.script = [OSError, [MAJOR]]
    before = pair.red.resets
    pair.run(4)
    assert pair.red.resets == before + 1
    assert pair.both.red.read(pair.now) == UNSEATED
    pair.run(16)
    assert pair.both.red.read(pair.now) == 8


def test_a_search_without_end_is_a_failure():
    pair = Pair(Antenna([MAJOR], None))
    pair.run(STARTED)
    before = pair.red.resets
    pair.run(12)
    assert pair.red.resets > before


def test_a_chip_that_fails_five_times_in_a_row_is_a_fault_that_names_the_slot():
    pair = Pair(Antenna(), Antenna(OSError))
    with pytest.raises(ReaderFault, match=r"^blue reader"):
        pair.run(200)
    assert pair.blue.resets == 5
    assert not pair.red.on


@pytest.mark.parametrize("before_ms", range(0, 400, 50))
def test_the_wrap_of_the_ticks_changes_nothing(before_ms):
    expected = Pair(Antenna([MAJOR], OSError, [MAJOR])).run(60)
    pair = Pair(Antenna([MAJOR], OSError, [MAJOR]), start=ticks.PERIOD - before_ms)
    assert pair.run(60) == expected
