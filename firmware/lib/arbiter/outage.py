"""The box out of order: it blinks the fault's number, and says why on both ports."""

from arbiter import cues, protocol
from arbiter.link import Link
from arbiter.player import Player

_POLL_MS = 20


class Outage:
    """A box that judges nothing. ``texts`` are for the console, the first for the data port too."""

    def __init__(self, number, texts, reader, crashes, lamps, buzzer, port, console) -> None:
        self._number = number
        self._texts = texts
        self._reader = reader
        self._crashes = crashes
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
            return protocol.hello(self._reader)
        if ask == protocol.COUNTERS:
            return protocol.counters(0, 0, self._crashes, self._port.dropped, self._link.bad)
        if ask == protocol.STATE:
            return protocol.state("fault", "unread", "unread")
        return (("number", self._number), ("text", self._texts[0]))
