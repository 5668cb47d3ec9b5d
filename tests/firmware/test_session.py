"""The states of the box, as scripts of what the slots hold and when."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from arbiter import session, ticks
from arbiter.pieces import EMPTY, UNSEATED
from firmware.rulebook import CLASS, KIND

EVENTS = {
    *(session.CLEARED, session.ONE_SEATED, session.MISSEATED, session.STILL_MISSEATED),
    *(session.BOTH_SEATED, session.CHANGED, session.DUE, session.CAPTURED),
}
UNTIMED = {session.CHANGED, session.DUE, session.CAPTURED}
# What changes nothing, by state.
IGNORED = {
    session.STARTING: UNTIMED,
    session.RESTARTED: UNTIMED | {session.STILL_MISSEATED},
    session.ASLEEP: UNTIMED,
    session.WAITING: UNTIMED,
    session.UNSEATED_PIECE: UNTIMED,
    session.DELIBERATING: {session.STILL_MISSEATED, session.BOTH_SEATED, session.CAPTURED},
    session.VERDICT: {session.STILL_MISSEATED, session.BOTH_SEATED},
    session.VICTORY: {session.STILL_MISSEATED, session.BOTH_SEATED, session.DUE},
    session.SPENT: EVENTS - {session.CLEARED, session.DUE, session.CAPTURED},
    session.VOID: EVENTS - {session.CLEARED},
}

COLONEL, MAJOR, PRIVATE, AGENT, FLAG = (
    KIND[name] for name in ("Colonel", "Major", "Private", "Agent", "Flag")
)
DELIBERATION_MS, TONE_MS, TAPS_MS, DIM_MS = 3000, 1500, 17_400, 60_000
DURATIONS = {
    "deliberating": DELIBERATION_MS,
    "verdict": TONE_MS,
    "victory": TAPS_MS,
    "spent": DIM_MS,
}


class Script:
    """A session, told what the slots hold and how the time passes."""

    def __init__(self, start=0, restarted=False):
        self.session = session.Session(DURATIONS, restarted)
        self.now = start
        self.held = (None, None)

    def hold(self, red, blue):
        """The slots now hold that; returns (state, effect)."""
        self.held = (red, blue)
        return self.wait(0)

    def wait(self, ms, sure=True):
        """One step, ``ms`` later; returns (state, effect)."""
        self.now = ticks.add(self.now, ms)
        effect = self.session.step(*self.held, sure, self.now)
        return self.session.state, effect

    def battle(self, red, blue):
        """Two pieces go in, one after the other, and are deliberated on; returns the class."""
        self.hold(red, EMPTY)
        self.wait(500)
        assert self.hold(red, blue) == ("deliberating", "latch")
        assert self.wait(DELIBERATION_MS) == ("verdict", "judge")
        return self.session.cls


@pytest.fixture
def box():
    """A box that has been switched on with empty slots."""
    box = Script()
    box.hold(EMPTY, EMPTY)
    return box


# The table.


def test_every_state_says_what_every_event_does_to_it():
    assert set(session.TABLE) == set(IGNORED)
    for state, ignored in IGNORED.items():
        assert set(session.TABLE[state]) == EVENTS - ignored
        for next_state, effect in session.TABLE[state].values():
            assert next_state in session.TABLE
            assert isinstance(effect, str)


def test_every_state_but_the_two_rests_is_left_when_the_slots_are_cleared():
    for state in session.TABLE:
        if state != "asleep":
            assert session.TABLE[state]["cleared"][0] == "asleep"


def test_only_the_end_of_a_deliberation_judges():
    judging = [
        (state, event)
        for state in session.TABLE
        for event, (_, effect) in session.TABLE[state].items()
        if effect == "judge"
    ]
    assert judging == [("deliberating", "due")]


# The states, a row each.


def test_asleep_while_both_slots_are_empty(box):
    assert box.wait(0) == ("asleep", None)
    assert box.wait(86_400_000) == ("asleep", None)


@pytest.mark.parametrize("slots", [(COLONEL, EMPTY), (EMPTY, COLONEL)])
def test_one_piece_waits_with_one_click(box, slots):
    assert box.hold(*slots) == ("waiting", "click")
    assert box.wait(3_600_000) == ("waiting", None)
    assert box.hold(EMPTY, EMPTY) == ("asleep", "hush")


@pytest.mark.parametrize("slots", [(UNSEATED, EMPTY), (EMPTY, UNSEATED), (UNSEATED, UNSEATED)])
def test_an_unreadable_piece_is_complained_about_once(box, slots):
    assert box.hold(*slots) == ("unseated", "complain")
    assert box.wait(3_600_000) == ("unseated", None)
    assert box.hold(EMPTY, EMPTY) == ("asleep", "hush")


@pytest.mark.parametrize("bad", [(UNSEATED, COLONEL), (COLONEL, UNSEATED)])
def test_no_battle_with_an_unreadable_piece(box, bad):
    box.hold(COLONEL, EMPTY) if bad[0] == COLONEL else box.hold(EMPTY, COLONEL)
    assert box.hold(*bad) == ("unseated", "complain")
    assert box.wait(DELIBERATION_MS) == ("unseated", None)
    assert box.hold(COLONEL, COLONEL) == ("deliberating", "latch")


def test_a_second_unreadable_piece_is_complained_about_too(box):
    box.hold(UNSEATED, EMPTY)
    assert box.hold(UNSEATED, COLONEL) == ("unseated", "look")
    assert box.hold(UNSEATED, UNSEATED) == ("unseated", "complain")
    assert box.hold(EMPTY, UNSEATED) == ("unseated", "look")
    assert box.hold(COLONEL, EMPTY) == ("waiting", "click")


def test_two_pieces_are_deliberated_on_to_the_millisecond(box):
    box.hold(COLONEL, EMPTY)
    assert box.hold(COLONEL, PRIVATE) == ("deliberating", "latch")
    assert box.session.cls == ""
    assert box.wait(DELIBERATION_MS - 1) == ("deliberating", None)
    assert box.session.cls == ""
    assert box.wait(1) == ("verdict", "judge")
    assert box.session.cls == "red"


def test_two_pieces_may_come_at_once(box):
    assert box.hold(COLONEL, PRIVATE) == ("deliberating", "latch")


def test_pieces_that_are_there_at_power_up_are_judged():
    box = Script()
    assert box.hold(COLONEL, None) == ("starting", None)
    assert box.hold(COLONEL, PRIVATE) == ("deliberating", "latch")


def test_a_slot_that_was_not_read_yet_never_counts():
    box = Script()
    for slots in ((None, None), (COLONEL, None), (None, UNSEATED), (EMPTY, None), (None, FLAG)):
        assert box.hold(*slots) == ("starting", None)
        assert box.wait(DELIBERATION_MS) == ("starting", None)
    assert box.hold(EMPTY, UNSEATED) == ("unseated", "complain")


def test_a_verdict_sounds_then_is_spent_then_dims(box):
    box.battle(COLONEL, PRIVATE)
    assert box.wait(TONE_MS - 1) == ("verdict", None)
    assert box.wait(1) == ("spent", "hush")
    assert box.wait(DIM_MS - 1) == ("spent", None)
    assert box.wait(1) == ("spent", "dim")
    assert box.wait(DIM_MS) == ("spent", None)
    assert box.session.cls == "red"
    assert box.hold(EMPTY, EMPTY) == ("asleep", "hush")
    assert box.session.cls == ""


@pytest.mark.parametrize(
    ("pair", "cls"),
    [
        ((PRIVATE, FLAG), "red-captures"),
        ((FLAG, AGENT), "blue-captures"),
        ((FLAG, FLAG), "flag-duel"),
    ],
)
def test_a_captured_flag_gets_taps_once(box, pair, cls):
    assert box.battle(*pair) == cls
    assert box.wait(TONE_MS - 1) == ("verdict", None)
    assert box.wait(1) == ("victory", "taps")
    assert box.wait(TAPS_MS - 1) == ("victory", None)
    assert box.wait(1) == ("spent", "hush")
    assert box.wait(DIM_MS) == ("spent", "dim")
    assert box.wait(DIM_MS) == ("spent", None)


def test_all_225_verdicts(box):
    for (red, blue), cls in CLASS.items():
        assert box.battle(red, blue) == cls
        assert box.hold(EMPTY, EMPTY) == ("asleep", "hush")
    assert (box.session.battles, box.session.aborts) == (225, 0)


# A deliberation that is broken off.


def deliberate(box, ms=DELIBERATION_MS - 1):
    box.hold(COLONEL, PRIVATE)
    assert box.wait(ms) == ("deliberating", None)


@pytest.mark.parametrize(
    ("slots", "state"),
    [
        ((COLONEL, EMPTY), "waiting"),
        ((EMPTY, PRIVATE), "waiting"),
        ((EMPTY, EMPTY), "asleep"),
        ((UNSEATED, PRIVATE), "unseated"),
        ((COLONEL, UNSEATED), "unseated"),
        ((UNSEATED, EMPTY), "unseated"),
        ((MAJOR, PRIVATE), "void"),
        ((COLONEL, MAJOR), "void"),
        ((PRIVATE, COLONEL), "void"),
    ],
)
def test_no_verdict_on_pieces_that_do_not_stay(box, slots, state):
    deliberate(box)
    assert box.hold(*slots) == (state, "abort")
    assert box.wait(2 * DELIBERATION_MS) == (state, None)
    assert (box.session.battles, box.session.aborts, box.session.cls) == (0, 1, "")


def test_a_change_in_the_very_step_of_the_verdict_wins(box):
    deliberate(box, 0)
    box.held = (EMPTY, PRIVATE)
    assert box.wait(DELIBERATION_MS) == ("waiting", "abort")


def test_a_piece_that_comes_back_is_deliberated_on_from_the_beginning(box):
    deliberate(box)
    box.hold(COLONEL, EMPTY)
    assert box.hold(COLONEL, PRIVATE) == ("deliberating", "latch")
    assert box.wait(DELIBERATION_MS - 1) == ("deliberating", None)
    assert box.wait(1) == ("verdict", "judge")


def test_a_verdict_waits_while_the_latest_samples_contradict_the_pieces(box):
    deliberate(box)
    assert box.wait(1, sure=False) == ("deliberating", None)
    assert box.wait(60, sure=False) == ("deliberating", None)
    assert box.wait(5, sure=True) == ("verdict", "judge")


def test_after_a_changed_piece_both_slots_must_be_emptied(box):
    deliberate(box)
    box.hold(COLONEL, MAJOR)
    for slots in ((COLONEL, EMPTY), (COLONEL, PRIVATE), (UNSEATED, PRIVATE), (EMPTY, PRIVATE)):
        assert box.hold(*slots) == ("void", None)
        assert box.wait(DIM_MS) == ("void", None)
    assert box.hold(EMPTY, EMPTY) == ("asleep", "hush")
    assert box.battle(COLONEL, PRIVATE) == "red"


# After a verdict.


def test_never_two_verdicts_for_one_insertion(box):
    box.battle(COLONEL, PRIVATE)
    box.wait(TONE_MS)
    for slots in ((EMPTY, PRIVATE), (COLONEL, PRIVATE), (MAJOR, PRIVATE), (UNSEATED, EMPTY)):
        assert box.hold(*slots) == ("spent", None)
        assert box.wait(DELIBERATION_MS) == ("spent", None)
    assert box.hold(EMPTY, EMPTY) == ("asleep", "hush")
    assert box.battle(FLAG, MAJOR) == "blue-captures"
    assert box.session.battles == 2


@pytest.mark.parametrize(
    "slots", [(EMPTY, FLAG), (PRIVATE, EMPTY), (UNSEATED, FLAG), (PRIVATE, MAJOR)]
)
@pytest.mark.parametrize("into_taps", [False, True])
def test_lifting_a_piece_stops_the_sound_at_once(box, into_taps, slots):
    box.battle(PRIVATE, FLAG)
    if into_taps:
        assert box.wait(TONE_MS) == ("victory", "taps")
        box.wait(TAPS_MS // 2)
    assert box.hold(*slots) == ("spent", "hush")
    assert box.session.cls == "red-captures"
    assert box.wait(TAPS_MS) == ("spent", None)


@pytest.mark.parametrize("after_ms", [0, TONE_MS, TONE_MS + TAPS_MS])
def test_lifting_both_pieces_is_the_end_at_once(box, after_ms):
    box.battle(PRIVATE, FLAG)
    box.wait(min(after_ms, TONE_MS))
    box.wait(max(after_ms - TONE_MS, 0))
    assert box.hold(EMPTY, EMPTY) == ("asleep", "hush")
    assert box.wait(DIM_MS) == ("asleep", None)


# A restart.


def test_a_restarted_box_judges_nothing_until_the_slots_are_empty():
    box = Script(restarted=True)
    assert box.hold(COLONEL, None) == ("restarted", None)
    assert box.hold(COLONEL, PRIVATE) == ("void", "look")
    for slots in ((COLONEL, PRIVATE), (COLONEL, EMPTY), (UNSEATED, EMPTY)):
        assert box.hold(*slots) == ("void", None)
        assert box.wait(2 * DELIBERATION_MS) == ("void", None)
    assert box.hold(EMPTY, EMPTY) == ("asleep", "hush")
    assert box.battle(COLONEL, PRIVATE) == "red"


# The tick counter.


@pytest.mark.parametrize("before_wrap_ms", [0, 1, 1500, 2999, 3000, 3001, 4500])
def test_durations_across_the_wrap(before_wrap_ms):
    box = Script(start=(ticks.PERIOD - before_wrap_ms) % ticks.PERIOD)
    box.hold(EMPTY, EMPTY)
    box.hold(PRIVATE, FLAG)
    assert box.wait(DELIBERATION_MS - 1) == ("deliberating", None)
    assert box.wait(1) == ("verdict", "judge")
    assert box.wait(TONE_MS - 1) == ("verdict", None)
    assert box.wait(1) == ("victory", "taps")


def test_sixty_days_do_not_wake_a_dimmed_or_sleeping_box(box):
    for _ in range(60 * 24):
        assert box.wait(3_600_000) == ("asleep", None)
    box.battle(COLONEL, PRIVATE)
    box.wait(TONE_MS)
    box.wait(DIM_MS)
    for _ in range(60 * 24):
        assert box.wait(3_600_000) == ("spent", None)


# Anything at all.

pauses = st.sampled_from([1, 5, 20, 1499, 1500, 2999, 3000, 17_400, 60_000])
slot = st.sampled_from([EMPTY, EMPTY, UNSEATED, COLONEL, PRIVATE, AGENT, FLAG])


class AnyPlay(RuleBasedStateMachine):
    """Arbitrary contents and times, against what may be said of a verdict from outside."""

    @initialize(start=st.integers(0, ticks.PERIOD - 1) | st.just(ticks.PERIOD - 3000))
    def switch_on(self, start):
        self.box = Script(start)
        self.held = (None, None)
        self.held_ms = 0  # how long the slots have held it, without a break
        self.fresh = True  # no verdict since both slots were empty

    @rule(red=slot, blue=slot, ms=st.sampled_from([0, 1, 20, 2999, 3000]))
    def slots_hold(self, red, blue, ms):
        if (red, blue) == self.held:
            return
        if self.fresh and min(*self.held_kinds(), red, blue) >= 1:
            self.fresh = False  # another piece, and neither slot was seen without one
        self.held = self.box.held = (red, blue)
        self.held_ms = 0
        self.check(ms, sure=True, due=False)

    @precondition(lambda self: None not in self.held)
    @rule(ms=pauses, sure=st.booleans())
    def time_passes(self, ms, sure):
        self.held_ms += ms
        due = self.fresh and min(self.held) >= 1 and self.held_ms >= DELIBERATION_MS and sure
        self.check(ms, sure, due)

    def held_kinds(self):
        return [0 if contents is None else contents for contents in self.held]

    def check(self, ms, sure, due):
        effect = self.box.wait(ms, sure)[1]
        assert (effect == "judge") == due
        if due:
            assert self.box.session.cls == CLASS[self.held]
            self.fresh = False
        if self.held == (EMPTY, EMPTY):
            self.fresh = True

    @invariant()
    def empty_slots_are_a_sleeping_box(self):
        if self.held == (EMPTY, EMPTY):
            assert self.box.session.state == "asleep"
            assert self.box.session.cls == ""

    @invariant()
    def a_class_is_known_only_after_a_verdict(self):
        after = self.box.session.state in ("verdict", "victory", "spent")
        assert bool(self.box.session.cls) == after


TestAnyPlay = AnyPlay.TestCase
TestAnyPlay.settings = settings(max_examples=150, stateful_step_count=60)
