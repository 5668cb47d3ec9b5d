"""A simulated box on the table: its power, its cables, and time that goes by the wall clock."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

from arbiter_host.errors import BadInput
from arbiter_host.virtual.cable import Cable
from arbiter_host.virtual.repl import Repl
from arbiter_sim import Box, FirmwareStopped
from arbiter_sim.drive import firmware_folder
from arbiter_sim.scenario import Scenario
from arbiter_sim.scenario.commands import COMMANDS

_LONGEST_STEP_MS = 2_000  # after the computer slept, the box does not catch up
_HELD_MS = 300  # the button, from power-up on, by who wants service mode
_SETTINGS = "settings.toml"
_HOLDING = ["with", "button"]
_DO = (
    "put red colonel in, lift red, press button, unplug, plug, plug with button,"
    " speed 2, noise 200, say TEXT, end"
)


class Desk:
    """One box. ``plug_in()`` makes its (data, console) cables; ``speed`` is simulated time over
    real time, 0 stops it; with ``service`` its button is held whenever it is plugged in.
    ``reader`` is set on its drive, if it is given. Ends when ``over``; ``close`` in any case.
    """

    def __init__(
        self,
        plug_in: Callable[[], tuple[Cable, Cable]],
        speed: float,
        firmware: Path | None = None,
        seed: int = 0,
        service: bool = False,
        reader: str = "",
    ) -> None:
        self.over = False
        self._plug_in = plug_in
        self._speed = speed
        self._service = service
        replaced = _with_reader(firmware or firmware_folder(), reader) if reader else {}
        self._box = Box(firmware, seed=seed, host="absent", replaced=replaced)
        self._cables: tuple[Cable, Cable] | None = None
        self._plug(service)

    def close(self) -> None:
        """Take the power and the ports away."""
        self._unplug()

    @property
    def cables(self) -> tuple[Cable, ...]:
        """The plugged-in cables: data and console, or none."""
        return self._cables or ()

    def step(self, elapsed_s: float) -> bytes:
        """Let that much real time have passed; returns what the box said on the data port."""
        if self._cables is None:
            return b""
        data, console = self._cables
        sent = data.step()
        self._attach(data)
        if sent:
            self._box.host.send(sent)
        self._print(console, self._repl.type(console.step(), self._box))
        last_words = self._wait(min(elapsed_s * 1000 * self._speed, _LONGEST_STEP_MS))
        said = self._box.log.usb()
        data.send(said)
        self._print(console, self._box.log.text() + last_words)
        self._box.log.clear()
        return said

    def schedule(self, scenario: Scenario) -> None:
        """Have the scenario's events happen from now on, and end with it. Raises BadInput."""
        if any(event.verb == "host" for event in scenario.events):
            raise BadInput(f"{scenario.source}: the host is whoever opens the port: leave it out")
        scenario.schedule(self._box)
        self._box.at(scenario.end_ms - self._box.now_ms, self._end)

    def do(self, line: str) -> None:
        """One command: a scenario's, without its time, or one about the desk. Raises BadInput."""
        word, *rest = line.split() or [""]
        own: dict[str, Callable[[list[str]], None]] = {
            "unplug": lambda _: self._unplug(),
            "plug": lambda words: self._plug(self._service or words == _HOLDING),
            "speed": self._set_speed,
            "noise": self._make_noise,
            "say": lambda words: self._say(" ".join(words).encode()),
            "end": lambda _: self._end(),
        }
        try:
            if word in own:
                own[word](rest)
            elif word in COMMANDS:
                COMMANDS[word](rest).act(self._box)
            elif word:
                raise BadInput(f"unknown command '{word}': {_DO}")
        except ValueError as error:
            raise BadInput(f"'{line}': {error}") from None

    def _end(self) -> None:
        self.over = True

    def _plug(self, holding: bool) -> None:
        if self._cables is None:
            self._repl = Repl()
            self._box.host.detach()
            self._box.hold_button(holding)
            self._box.reboot()
            self._box.at(_HELD_MS, lambda: self._box.hold_button(False))
            self._cables = self._plug_in()

    def _unplug(self) -> None:
        if self._cables is not None:
            self._box.close()
            self._box.log.clear()
            for cable in self._cables:
                cable.close()
            self._cables = None

    def _set_speed(self, words: list[str]) -> None:
        self._speed = max(0.0, float(" ".join(words)))

    def _make_noise(self, words: list[str]) -> None:
        """As a loose plug does, on the way to the computer."""
        count = int(" ".join(words))
        self._say(random.Random(count).randbytes(count))

    def _say(self, data: bytes) -> None:
        """Send something to the computer that the firmware never said."""
        if self._cables is not None:
            self._cables[0].send(data)

    def _attach(self, data: Cable) -> None:
        """The box's end of the cable sees what the program at the other end does."""
        host = self._box.host
        if not data.held:
            host.detach()
        elif data.clogged:
            host.stall()
        else:
            host.read()

    def _wait(self, ms: float) -> str:
        """Let time pass; returns what CircuitPython says if the program ends meanwhile."""
        try:
            self._box.wait(ms)
        except FirmwareStopped:
            return self._repl.ended()
        return ""

    def _print(self, console: Cable, text: str) -> None:
        console.send(text.replace("\r\n", "\n").replace("\n", "\r\n").encode())


def _with_reader(firmware: Path, reader: str) -> dict[str, str]:
    """The drive's settings with that reader, for `Box`."""
    file = firmware / _SETTINGS
    text = file.read_text("utf-8") if file.is_file() else ""
    others = [line for line in text.splitlines() if not re.match(r"\s*READER\b", line)]
    return {_SETTINGS: "\n".join([*others, f'READER = "{reader}"', ""])}
