"""A USB serial port as the computer sees it: opened, read, stalled, closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rp2040py.peripherals.usb import RPUSBController

from ..usb import MODES

_PACKET = 64
# Buffer control registers lie from 0x80 on, two an endpoint, IN first (RP2040 datasheet 4.1.2.5).
_BUFFER_CONTROLS = 0x80
_AVAILABLE = 1 << 10

Update = Callable[[int, int], None]


class Function(NamedTuple):
    """A CDC function of the device: control interface, index of its name, endpoints of its data."""

    control: int
    name: int
    end_in: int
    end_out: int


class Port:
    """One CDC port. `mode` is that of `usb.MODES`: reading, absent (closed) or stalled.

    `on_bytes` gets what the computer reads. The methods read, stall, detach and send are those of
    the simulator's `UsbHost`.
    """

    def __init__(self, mode: str, on_bytes: Callable[[bytes], None]) -> None:
        if mode not in MODES:
            raise ValueError(f"host {mode!r}: give one of {', '.join(MODES)}")
        self._mode = mode
        self._on_bytes = on_bytes
        self._to_send = bytearray()
        self._usb: RPUSBController | None = None
        self._function = Function(0, 0, 0, 0)
        self._set_line: Callable[[int, bool], None]
        self._armed = 0
        self._held: tuple[int, int, Update] | None = None

    # What the computer's programs do.

    def read(self) -> None:
        """Open the port, if it is not open, and read on."""
        self._set_mode("reading")

    def stall(self) -> None:
        """Keep the port open, but read no more."""
        self._set_mode("stalled")

    def detach(self) -> None:
        """Close the port."""
        self._set_mode("absent")

    def send(self, data: bytes) -> None:
        """Send bytes to the device. Raises ValueError while the port is closed."""
        if self._mode == "absent":
            raise ValueError("the host has not opened the port: let it read or stall first")
        self._to_send += data
        self._feed()

    def _set_mode(self, mode: str) -> None:
        was_open, self._mode = self._mode != "absent", mode
        if was_open != (mode != "absent"):
            self.announce()
        if mode == "reading" and self._held is not None:
            offset, value, update = self._held
            self._held = None
            update(offset, value)

    # What the bus does.

    def plug(
        self, usb: RPUSBController, function: Function, set_line: Callable[[int, bool], None]
    ) -> None:
        """The device has such a port; `set_line` tells a control interface whether it is open."""
        self._usb = usb
        self._function = function
        self._set_line = set_line

    def unplug(self) -> None:
        """The device has gone."""
        self._usb = None
        self._function = Function(0, 0, 0, 0)
        self._armed = 0
        self._held = None
        self._to_send.clear()

    def announce(self) -> None:
        """Tell the device whether the port is open (DTR)."""
        if self._usb is not None:
            self._set_line(self._function.control, self._mode != "absent")

    def holds(self, offset: int, value: int, update: Update) -> bool:
        """Whether a buffer that the device just made available must wait, because nobody reads.

        Keeps the change, to `update` with it when somebody does.
        """
        mine = self._usb is not None and offset == _BUFFER_CONTROLS + 8 * self._function.end_in
        if not mine or not value & _AVAILABLE or self._mode == "reading":
            return False
        self._held = (offset, value, update)
        return True

    def receive(self, endpoint: int, packet: bytes) -> None:
        """A packet has come in on an endpoint."""
        if endpoint and endpoint == self._function.end_in:
            self._on_bytes(packet)

    def accept(self, endpoint: int, size: int) -> None:
        """The device will take `size` bytes on an endpoint."""
        if endpoint and endpoint == self._function.end_out:
            self._armed = size
            self._feed()

    def _feed(self) -> None:
        if self._usb is not None and self._armed and self._to_send:
            count = min(self._armed, _PACKET)
            packet = bytes(self._to_send[:count])
            del self._to_send[:count]
            self._armed = 0
            self._usb.endpoint_read_done(self._function.end_out, packet)
