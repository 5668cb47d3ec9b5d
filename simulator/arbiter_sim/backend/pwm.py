"""PWM as the RP2040 does it: one counter a slice, a divider in sixteenths, whole counts.

Names and arithmetic: CircuitPython 10, ports/raspberrypi/common-hal/pwmio/PWMOut.c; error texts:
shared-bindings/pwmio/PWMOut.c, checked on the images of 9.1.4 and 10.0.0.
"""

from typing import Any

from ..chip import Chip, Slice, current
from ..world import Net
from .pin import Pin

CLOCK = 125_000_000
MAX_TOP = 65_534
FULL = 65_535


class PWMOut:
    """`pwmio.PWMOut`; frequencies are whole Hz, duty cycles 0 to 65535."""

    __slots__ = ("_chip", "_divider16", "_duty", "_frequency", "_net", "_pin", "_top", "_variable")

    def __init__(
        self,
        pin: Pin,
        *,
        duty_cycle: int = 0,
        frequency: int = 500,
        variable_frequency: bool = False,
    ) -> None:
        chip = current()
        if chip.claimed(pin.id):
            raise ValueError(f"GP{pin.id} in use")
        _check_frequency(frequency)
        _check_duty(duty_cycle)
        _allocate(chip, pin.id, frequency, variable_frequency)
        self._chip: Chip | None = chip
        self._net: Net = chip.claim(pin.id, self)
        self._pin = pin.id
        self._variable = variable_frequency
        self._duty = duty_cycle
        self._set_frequency(frequency)

    @property
    def frequency(self) -> int:
        """Hz, as the driver reports it: near what was asked for, rarely equal."""
        self._alive()
        return self._frequency

    @frequency.setter
    def frequency(self, frequency: int) -> None:
        self._alive()
        if not self._variable:
            raise AttributeError("Invalid variable_frequency")
        _check_frequency(frequency)
        self._set_frequency(frequency)

    @property
    def duty_cycle(self) -> int:
        """How much of the time the pin is high, 0 to 65535."""
        self._alive()
        return self._duty

    @duty_cycle.setter
    def duty_cycle(self, duty_cycle: int) -> None:
        self._alive()
        _check_duty(duty_cycle)
        self._duty = duty_cycle
        self._swing()

    def deinit(self) -> None:
        """Stop, and give pin and slice back."""
        if self._chip is None:
            return
        shared = self._chip.slices[_slice(self._pin)]
        shared.channels.discard(self._pin & 1)
        if not shared.channels:
            del self._chip.slices[_slice(self._pin)]
        if self._net.part is not None:
            self._net.part.rest()
        self._chip.release(self._pin)
        self._chip = None

    def __enter__(self) -> "PWMOut":
        return self

    def __exit__(self, *exc: Any) -> None:
        self.deinit()

    def _alive(self) -> None:
        if self._chip is None:
            raise ValueError(
                "Object has been deinitialized and can no longer be used. Create a new object."
            )

    def _set_frequency(self, frequency: int) -> None:
        self._divider16, self._top, self._frequency = quantised(frequency)
        self._swing()

    def _swing(self) -> None:
        """Tell the part on the pin what comes out: what the registers make, not what was asked."""
        if self._net.part is not None:
            counts = self._top + 1
            self._net.part.swing(
                CLOCK * 16 / self._divider16 / counts, _compare(self._duty, self._top) / counts
            )


def quantised(frequency: int) -> tuple[int, int, int]:
    """(clock divider in sixteenths, top count, frequency reported) for a frequency asked for.

    Up to 1907 Hz the divider alone sets the pitch, in coarse steps; above, the top count does.
    """
    if frequency <= CLOCK // (1 << 16):
        base = CLOCK // (1 << 12)
        divider16, rest = divmod(base, frequency)
        if rest >= frequency // 2:
            divider16 += 1
        divider16 = min(divider16, (1 << 12) - 1)
        return divider16, MAX_TOP, (base + divider16 // 2) // divider16
    top = CLOCK // frequency - 1
    return 16, min(MAX_TOP, top), CLOCK // (top + 1)


def _compare(duty_cycle: int, top: int) -> int:
    """The compare register: `common_hal_pwmio_pwmout_set_duty_cycle`."""
    if duty_cycle == FULL:
        return top + 1
    level = (duty_cycle * top + MAX_TOP // 2) // MAX_TOP
    return level or int(duty_cycle != 0)


def _allocate(chip: Chip, gpio: int, frequency: int, variable: bool) -> None:
    """Take a channel of the pin's slice: `pwmout_allocate`."""
    shared = chip.slices.setdefault(_slice(gpio), Slice(frequency, variable))
    clash = shared.variable or variable or shared.frequency != frequency
    if gpio & 1 in shared.channels or (shared.channels and clash):
        raise RuntimeError("Internal resource(s) in use")
    shared.channels.add(gpio & 1)


def _slice(gpio: int) -> int:
    return (gpio >> 1) & 7


def _check_frequency(frequency: int) -> None:
    if not isinstance(frequency, int):
        raise TypeError(f"can't convert {type(frequency).__name__} to int")
    if not 1 <= frequency <= CLOCK // 2:
        raise ValueError("Invalid frequency")


def _check_duty(duty_cycle: int) -> None:
    if not isinstance(duty_cycle, int):
        raise TypeError(f"can't convert {type(duty_cycle).__name__} to int")
    if not 0 <= duty_cycle <= FULL:
        raise ValueError("duty_cycle must be 0-65535")
