"""`microcontroller`: the chip's own facts (CircuitPython shared-bindings/microcontroller/)."""

from typing import TYPE_CHECKING

from ..backend.pico import GPIO_NAMES
from ..backend.pin import Pin
from ..backend.pwm import CLOCK
from ..restart import ResetReason
from .base import BoardModule
from .watchdog import WatchDogTimer

if TYPE_CHECKING:
    from ..machine import Machine

_UID = bytes.fromhex("e6614103e7451a2f")
_WARM = 27.0


def module(machine: "Machine") -> BoardModule:
    """The module for one run."""

    def delay_us(delay: int) -> None:
        machine.sleep_until(machine.world.now + delay)

    cpu = BoardModule(
        "cpu",
        frequency=CLOCK,
        reset_reason=machine.reset_reason,
        temperature=_WARM,
        uid=_UID,
        voltage=3.3,
    )
    return BoardModule(
        "microcontroller",
        Pin=Pin,
        ResetReason=ResetReason,
        cpu=cpu,
        delay_us=delay_us,
        nvm=machine.nvm,
        pin=BoardModule("pin", **GPIO_NAMES),
        reset=machine.ask_reset,
        watchdog=WatchDogTimer(machine),
    )
