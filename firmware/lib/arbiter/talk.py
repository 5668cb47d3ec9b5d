"""What the box in play tells a host."""

from arbiter import protocol, session
from arbiter.link import Link
from arbiter.reading import seating

_WHY_ABORTED = {
    session.ASLEEP: "lifted",
    session.WAITING: "lifted",
    session.UNSEATED_PIECE: "unseated",
    session.VOID: "changed",
}


class Talk:
    """Reports the session ``play`` over ``port`` and answers for it."""

    def __init__(self, port, play, reader: str, crashes: int) -> None:
        self._port = port
        self._play = play
        self._reader = reader
        self._crashes = crashes
        self._link = Link(port, self._describe, (protocol.HELLO, protocol.STATE))
        self._told = self._state()

    def step(self, effect: str | None) -> None:
        """Report what has changed, an effect of the session above all; answer what was asked."""
        if effect == session.JUDGE:
            verdict = (("class", self._play.cls), ("battle", self._play.battles))
            self._link.report(protocol.VERDICT, verdict)
        elif effect == session.ABORT:
            why = _WHY_ABORTED[self._play.state]
            self._link.report(protocol.ABORTED, (("why", why),))
        if effect or self._play.changed:
            self._report_state()
        self._link.step()

    def _report_state(self):
        state = self._state()
        if state != self._told:
            self._told = state
            self._link.report(protocol.STATE, state)

    def _state(self):
        return protocol.state(self._play.state, seating(self._play.red), seating(self._play.blue))

    def _describe(self, ask):
        if ask == protocol.HELLO:
            return protocol.hello(self._reader)
        if ask == protocol.COUNTERS:
            play, dropped, bad = self._play, self._port.dropped, self._link.bad
            return protocol.counters(play.battles, play.aborts, self._crashes, dropped, bad)
        return self._state()
