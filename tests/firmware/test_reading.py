"""One slot: what it holds is what was held, for the whole settle time."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arbiter import ticks
from arbiter.codes import WORDS, decode
from arbiter.pieces import EMPTY, UNSEATED
from arbiter.reading import Slot, seating

SETTLE_MS = 60
PATIENCE_MS = 700
MAJOR, FLAG = 8, 15
MAJORS, FLAGS = WORDS[MAJOR - 1], WORDS[FLAG - 1]
CROOKED = 0b1111000
CROOKED_TOO = 0b0000001
HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


class Bench:
    """A slot on a bench with a clock that wraps."""

    def __init__(self, start=0):
        self.slot = Slot(SETTLE_MS)
        self.now = start

    def see(self, sample, after=0, patience=PATIENCE_MS):
        """One sample of the contacts, ``after`` ms later; returns (contents, sure)."""
        self.now = ticks.add(self.now, after)
        self.slot.update(decode(sample), self.now, patience)
        return self.slot.contents, self.slot.sure

    def hold(self, sample, ms, every=5):
        """The same sample again and again for ``ms``, the first after one interval."""
        for _ in range(ms // every):
            seen = self.see(sample, every)
        return seen


@pytest.fixture
def bench():
    """An empty slot that has been read."""
    bench = Bench()
    bench.see(0)
    assert bench.see(0, SETTLE_MS) == (EMPTY, True)
    return bench


def test_at_power_up_a_slot_holds_nothing_known():
    bench = Bench()
    assert bench.slot.contents is None
    assert not bench.slot.sure
    assert bench.see(MAJORS) == (None, False)
    assert bench.see(MAJORS, SETTLE_MS - 1) == (None, False)
    assert bench.see(MAJORS, 1) == (MAJOR, True)


def test_a_piece_counts_after_the_settle_time_to_the_millisecond(bench):
    assert bench.see(MAJORS, 5) == (EMPTY, False)
    assert bench.see(MAJORS, SETTLE_MS - 1) == (EMPTY, False)
    assert bench.see(MAJORS, 1) == (MAJOR, True)


def test_an_empty_slot_counts_after_the_settle_time_to_the_millisecond(bench):
    bench.hold(MAJORS, 100)
    assert bench.see(0, 5) == (MAJOR, False)
    assert bench.see(0, SETTLE_MS - 1) == (MAJOR, False)
    assert bench.see(0, 1) == (EMPTY, True)


def test_one_sample_that_differs_begins_the_settle_time_anew(bench):
    bench.hold(MAJORS, 60)
    assert bench.see(MAJORS | 1, 1) == (EMPTY, False)
    assert bench.see(MAJORS, 1) == (EMPTY, False)
    assert bench.see(MAJORS, SETTLE_MS - 1) == (EMPTY, False)
    assert bench.see(MAJORS, 1) == (MAJOR, True)


def test_two_words_in_turn_are_never_a_piece(bench):
    for _ in range(13):
        bench.hold(MAJORS, 25)
        assert bench.hold(FLAGS, 25) == (EMPTY, False)
    bench.hold(MAJORS, 25)
    assert bench.hold(FLAGS, 55) == (UNSEATED, False)


def test_a_contact_that_chatters_does_not_move_a_seated_piece(bench):
    bench.hold(MAJORS, 100)
    for _ in range(40):
        assert bench.hold(MAJORS & ~0b100, 50) == (MAJOR, False)
        assert bench.see(MAJORS, 5) == (MAJOR, True)


def test_chatter_does_not_add_up_to_impatience(bench):
    bench.hold(MAJORS, 100)
    bench.hold(CROOKED, PATIENCE_MS - 5)
    assert bench.see(MAJORS, 1) == (MAJOR, True)
    assert bench.hold(CROOKED, PATIENCE_MS - 5) == (MAJOR, False)


def test_another_piece_replaces_one_without_an_empty_slot_between(bench):
    bench.hold(MAJORS, 100)
    assert bench.see(FLAGS, 5) == (MAJOR, False)
    assert bench.see(FLAGS, SETTLE_MS - 1) == (MAJOR, False)
    assert bench.see(FLAGS, 1) == (FLAG, True)


def test_a_crooked_piece_is_unseated_when_patience_ends_to_the_millisecond(bench):
    bench.see(CROOKED, 5)
    assert bench.see(CROOKED, PATIENCE_MS - 1) == (EMPTY, False)
    assert bench.see(CROOKED, 1) == (UNSEATED, True)


def test_patience_counts_from_the_first_odd_sample_not_from_the_last(bench):
    bench.see(CROOKED, 5)
    bench.see(CROOKED_TOO, PATIENCE_MS - 1)
    assert bench.see(CROOKED, 1) == (UNSEATED, True)


def test_patience_may_be_shortened_while_it_runs(bench):
    bench.see(CROOKED, 5)
    assert bench.see(CROOKED, 250) == (EMPTY, False)
    assert bench.see(CROOKED, 0, patience=250) == (UNSEATED, True)


def test_at_power_up_a_crooked_piece_is_unseated_too():
    bench = Bench()
    bench.see(CROOKED)
    assert bench.see(CROOKED, PATIENCE_MS) == (UNSEATED, True)


def test_an_unseated_piece_stays_so_whatever_its_contacts_do(bench):
    bench.hold(CROOKED, 800)
    assert bench.see(CROOKED_TOO, 5) == (UNSEATED, True)
    assert bench.see(MAJORS, 5) == (UNSEATED, False)
    assert bench.see(CROOKED, 5) == (UNSEATED, True)


def test_an_unseated_piece_that_is_pressed_down_counts_after_the_settle_time(bench):
    bench.hold(CROOKED, 800)
    bench.see(MAJORS, 5)
    assert bench.see(MAJORS, SETTLE_MS - 1) == (UNSEATED, False)
    assert bench.see(MAJORS, 1) == (MAJOR, True)


def test_a_piece_that_was_unseated_is_read_anew(bench):
    bench.hold(MAJORS, 100)
    bench.hold(CROOKED, 800)
    assert bench.see(MAJORS, 5) == (UNSEATED, False)


def test_the_settle_time_across_the_wrap():
    for before in range(SETTLE_MS + 1):
        bench = Bench(start=ticks.PERIOD - before - 5)
        bench.see(MAJORS, 5)
        assert bench.see(MAJORS, SETTLE_MS - 1) == (None, False)
        assert bench.see(MAJORS, 1) == (MAJOR, True)


@pytest.mark.parametrize(("sample", "contents"), [(0, EMPTY), (MAJORS, MAJOR), (CROOKED, UNSEATED)])
@pytest.mark.parametrize("pause_ms", [5 * HOUR_MS, 2**28 - 1, 2**28, 2**28 + 1, 2**29, 4 * DAY_MS])
def test_sixty_days_in_one_state(sample, contents, pause_ms):
    bench = Bench(start=ticks.PERIOD - 65_000)
    bench.hold(sample, 1000)
    for _ in range(60 * DAY_MS // pause_ms):
        assert bench.see(sample, pause_ms) == (contents, True)
    bench.see(FLAGS, pause_ms)
    assert bench.see(FLAGS, SETTLE_MS - 1) == (contents, False)
    assert bench.see(FLAGS, 1) == (FLAG, True)


def test_an_hour_of_chatter_between_words_is_unseated_and_then_over():
    bench = Bench()
    for _ in range(HOUR_MS // 100):
        bench.see(MAJORS, 50)
        bench.see(FLAGS, 50)
    assert bench.slot.contents == UNSEATED
    assert bench.hold(FLAGS, 100) == (FLAG, True)


def run_length_ms(history):
    """How long the latest sample has been seen without any other between."""
    ended, last = history[-1]
    began = ended
    for instant, sample in reversed(history):
        if sample != last:
            break
        began = instant
    return ended - began


def last_held(history):
    """The word (or 0) that was last seen for a whole settle time, or None."""
    for end in range(len(history), 0, -1):
        sample = history[end - 1][1]
        if decode(sample) != UNSEATED and run_length_ms(history[:end]) >= SETTLE_MS:
            return sample
    return None


samples = st.sampled_from([0, MAJORS, FLAGS, CROOKED, CROOKED_TOO, MAJORS | FLAGS])
pauses = st.sampled_from([0, 1, 5, 15, 29, 30, 59, 60, 61, 699, 700, HOUR_MS]) | st.integers(0, 800)
steps = st.lists(st.tuples(samples, pauses, st.sampled_from([250, 700])), min_size=1, max_size=40)


@given(st.integers(0, ticks.PERIOD - 1), steps)
@example(ticks.PERIOD - 30, [(MAJORS, 0, 700), (MAJORS, 60, 700)])
def test_only_what_was_held_is_ever_a_piece(start, steps):
    bench = Bench(start)
    now, history = 0, []
    for sample, pause, patience in steps:
        now += pause
        history.append((now, sample))
        contents, sure = bench.see(sample, pause, patience)
        held = last_held(history)
        if contents not in (UNSEATED, None):
            assert held is not None
            assert contents == decode(held)
        if sure:
            assert contents == decode(sample)
        if decode(sample) != UNSEATED and run_length_ms(history) >= SETTLE_MS:
            assert (contents, sure) == (decode(sample), True)
        if decode(sample) == UNSEATED and run_length_ms(history) >= patience:
            assert (contents, sure) == (UNSEATED, True)


@given(st.integers(0, 127), st.integers(0, 127), st.integers(1, SETTLE_MS))
def test_nothing_shorter_than_the_settle_time_is_ever_read(held, passing, ms):
    bench = Bench()
    bench.hold(held, 1000)
    before = bench.slot.contents
    bench.see(passing, 5)
    assert bench.see(passing, ms - 1)[0] in (before, UNSEATED)
    assert bench.see(held, 1) == (before, True)


def test_what_may_be_told_of_a_slot():
    told = {seating(contents) for contents in range(1, 16)}
    assert told == {"seated"}
    assert [seating(contents) for contents in (None, EMPTY, UNSEATED)] == [
        "unread",
        "empty",
        "unseated",
    ]
