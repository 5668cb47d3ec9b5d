"""Joins the parts into a box. Devices are arguments; nothing here waits."""

import arbiter
from arbiter import cues, protocol, session
from arbiter.link import Link
from arbiter.player import Player
from arbiter.reading import Slot, seating

_POLL_MS = 20  # between two samples while nothing happens
_SETTLING_POLL_MS = 5
_PATIENCE_MS = 700  # for a piece that is going in
_LATCHED_PATIENCE_MS = 250  # for a piece that was read and has become unreadable
_BUTTON_SETTLE_MS = 30
_DIM_AFTER_MS = 60_000

_VOLUMES = ("off", "low", "high")

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
_WHY_ABORTED = {
    session.ASLEEP: "lifted",
    session.WAITING: "lifted",
    session.UNSEATED_PIECE: "unseated",
    session.VOID: "changed",
}


class App:
    """The box in play.

    ``red`` and ``blue`` read a slot each, ``button`` samples the button (1 while pressed);
    ``restarted`` tells that this is no power-up, so pieces in the slots may be judged ones.
    """

    def __init__(self, values, red, blue, button, lamps, buzzer, port, restarted) -> None:
        self._values = values
        self._red_reader = red
        self._blue_reader = blue
        self._button_reader = button
        self._red = Slot(values["SETTLE_MS"])
        self._blue = Slot(values["SETTLE_MS"])
        self._button = Slot(_BUTTON_SETTLE_MS)  # one contact: 0 or 1
        self._buzzer = buzzer
        self._player = Player(lamps, buzzer)
        self._link = Link(port, self._describe, (protocol.HELLO, protocol.STATE))
        self._port = port
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
            self._report(effect)
        self._press(now)
        pause = self._player.step(now)
        self._link.step()
        return min(pause, _POLL_MS if sure else _SETTLING_POLL_MS)

    def _read(self, now):
        latched = self._session.state == session.DELIBERATING
        patience = _LATCHED_PATIENCE_MS if latched else _PATIENCE_MS
        self._red.update(self._red_reader.read(now), now, patience)
        self._blue.update(self._blue_reader.read(now), now, patience)
        return self._red.sure and self._blue.sure

    def _carry_out(self, effect, now):
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
        if state in _LIGHTS:
            return _LIGHTS[state]
        return cues.seats(seating(self._session.red), seating(self._session.blue))

    def _report(self, effect):
        if effect == session.JUDGE:
            verdict = (("class", self._session.cls), ("battle", self._session.battles))
            self._link.report(protocol.VERDICT, verdict)
        elif effect == session.ABORT:
            why = _WHY_ABORTED[self._session.state]
            self._link.report(protocol.ABORTED, (("why", why),))
        self._link.report(protocol.STATE, self._describe(protocol.STATE))

    def _press(self, now):
        """The button steps the volume: off, low, high."""
        was = self._button.contents
        self._button.update(self._button_reader.sample(), now, _PATIENCE_MS)
        if self._button.contents == 1 and was == 0:
            at = _VOLUMES.index(self._buzzer.volume) + 1
            self._buzzer.volume = _VOLUMES[at % len(_VOLUMES)]
            if not self._buzzer.hz:
                self._player.sound(cues.CLICK, now)

    def _describe(self, ask):
        play = self._session
        if ask == protocol.HELLO:
            return hello(self._values)
        if ask == protocol.COUNTERS:
            return counters(play.battles, play.aborts, self._port, self._link)
        return (
            ("state", play.state),
            ("red", seating(play.red)),
            ("blue", seating(play.blue)),
        )


class Fault:
    """The box out of order: blinks the fault's number, and says why on both ports.

    ``texts`` are the lines for the console, the first of them also for the data port.
    """

    def __init__(self, number, texts, values, lamps, buzzer, port, console) -> None:
        self._fields = (("number", number), ("text", texts[0]))
        self._texts = texts
        self._values = values
        self._number = number
        self._player = Player(lamps, buzzer)
        self._link = Link(port, self._describe, (protocol.HELLO, protocol.FAULT))
        self._port = port
        self._console = console
        self._lit = False
        self._told = False

    def step(self, now: int) -> int:
        """Do all that is due at ``now`` (ticks); returns the ms until the next step."""
        if not self._lit:
            self._player.light(cues.fault(self._number), now)
            self._lit = True
        self._link.step()
        self._tell()
        return min(self._player.step(now), _POLL_MS)

    def _tell(self):
        """Tell each reader of the console once; it may come long after power-up."""
        if self._console.connected and not self._told:
            for text in self._texts:
                self._console.send((text + "\r\n").encode())
        self._told = self._console.connected
        self._console.pump()

    def _describe(self, ask):
        if ask == protocol.HELLO:
            return hello(self._values)
        if ask == protocol.COUNTERS:
            return counters(0, 0, self._port, self._link)
        if ask == protocol.STATE:
            return (("state", "fault"), ("red", "unread"), ("blue", "unread"))
        return self._fields


def hello(values: dict) -> tuple:
    """What the box says of itself."""
    return (
        ("protocol", protocol.VERSION),
        ("version", arbiter.__version__),
        ("reader", values["READER"]),
    )


def counters(battles: int, aborts: int, port, link: Link) -> tuple:
    """What has been counted since power-up."""
    return (
        ("battles", battles),
        ("aborts", aborts),
        ("dropped", port.dropped),
        ("bad", link.bad),
    )
