"""Service mode's own box: answers requests, tells what the slots read, and judges nothing."""

import json

from arbiter import faults, protocol, ticks
from arbiter.link import Link
from arbiter.player import Player
from arbiter.service.preferences import Preferences
from arbiter.service.probes import PROBES
from arbiter.service.requests import SLOTS, Refused
from arbiter.service.selftest import SelfTest

_ASKS = protocol.ASKS + protocol.SERVICE_ASKS
_POLL_MS = 20
LIVE_MS = 100  # between two events at least


class Desk:
    """Steps like the box in play.

    ``filed`` are the settings of the file, ``name`` is the reader's and ``readers`` are red's and
    blue's; ``kept`` is what the box keeps; ``fault`` is the (number, text) of one that play would
    stop for, or None.
    """

    def __init__(self, filed: dict, name: str, readers: tuple, kept, lamps, buzzer, port, fault):
        self._name = name
        self._fault = fault
        self._crashes = kept.part("counts").get("crashes", 0)
        self._probes = tuple([PROBES[name](reader) for reader in readers])
        self._player = Player(lamps, buzzer)
        self._test = SelfTest(self._player, buzzer, self._probes)
        self._reader_part = _part(name, dict(zip(SLOTS, readers)), kept)
        self._answers = {"raw": self._tell, "live": self._live}
        for part in (kept, Preferences(filed, kept), self._test, self._reader_part):
            if part:
                self._answers.update(part.answers)
        self._port = port
        self._link = self._new_link()
        self._seen: list = [probe.sample(0) for probe in self._probes]
        self._told: list | None = None  # what was told last, while live
        self._told_at = 0
        self._now = 0

    def step(self, now: int) -> int:
        """Do all that is due at ``now`` (ticks); returns the ms until the next step."""
        self._now = now
        self._seen = [probe.sample(now) for probe in self._probes]
        if hasattr(self._reader_part, "step"):
            self._reader_part.step(now)
        self._test.step(now)
        self._link.step()
        self._report()
        return min(self._player.step(now), _POLL_MS)

    def fail(self, text: str) -> None:
        """Tell of a reader out of order, and go on: its owner may want to set another."""
        self._fault = (faults.READER, text)
        self._link = self._new_link()

    def _new_link(self):
        """A host that is there is greeted by it anew."""
        greeting = (protocol.HELLO, protocol.STATE) + ((protocol.FAULT,) if self._fault else ())
        return _Link(self._port, self._describe, greeting, self._answer)

    def _report(self):
        """Tell of what has changed, if it is to be told live and was not just told."""
        if self._told is None or ticks.diff(self._now, self._told_at) < LIVE_MS:
            return
        for probe, seen, told in zip(self._probes, self._seen, self._told):
            if seen[1] != told[1] or probe.differs(seen[0], told[0]):
                self._link.report(protocol.RAW, self._tell({}))
                self._told = self._seen
                self._told_at = self._now
                return

    def _tell(self, message):  # noqa: ARG002 - it asks for nothing more
        (red, red_is), (blue, blue_is) = self._seen
        return (("red", red), ("red_is", red_is), ("blue", blue), ("blue_is", blue_is))

    def _live(self, message):
        on = message.get("on")
        if on not in (True, False):
            raise Refused("on must be true or false")
        self._told = self._seen if on else None
        self._told_at = self._now
        return (("on", on),)

    def _answer(self, ask, message):
        if ask not in self._answers:
            raise Refused("not for a box of " + self._name)
        return self._answers[ask](message)

    def _describe(self, ask):
        if ask == protocol.HELLO:
            return protocol.hello(self._name)
        if ask == protocol.COUNTERS:
            return protocol.counters(0, 0, self._crashes, self._port.dropped, self._link.bad)
        if ask == protocol.STATE:
            red, blue = [_seating(means) for _, means in self._seen]
            return protocol.state("service", red, blue)
        return (("number", self._fault[0]), ("text", self._fault[1]))


class _Link(Link):
    """Takes the requests of service mode too, whose replies ``answer(ask, message)`` gives."""

    def __init__(self, port, describe, greeting: tuple, answer) -> None:
        super().__init__(port, describe, greeting)
        self._answer_service = answer

    def _answer(self, line):
        ask, request_id, problem = protocol.parse_request(line, _ASKS)
        if problem:
            self._refuse(request_id, problem)
        elif ask in protocol.ASKS:
            self._port.send(protocol.reply(ask, request_id, self._describe(ask)))
        else:
            self._serve(ask, request_id, json.loads(line))

    def _serve(self, ask, request_id, message):
        try:
            fields = self._answer_service(ask, message)
        except Refused as refused:
            self._refuse(request_id, str(refused))
        else:
            self._port.send(protocol.reply(ask, request_id, fields))


def _part(name, readers, kept):
    """What only one kind of reader has: calibration, or a registry."""
    if name == "resistors":
        from arbiter.service.calibration import Calibration

        return Calibration(readers, kept)
    if name == "nfc":
        from arbiter.service.registry import Registry

        return Registry(readers, kept)
    return None


def _seating(means):
    return means if means in ("empty", "unseated") else "seated"
