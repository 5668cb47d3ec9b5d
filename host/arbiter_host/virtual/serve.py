"""The command `serve`: the simulated box on ports that other programs open."""

from __future__ import annotations

import json
import select
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from arbiter_host import boxes, tell
from arbiter_host.errors import BadInput
from arbiter_host.messages import decode
from arbiter_host.virtual import keys
from arbiter_host.virtual.cable import Cable, End
from arbiter_host.virtual.desk import Desk
from arbiter_host.virtual.tcp_end import TcpEnd
from arbiter_sim.scenario import Scenario

_TICK_S = 0.005  # a port that nobody had open is looked at this often


@dataclass(frozen=True)
class Ports:
    """Where the box can be reached; ``tcp`` is a port for data, the next one for the console."""

    uid: str
    tcp: int | None

    def plug_in(self) -> tuple[Cable, Cable]:
        """The data cable and the console cable."""
        return self._cable("data", 0), self._cable("console", 1)

    def _cable(self, name: str, offset: int) -> Cable:
        ends: list[End] = []
        if sys.platform != "win32":
            from arbiter_host.virtual.pty_end import PtyEnd

            ends.append(PtyEnd(boxes.make(self.uid) / name))
        elif self.tcp is None:
            raise BadInput("Windows has no pseudo-terminals: give --tcp 4040")
        if self.tcp is not None:
            ends.append(TcpEnd(self.tcp + offset if self.tcp else 0))
        return Cable(ends)


class Stop:
    """Ctrl-C, or a polite kill: heeded between two steps, as the firmware must not be its victim.

    Asked for again, it interrupts whatever goes on.
    """

    def __init__(self) -> None:
        self.asked = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask)

    def _ask(self, *_: object) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


class Server:
    """Moves the desk by the wall clock, and tells what the box says."""

    def __init__(self, desk: Desk, as_json: bool, uid: str, stop: Stop) -> None:
        self._stop = stop
        self._desk = desk
        self._as_json = as_json
        self._uid = uid
        self._input: keys.Input | None = keys.Input() if sys.platform != "win32" else None
        self._rest = b""

    def run(self) -> None:
        """Serve until the desk's work is over."""
        by_key = self._input is not None and self._input.by_key
        with keys.each_key(by_key):
            self._announce()
            if by_key:
                print(keys.HELP, flush=True)
            last = time.monotonic()
            while not (self._desk.over or self._stop.asked):
                self._attend()
                now = time.monotonic()
                self._tell(self._desk.step(now - last))
                last = now

    def _announce(self) -> None:
        """Say where the ports are."""
        names = {
            role: [end.name for end in cable.ends]
            for role, cable in zip(("data", "console"), self._desk.cables, strict=True)
        }
        if self._as_json:
            print(json.dumps({"box": self._uid, **names}), flush=True)
            return
        for role, ends in names.items():
            print(f"{role:8}{'  '.join(ends)}", flush=True)

    def _attend(self) -> None:
        """Wait for a key or a byte, but not longer than a tick; do what the keys say."""
        ends = [end for cable in self._desk.cables for end in cable.ends]
        busy: list[End | keys.Input] = [end for end in ends if end.open]
        if self._input and not self._input.over:
            busy.append(self._input)
        ready = _wait(busy)
        if self._input in ready and self._input:
            for command in self._input.commands():
                self._do(command)

    def _do(self, command: str) -> None:
        try:
            self._desk.do(command)
        except BadInput as error:
            # A slip of the hand must not take the box away from who is connected.
            print(f"generals-arbiter serve: {error}", file=sys.stderr, flush=True)

    def _tell(self, said: bytes) -> None:
        *lines, self._rest = (self._rest + said).split(b"\n")
        for message in filter(None, map(decode, lines)):
            if not message.is_reply:
                print(message.raw if self._as_json else tell.line(message.body), flush=True)


def _wait(busy: list[End | keys.Input]) -> list[End | keys.Input]:
    if not busy:
        time.sleep(_TICK_S)
        return []
    return select.select(busy, [], [], _TICK_S)[0]


def run(
    ports: Ports,
    speed: float,
    firmware: Path | None,
    scenario: Scenario | None,
    as_json: bool,
    service: bool = False,
    reader: str = "",
) -> None:
    """Serve one box until it is told to end; Ctrl-C and a polite kill take its ports away too."""
    stop = Stop()
    seed = scenario.seed if scenario else 0
    desk = Desk(ports.plug_in, speed, firmware, seed, service, reader)
    try:
        if scenario:
            desk.schedule(scenario)
        Server(desk, as_json, ports.uid, stop).run()
    finally:
        desk.close()
    if stop.asked:
        raise KeyboardInterrupt
