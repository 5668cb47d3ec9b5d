"""Analog pins: the voltage of what is on the net, or the noise of an open pin."""

import random
from typing import Any, NoReturn

from .. import converter
from ..chip import Chip, current
from .pin import Pin

ANALOG_PINS = range(26, 30)


class AnalogIn:
    """`analogio.AnalogIn` on GP26 to GP29 (ports/raspberrypi/common-hal/analogio/AnalogIn.c)."""

    __slots__ = ("_chip", "_net", "_noise", "_pin")

    def __init__(self, pin: Pin) -> None:
        if pin.id not in ANALOG_PINS:
            raise ValueError("Invalid pin")
        self._chip: Chip | None = current()
        self._net = self._chip.claim(pin.id, self)
        self._pin = pin.id
        self._noise = random.Random(f"{self._chip.world.seed} analog {pin.id}")

    @property
    def value(self) -> int:
        """0 to 65535: twelve bits, spread over sixteen as the driver does."""
        if self._chip is None:
            raise ValueError(
                "Object has been deinitialized and can no longer be used. Create a new object."
            )
        if self._net.share is None:
            level = self._noise.randrange(converter.LEVELS)
        else:
            level = converter.code(self._net.share(), self._noise)
        return level << 4 | level >> 8

    def deinit(self) -> None:
        """Give the pin back."""
        if self._chip is not None:
            self._chip.release(self._pin)
            self._chip = None

    def __enter__(self) -> "AnalogIn":
        return self

    def __exit__(self, *exc: Any) -> None:
        self.deinit()


class AnalogOut:
    """The RP2040 has no digital-to-analog converter."""

    def __init__(self, pin: Pin) -> NoReturn:
        raise NotImplementedError("AnalogOut")
