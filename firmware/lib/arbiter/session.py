"""The states of the box, and what leads from one to the next.

``TABLE`` is the whole behaviour: for each state and event the next state and an effect; an event
that is not there changes nothing (the tests list those too). The session itself does nothing but
follow the table; the app carries the effects out.
"""

from arbiter import rules, ticks
from arbiter.pieces import EMPTY, UNSEATED

# States, each with what it waits for.
STARTING = "starting"  # the first reading of both slots
RESTARTED = "restarted"  # the same, where the pieces in the slots may be judged ones
ASLEEP = "asleep"  # a piece
WAITING = "waiting"  # the second piece
UNSEATED_PIECE = "unseated"  # a piece to be seated rightly
DELIBERATING = "deliberating"  # the end of the deliberation
VERDICT = "verdict"  # the end of the steady tone
VICTORY = "victory"  # the end of Taps
SPENT = "spent"  # both slots to be emptied
VOID = "void"  # the same, after a battle called off or a restart

# Events: what the two slots now hold, or that the state's time is over.
CLEARED = "cleared"  # both empty
ONE_SEATED = "one seated"  # one piece, the other slot empty
MISSEATED = "misseated"  # a slot has come to hold something unreadable
STILL_MISSEATED = "still misseated"  # a slot holds it as before, the other one changed
BOTH_SEATED = "both seated"  # two pieces, none of them judged or latched
CHANGED = "changed"  # two pieces, but not the two that were latched
DUE = "due"  # the state's time is over
CAPTURED = "captured"  # the same, where the verdict captures a Flag

# Effects, each done once, on the way.
CLICK = "click"
COMPLAIN = "complain"
LATCH = "latch"
JUDGE = "judge"
TAPS = "taps"
DIM = "dim"
LOOK = "look"  # only the lights change
HUSH = "hush"
ABORT = "abort"

_IN_PLAY = {
    CLEARED: (ASLEEP, HUSH),
    ONE_SEATED: (WAITING, CLICK),
    MISSEATED: (UNSEATED_PIECE, COMPLAIN),
    STILL_MISSEATED: (UNSEATED_PIECE, LOOK),
    BOTH_SEATED: (DELIBERATING, LATCH),
}
TABLE = {
    STARTING: _IN_PLAY,
    RESTARTED: {
        CLEARED: (ASLEEP, HUSH),
        ONE_SEATED: (VOID, LOOK),
        MISSEATED: (VOID, LOOK),
        BOTH_SEATED: (VOID, LOOK),
    },
    ASLEEP: _IN_PLAY,
    WAITING: _IN_PLAY,
    UNSEATED_PIECE: _IN_PLAY,
    DELIBERATING: {
        CLEARED: (ASLEEP, ABORT),
        ONE_SEATED: (WAITING, ABORT),
        MISSEATED: (UNSEATED_PIECE, ABORT),
        CHANGED: (VOID, ABORT),
        DUE: (VERDICT, JUDGE),
    },
    VERDICT: {
        CLEARED: (ASLEEP, HUSH),
        ONE_SEATED: (SPENT, HUSH),
        MISSEATED: (SPENT, HUSH),
        CHANGED: (SPENT, HUSH),
        DUE: (SPENT, HUSH),
        CAPTURED: (VICTORY, TAPS),
    },
    VICTORY: {
        CLEARED: (ASLEEP, HUSH),
        ONE_SEATED: (SPENT, HUSH),
        MISSEATED: (SPENT, HUSH),
        CHANGED: (SPENT, HUSH),
        CAPTURED: (SPENT, HUSH),
    },
    SPENT: {CLEARED: (ASLEEP, HUSH), DUE: (SPENT, DIM), CAPTURED: (SPENT, DIM)},
    VOID: {CLEARED: (ASLEEP, HUSH)},
}


_LONG_MS = 1 << 20  # longer than any pause of the main loop


class Session:
    """One box's play. ``durations`` gives the ms that a state lasts, for those that time ends.

    A ``restarted`` box has perhaps judged the pieces that it finds: it waits for empty slots.
    """

    def __init__(self, durations: dict, restarted: bool = False) -> None:
        self.state = RESTARTED if restarted else STARTING
        self.changed = False  # whether the last step saw other contents than the one before
        self.red: int | None = None  # contents of the slots, as last seen
        self.blue: int | None = None
        self.cls = ""  # the verdict's class, from the verdict until both slots are empty
        self.last = ""  # the class of the last verdict, also after that
        self.battles = 0
        self.aborts = 0
        self._durations = durations
        self._latched: tuple = ()  # the two kinds of the battle, once it has begun
        self._deadline: int | None = None

    def step(self, red: int | None, blue: int | None, sure: bool, now: int) -> str | None:
        """Take the contents of both slots; returns the effect to carry out, or None.

        Contents are None until a slot's first reading has settled; nothing happens before that.
        ``sure`` is False while the latest samples contradict the contents. A verdict waits for
        certainty: either it comes back, or the contents change and end the deliberation.
        """
        if red is None or blue is None:
            return None
        self.changed = red != self.red or blue != self.blue
        if self.changed:
            event = self._sighting(red, blue)
            self.red = red
            self.blue = blue
            return self._follow(event, now)
        if self._deadline is None or ticks.diff(now, self._deadline) < 0:
            return None
        if self.state == DELIBERATING and not sure:
            return None
        return self._follow(self._end(), now)

    def pause(self, now: int) -> int:
        """The ms until the state's time is over; 1 if it is, but waits for certainty."""
        if self._deadline is None:
            return _LONG_MS
        return max(1, ticks.diff(self._deadline, now))

    def _sighting(self, red, blue):
        if red == UNSEATED or blue == UNSEATED:
            newly = (red == UNSEATED != self.red) or (blue == UNSEATED != self.blue)
            return MISSEATED if newly else STILL_MISSEATED
        if red == EMPTY or blue == EMPTY:
            return CLEARED if red == blue else ONE_SEATED
        if self._latched in ((), (red, blue)):
            return BOTH_SEATED
        return CHANGED

    def _end(self):
        return CAPTURED if rules.captures(self.cls) else DUE

    def _follow(self, event, now):
        step = TABLE[self.state].get(event)
        if step is None:
            return None
        state, effect = step
        self._deadline = None
        if state != self.state and state in self._durations:
            self._deadline = ticks.add(now, self._durations[state])
        self.state = state
        self._keep(effect)
        return effect

    def _keep(self, effect):
        """Keep what the effect means for the battle itself."""
        if effect == LATCH:
            self._latched = (self.red, self.blue)
        elif effect == JUDGE:
            self.cls = rules.verdict(self._latched[0], self._latched[1]).cls
            self.last = self.cls
            self.battles += 1
        elif effect == ABORT:
            self.aborts += 1
            self._latched = ()
        if self.state == ASLEEP:
            self._latched = ()
            self.cls = ""
