"""The other two readers' parts on the emulated chip: dividers on its ADC, PN532 on its I2C buses.

They are those of the simulator; what the firmware makes of them is the interpreter's business.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040

from .. import converter
from ..world import BusDevice, Part, World

_FIRST_ADC_PIN = 26
_BYTE_NS = 9 / 400_000 * 1e9  # nine bits of the bus that `arbiter.hw.nfc` opens
_LONGEST_READ = 255


def connect_dividers(mcu: RP2040, world: World) -> None:
    """Let the ADC convert what is on the nets of its pins."""
    noise = random.Random(f"{world.seed} emulated adc")
    convert = mcu.adc.on_adc_read

    def read(channel: int) -> None:
        pin = _FIRST_ADC_PIN + channel
        share = world.nets[pin].share if pin < len(world.nets) else None
        if share is not None:
            mcu.adc.channel_values[channel] = min(
                converter.code(share(), noise), converter.LEVELS - 1
            )
        convert(channel)

    mcu.adc.on_adc_read = read


def connect_bus(
    mcu: RP2040, pins: tuple[int, int], device: BusDevice, set_clock: Callable[[], None]
) -> None:
    """Put a device on the bus of these pins (SDA, SCL); its module has the pull-ups.

    `set_clock` is called before the device is asked anything, for it goes by the world's time.
    """
    for gpio in pins:
        mcu.gpio[gpio].set_input_value(True)
    _Wires(mcu, mcu.i2c[pins[0] // 2 % 2], device, set_clock)
    _Levels(mcu, pins, device, set_clock)


def connect_reset(mcu: RP2040, gpio: int, part: Part) -> None:
    """Let a pin hold a part in reset."""

    def changed(new: GPIOPinState, _: GPIOPinState) -> None:
        part.hold({GPIOPinState.LOW: 0, GPIOPinState.HIGH: 1}.get(new))

    mcu.gpio[gpio].add_listener(changed)


class _Wires:
    """Carries bytes between an I2C block of the chip and a device, each in its time."""

    def __init__(
        self, mcu: RP2040, block: Any, device: BusDevice, set_clock: Callable[[], None]
    ) -> None:
        self._set_clock = set_clock
        self._clock = mcu.clock
        self._block = block
        self._device = device
        self._written: bytearray | None = None
        self._waiting = b""
        self._read = 0
        block.on_connect = self._connect
        block.on_write_byte = self._write_byte
        block.on_read_byte = self._read_byte
        block.on_stop = self._stop

    def _connect(self, address: int, mode: Any) -> None:
        self._set_clock()
        is_read = mode.name == "READ"
        self._written = None if is_read else bytearray()
        self._read = 0
        status = self._device.read(1) if is_read else b""
        answers = address == self._device.address and status is not None
        if not is_read and answers:
            answers = self._device.write(b"")  # only asks whether it is there
        self._waiting = status or b""
        self._later(partial(self._block.complete_connect, answers))

    def _write_byte(self, value: int) -> None:
        if self._written is not None:
            self._written.append(value)
        self._later(partial(self._block.complete_write, True))

    def _read_byte(self, _: bool) -> None:
        if self._read == 1:
            # Now it is known that more than the status is wanted.
            self._set_clock()
            self._waiting += (self._device.read(_LONGEST_READ) or b"\0" * _LONGEST_READ)[1:]
        value = self._waiting[self._read] if self._read < len(self._waiting) else 0
        self._read += 1
        self._later(partial(self._block.complete_read, value))

    def _stop(self) -> None:
        if self._written:
            self._set_clock()
            self._device.write(bytes(self._written))
        self._written = None
        self._block.complete_stop()

    def _later(self, do: Callable[[], None]) -> None:
        self._clock.create_alarm(do).schedule(_BYTE_NS)


class _Levels:
    """Answers to the address alone, level by level.

    CircuitPython asks so whether a device is there: the chip's own block cannot write no bytes, so
    it moves the pins itself (ports/raspberrypi/common-hal/busio/I2C.c).
    """

    def __init__(
        self,
        mcu: RP2040,
        pins: tuple[int, int],
        device: BusDevice,
        set_clock: Callable[[], None],
    ) -> None:
        self._data, self._clock = (mcu.gpio[gpio] for gpio in pins)
        self._device = device
        self._set_clock = set_clock
        self._bits: list[int] | None = None  # since the start condition, if there was one
        self._high = {"data": True, "clock": True}
        self._data.add_listener(partial(self._changed, "data"))
        self._clock.add_listener(partial(self._changed, "clock"))

    def _changed(self, line: str, new: GPIOPinState, _: GPIOPinState) -> None:
        high = new is not GPIOPinState.LOW  # the chip only pulls down
        if high == self._high[line]:
            return
        self._high[line] = high
        if line == "data" and self._high["clock"]:
            self._bits = None if high else []  # stop, start
        elif line == "clock" and self._bits is not None:
            self._rise() if high else self._fall()

    def _rise(self) -> None:
        assert self._bits is not None
        self._bits.append(int(self._high["data"]))

    def _fall(self) -> None:
        """The clock falls: acknowledge after the eighth bit, let go after the ninth."""
        assert self._bits is not None
        acknowledges = len(self._bits) == 8 and self._is_called()
        self._data.set_input_value(not acknowledges)

    def _is_called(self) -> bool:
        assert self._bits is not None
        self._set_clock()
        address = int("".join(map(str, self._bits[:7])), 2)
        return address == self._device.address and self._device.write(b"")
