"""`watchdog`: resets the chip unless it is fed (ports/raspberrypi/common-hal/watchdog/).

Without RAISE, which the RP2040 does not implement.
"""

from enum import Enum
from typing import TYPE_CHECKING

from ..world import NEVER
from .base import BoardModule

if TYPE_CHECKING:
    from ..machine import Machine

_LONGEST_S = 8


class WatchDogMode(Enum):
    """What happens when it is not fed."""

    RAISE = 0
    RESET = 1


class WatchDogTimer:
    """`microcontroller.watchdog`. Times in seconds."""

    __slots__ = ("_machine", "_mode", "_timeout")

    def __init__(self, machine: "Machine") -> None:
        self._machine = machine
        self._mode: WatchDogMode | None = None
        self._timeout = 0.0

    @property
    def timeout(self) -> float:
        """How long it may go unfed."""
        return self._timeout

    @timeout.setter
    def timeout(self, timeout: float) -> None:
        if timeout < 0:
            raise ValueError("timeout must be >= 0")
        if timeout > _LONGEST_S:
            raise ValueError(f"timeout must be <= {_LONGEST_S}")
        self._timeout = timeout
        self.feed()

    @property
    def mode(self) -> WatchDogMode | None:
        """RESET, or None while it is off."""
        return self._mode

    @mode.setter
    def mode(self, mode: WatchDogMode | None) -> None:
        if mode is WatchDogMode.RAISE:
            raise NotImplementedError
        self._mode = mode
        self.feed()

    def feed(self) -> None:
        """Start the time anew."""
        limit_us = round(self._timeout * 1_000_000)
        self._machine.dog_bites_us = self._machine.world.now + limit_us if self._mode else NEVER


def module() -> BoardModule:
    """The module for one run."""
    return BoardModule("watchdog", WatchDogMode=WatchDogMode)
