"""Plays scenarios on an emulated board: the same contacts at the same instants as in the simulator.

Scenario time begins with the first frame the firmware sends (all dark: it has its lights). In the
simulator that is at power-on, because simulated time stands still while the firmware starts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from arbiter.hw import pinout

from .. import drive as folders
from ..errors import SimulationError
from ..hands import ARMIES, Hands
from ..log import Log
from ..scenario import Scenario
from ..world import World
from . import drive, sensors
from .board import Board

READY_LIMIT_MS = 10_000
_STRIDE_US = 1_000  # a PN532 of the world may do something so soon after it was spoken to
_STEP_MS = 10
_TITLE = re.compile(r"\x1b\].*?\x1b\\")  # CircuitPython names the terminal's window


class _Pad:
    """Takes the level of a net to a pin of the emulated chip."""

    def __init__(self, pull: Callable[[int], None]) -> None:
        self._pull = pull
        self._level = 1

    @property
    def level(self) -> int:
        """0 is connected to ground; 1 is left to the chip's pull-up."""
        return self._level

    @level.setter
    def level(self, level: int) -> None:
        if level != self._level:
            self._level = level
            self._pull(level)


class Run(Hands):
    """A firmware on an emulated board, ready to be played with.

    `image` is CircuitPython's UF2 for the Pico, `firmware` a folder like a CIRCUITPY drive (the
    arbiter's own by default), `replaced` the texts of files in place of that folder's;
    `button` is whether it is held while the power comes, and until `hold_button(False)`;
    `board_options` are those of `Board`. Raises SimulationError if no frame comes.

    Times are emulated milliseconds since the first frame. `power_on_ms` is when the power came, by
    the same clock, so it is negative; `touches` are (us, GPIO, level) of each contact change.
    """

    def __init__(
        self,
        image: Path,
        firmware: Path | None = None,
        *,
        seed: int = 0,
        replaced: dict[str, str] | None = None,
        button: bool = False,
        **board_options: Any,
    ) -> None:
        super().__init__(World(seed))
        folder = folders.Drive(firmware or folders.firmware_folder()).folder
        self.board = Board(image, drive.image(folder, replaced or {}), **board_options)
        self.host = self.board.data
        self.touches: list[tuple[int, int, int]] = []
        if button:
            self.board.pull(pinout.BUTTON, 0)
        self._ready_ns = self._wait_for_frame()
        self.power_on_ms = -self._ready_ns / 1e6
        self._connect()
        self.hold_button(button)

    def wait(self, ms: float) -> None:
        """Let time pass, with all that happens meanwhile."""
        self._advance(self._world.now + round(ms * 1000))

    def interrupt(self) -> None:
        """Ctrl-C on the console."""
        self.board.console.send(b"\x03")

    @property
    def log(self) -> Log:
        """All that has left the board, from before the first frame too: those times are negative.

        Bytes of USB and console are put together to lines, each at the time of its first byte.
        """
        log = Log()
        lines = _Lines(log)
        for nanos, kind, data in self.board.happenings:
            lines.add(round((nanos - self._ready_ns) / 1000), kind, data)
        lines.flush()
        log.sort(key=lambda entry: entry.t_us)
        return log

    def _wait_for_frame(self) -> int:
        board = self.board
        while board.now_ms < READY_LIMIT_MS:
            board.run_until(board.now_ms + _STEP_MS)
            for happening in board.happenings:
                if happening.kind == "frame":
                    return happening.nanos
        raise SimulationError(
            f"no light frame within {READY_LIMIT_MS} ms of power-on: {self._said()}"
        )

    def _said(self) -> str:
        """The last line that the program left on the console: an error, if it ended by one."""
        printed = "".join(h.data for h in self.board.happenings if h.kind == "console")
        program = _TITLE.sub("", printed).partition("\nCode done running")[0].strip()
        return program.rpartition("\n")[2] or "and nothing on the console"

    def _connect(self) -> None:
        """Let the nets of contacts and button drive the chip's pins from now on."""
        for gpio in (*pinout.RED, *pinout.BLUE, pinout.BUTTON):
            net = self._world.nets[gpio]
            net.pull = 1
            net.reader = _Pad(partial(self._pull, gpio))
        self._set_clock()
        sensors.connect_dividers(self.board.mcu, self._world)
        for name, pins, reset in zip(ARMIES, pinout.NFC_BUSES, pinout.NFC_RESETS, strict=True):
            chip = self.pn532(name)
            sensors.connect_bus(self.board.mcu, pins, chip, self._set_clock)
            sensors.connect_reset(self.board.mcu, reset, chip)

    def _set_clock(self) -> None:
        """Bring the world's time up to the board's."""
        self._world.now = round((self.board.mcu.clock.nanos - self._ready_ns) / 1000)

    def _pull(self, gpio: int, level: int) -> None:
        self.touches.append((self._world.now, gpio, level))
        self.board.pull(gpio, level)

    def _advance(self, t_us: int) -> None:
        world = self._world
        while world.now < t_us or world.next_us <= t_us:
            until = min(t_us, world.now + _STRIDE_US)
            self._emulate(min(until, max(world.next_us, world.now)))
            if world.next_us <= until:
                world.happen()
            else:
                world.now = until

    def _emulate(self, t_us: int) -> None:
        self.board.run_until((self._ready_ns + t_us * 1000) / 1e6)


class _Lines:
    """Puts packets together to lines of text, each kind its own."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._begun: dict[str, tuple[int, Any]] = {}

    def add(self, t_us: int, kind: str, data: Any) -> None:
        """Take something that left the board."""
        if kind not in ("usb", "console"):
            self._log.add(t_us, kind, data)
            return
        newline = b"\n" if kind == "usb" else "\n"
        since, begun = self._begun.pop(kind, (t_us, data[:0]))
        *lines, rest = (begun + data).split(newline)
        for line in lines:
            self._log.add(since, kind, line + newline)
            since = t_us
        if rest:
            self._begun[kind] = (since, rest)

    def flush(self) -> None:
        """Log the lines that have not ended."""
        for kind, (t_us, begun) in self._begun.items():
            self._log.add(t_us, kind, begun)


def play(scenario: Scenario, image: Path, firmware: Path | None = None, **options: Any) -> Run:
    """Play a scenario to its end on a new board; `options` are those of `Run` but seed and host."""
    run = Run(image, firmware, seed=scenario.seed, host=scenario.host, **options)
    scenario.schedule(run)
    run.wait(scenario.end_ms - run.now_ms)
    return run
