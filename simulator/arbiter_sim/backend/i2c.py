"""I2C as the RP2040's two blocks do it: time passes on the wire, and there must be pull-ups.

CircuitPython 10: ports/raspberrypi/common-hal/busio/I2C.c and shared-bindings/busio/I2C.c.
"""

import errno
from typing import Any

from ..chip import Chip, current
from ..world import BusDevice
from .pin import Pin

_BITS = 9  # of a byte, with its acknowledgment
_MOST_HZ = 1_000_000
_ADDRESSES = range(0x08, 0x78)
_END = (1 << 31) - 1


class I2C:
    """`busio.I2C`, but for its `timeout`, which means nothing on this chip.

    A transaction takes its bytes' time; what happens meanwhile, happens.
    """

    __slots__ = ("_block", "_chip", "_devices", "_frequency", "_locked", "_pins")

    def __init__(self, scl: Pin, sda: Pin, *, frequency: int = 100_000) -> None:
        chip = current()
        block = _block(scl.id, sda.id)
        if block in chip.buses:
            raise ValueError("I2C peripheral in use")
        if frequency > _MOST_HZ:
            raise ValueError(f"frequency must be <= {_MOST_HZ}")
        for pin in (scl, sda):
            if chip.claimed(pin.id):
                raise ValueError(f"GP{pin.id} in use")
        self._devices = _on_both(chip, scl.id, sda.id)
        self._chip: Chip | None = chip
        self._block = block
        self._frequency = frequency
        self._locked = False
        self._pins = (scl.id, sda.id)
        chip.buses.add(block)
        for number in self._pins:
            chip.claim(number, self)

    def try_lock(self) -> bool:
        """Take the bus for oneself; False if it is taken."""
        self._alive()
        if self._locked:
            return False
        self._locked = True
        return True

    def unlock(self) -> None:
        """Let others have it."""
        self._alive()
        self._locked = False

    def scan(self) -> list[int]:
        """The addresses that answer."""
        self._ready()
        return [address for address in _ADDRESSES if self._put(address, b"")]

    def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int = _END) -> None:
        """Write bytes. OSError(ENODEV) if nobody answers the address."""
        self._ready()
        if not self._put(address, bytes(buffer[start:end])):
            raise OSError(errno.ENODEV, "No such device")

    def readfrom_into(
        self, address: int, buffer: bytearray, *, start: int = 0, end: int = _END
    ) -> None:
        """Fill a part of a buffer. OSError(ENODEV) if nobody answers the address."""
        self._ready()
        count = len(buffer[start:end])
        device = self._device(address)
        data = device.read(count) if device else None
        self._pass(count if data is not None else 0)
        if data is None:
            raise OSError(errno.ENODEV, "No such device")
        buffer[start : start + count] = data

    def deinit(self) -> None:
        """Give the pins back."""
        if self._chip is not None:
            self._chip.buses.discard(self._block)
            for number in self._pins:
                self._chip.release(number)
            self._chip = None

    def __enter__(self) -> "I2C":
        return self

    def __exit__(self, *exc: Any) -> None:
        self.deinit()

    def _put(self, address: int, data: bytes) -> bool:
        device = self._device(address)
        self._pass(len(data) if device else 0)
        return device is not None and device.write(data)

    def _device(self, address: int) -> BusDevice | None:
        return next((device for device in self._devices if device.address == address), None)

    def _pass(self, count: int) -> None:
        """Let the time of an address and `count` bytes pass."""
        assert self._chip is not None
        bits = _BITS * (1 + count)
        self._chip.sleep_until(self._chip.world.now + bits * 1_000_000 // self._frequency)

    def _alive(self) -> None:
        if self._chip is None:
            raise ValueError(
                "Object has been deinitialized and can no longer be used. Create a new object."
            )

    def _ready(self) -> None:
        self._alive()
        if not self._locked:
            raise RuntimeError("Function requires lock")


def _block(scl: int, sda: int) -> int:
    """Which of the two blocks can have these pins: SCL is odd, SDA even, pairs take turns."""
    block = sda // 2 % 2
    if scl % 2 == 0 or sda % 2 == 1 or scl // 2 % 2 != block:
        raise ValueError("Invalid pins")
    return block


def _on_both(chip: Chip, scl: int, sda: int) -> list[BusDevice]:
    """Whoever has both wires. Its module has the pull-ups, too."""
    clock, data = chip.world.nets[scl].device, chip.world.nets[sda].device
    if clock is None or data is None:
        raise RuntimeError("No pull up found on SDA or SCL; check your wiring")
    return [clock] if clock is data else []
