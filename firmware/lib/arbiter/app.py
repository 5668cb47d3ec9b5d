"""Joins the parts into a box. Devices are arguments; nothing here waits."""

from arbiter import cues, session
from arbiter.player import Player
from arbiter.reading import Slot, seating

_POLL_MS = 10  # between two samples while nothing happens
_SETTLING_POLL_MS = 5
_PATIENCE_MS = 700  # for a piece that is going in
# For a piece that was read and has become unreadable, over the settle time: one that is lifted
# or exchanged has settled to something else by then.
_LATCHED_PATIENCE_MS = 190
_DIM_AFTER_MS = 60_000

_SOUNDS = {
    session.CLICK: cues.CLICK,
    session.COMPLAIN: cues.COMPLAINT,
    session.LATCH: cues.DELIBERATION,
    session.TAPS: cues.TAPS,
    session.HUSH: cues.SILENCE,
    session.ABORT: cues.ABORTED,
}
_LIGHTS = {
    session.ASLEEP: cues.DARK,
    session.DELIBERATING: cues.RUNNER,
    session.VOID: cues.VOID,
}
_VERDICT_LIGHTS = {
    session.VERDICT: cues.verdict,
    session.VICTORY: cues.victory,
    session.SPENT: cues.spent,
}
# States in which a light or a sound would falter if the host's part were loaded just then.
_BUSY = (session.DELIBERATING, session.VERDICT, session.VICTORY)


class App:
    """The box in play.

    ``red`` and ``blue`` read a slot each, ``button`` samples the button (1 while pressed);
    ``keep`` stores a volume for the next power-up. ``rest`` is what the box does about its supply
    while it sleeps, None for nothing. ``restarted`` tells that this is no power-up, so pieces in
    the slots may be judged ones; ``crashes`` is how many the box has kept count of.
    """

    def __init__(
        self, values, red, blue, button, lamps, buzzer, port, keep, rest, restarted, crashes
    ):
        self._reader = values["READER"]
        self._red_reader = red
        self._blue_reader = blue
        self._latched_patience_ms = values["SETTLE_MS"] + _LATCHED_PATIENCE_MS
        self._red = Slot(values["SETTLE_MS"])
        self._blue = Slot(values["SETTLE_MS"])
        self._player = Player(lamps, buzzer)
        self._button = button
        self._buzzer = buzzer
        self._keep = keep
        self._controls = None
        self._rest = rest
        self._port = port
        self._talk = None
        self._crashes = crashes
        durations = {
            session.DELIBERATING: values["DELIBERATION_MS"],
            session.VERDICT: cues.TONE_MS,
            session.VICTORY: cues.TAPS_MS,
            session.SPENT: _DIM_AFTER_MS,
        }
        self._session = session.Session(durations, restarted)

    def step(self, now: int) -> int:
        """Do all that is due at ``now`` (ticks); returns the ms until the next step."""
        sure = self._read(now)
        effect = self._session.step(self._red.contents, self._blue.contents, sure, now)
        if effect:
            self._carry_out(effect, now)
        self._press(now)
        if self._rest and self._session.state == session.ASLEEP:
            self._sleep(now)
        pause = self._player.step(now)
        self._converse(effect)
        poll = _POLL_MS if sure else _SETTLING_POLL_MS
        return min(pause, poll, self._session.pause(now))

    def _read(self, now):
        latched = self._session.state == session.DELIBERATING
        patience = self._latched_patience_ms if latched else _PATIENCE_MS
        self._red.update(self._red_reader.read(now), now, patience)
        self._blue.update(self._blue_reader.read(now), now, patience)
        return self._red.sure and self._blue.sure

    def _sleep(self, now):
        was_low = self._rest.low
        self._rest.step(now)
        if self._rest.low != was_low:
            self._player.light(cues.LOW_SUPPLY if self._rest.low else cues.DARK, now)

    def _carry_out(self, effect, now):
        if self._rest:
            self._rest.turn(self._session.state == session.ASLEEP, now)
        self._player.light(self._lights(effect), now)
        if effect == session.JUDGE:
            self._player.sound(cues.tone(self._session.cls), now)
        elif effect in _SOUNDS:
            self._player.sound(_SOUNDS[effect], now)

    def _lights(self, effect):
        state = self._session.state
        if effect == session.DIM:
            return cues.dimmed(self._session.cls)
        if state in _VERDICT_LIGHTS:
            return _VERDICT_LIGHTS[state](self._session.cls)
        if state == session.ASLEEP and self._rest and self._rest.low:
            return cues.LOW_SUPPLY
        if state in _LIGHTS:
            return _LIGHTS[state]
        return cues.seats(seating(self._session.red), seating(self._session.blue))

    def _press(self, now):
        if self._controls is None:
            if not self._button.sample():
                return
            from arbiter.controls import Controls  # late: most evenings nobody presses it

            self._controls = Controls(self._button, self._player, self._buzzer, self._keep)
        self._controls.step(self._session, now)

    def _converse(self, effect):
        if self._talk is None:
            if not self._port.connected or self._session.state in _BUSY:
                return
            from arbiter.talk import Talk  # late: many boxes never meet a host

            self._talk = Talk(self._port, self._session, self._reader, self._crashes)
        self._talk.step(effect)
