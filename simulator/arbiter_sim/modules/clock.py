"""`time`: the only way in which the firmware moves simulated time.

CircuitPython: shared-bindings/time/__init__.c. `sleep` goes by whole milliseconds: measured on
10.0.0, 0.5 ms asked are none, 0.6 are one, 1.5 are one, 1.9 are two.
"""

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING

from .base import BoardModule

if TYPE_CHECKING:
    from ..machine import Machine

_JUST_UNDER_HALF = 0.4999
# A program that asks for the time so often without sleeping waits for ever: its time stands still.
_PATIENCE = 100_000
_RTC_START = 946_684_800  # 2000-01-01, what an unset real-time clock starts at


def module(machine: "Machine") -> BoardModule:
    """The module for one run."""
    clock = Clock(machine)
    return BoardModule(
        "time",
        sleep=_sleeper(machine),
        monotonic=clock.monotonic,
        monotonic_ns=clock.monotonic_ns,
        time=clock.time,
    )


def _sleeper(machine: "Machine") -> Callable[[float], None]:
    world = machine.world
    sleep_until = machine.sleep_until

    def sleep(seconds: float) -> None:
        """Let simulated time pass."""
        if seconds < 0:
            raise ValueError("seconds must be >= 0")
        wake = world.now + int(seconds * 1000 + _JUST_UNDER_HALF) * 1000
        if wake < world.horizon:
            world.now = wake
        else:
            sleep_until(wake)

    return sleep


class Clock:
    """The uptime, in several units. A loop that asks for it but never sleeps is a hang."""

    def __init__(self, machine: "Machine") -> None:
        self._machine = machine
        self._world = machine.world
        self._asked_at = -1
        self._asked = 0

    def us(self) -> int:
        """Microseconds since the chip started."""
        now = self._world.now
        if now != self._asked_at:
            self._asked_at = now
            self._asked = 0
        self._asked += 1
        if self._asked > _PATIENCE:
            self._machine.hang("it asks for the time again and again but never calls time.sleep")
        return self._machine.uptime_us + now

    def monotonic(self) -> float:
        """Seconds, in the board's 30-bit floats: steps of 8 ms after six hours."""
        bits = struct.unpack("<I", struct.pack("<f", self.us() / 1_000_000))[0]
        return float(struct.unpack("<f", struct.pack("<I", bits & ~3))[0])

    def monotonic_ns(self) -> int:
        """Nanoseconds since the chip started."""
        return self.us() * 1000

    def time(self) -> int:
        """Seconds since 1970 of a clock that nobody set."""
        return _RTC_START + self.us() // 1_000_000
