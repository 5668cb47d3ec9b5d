"""The USB cable: a CDC port of the device, and the computer (or nobody) at its other end.

Sizes and behaviour as measured on CircuitPython 10.0.0 with `usb_cdc.data`: a buffer of 256 bytes
behind an endpoint of 64; while no program has the port open, writes are taken in full and the first
64 and the last 256 bytes stay to reach the next reader; while it is open but not read, writes take
what fits. (`tud_cdc_n_write` and `tx_overwritabe_if_not_connected` in TinyUSB's cdc_device.c.)
"""

from collections.abc import Callable

PACKET = 64
BUFFER = 256

MODES = ("reading", "absent", "stalled")


class CdcPort:
    """One serial port of the device. `deliver` gets the bytes that the computer reads."""

    def __init__(self, mode: str, deliver: Callable[[bytes], None]) -> None:
        self.waiting = bytearray()
        self.queued = bytearray()
        self._packet = b""
        self._on_the_way = bytearray()
        self._deliver = deliver
        self.mode = ""
        self.set_mode(mode)

    @property
    def opened(self) -> bool:
        """Whether a program on the computer has the port open (DTR)."""
        return self.mode != "absent"

    def set_mode(self, mode: str) -> None:
        """The computer starts reading, stops reading, or closes the port ("absent")."""
        if mode not in MODES:
            raise ValueError(f"host {mode!r}: give one of {', '.join(MODES)}")
        self.mode = mode
        if not self.opened:
            self._on_the_way.clear()
        self._move_on()

    def clear(self) -> None:
        """Lose all that is under way, as when the device goes."""
        for buffer in (self.waiting, self.queued, self._on_the_way):
            buffer.clear()
        self._packet = b""

    def write(self, data: bytes) -> int:
        """The device writes. Returns how many bytes were taken, at most 320 at once."""
        taken = len(data)
        if self.opened:
            room = (0 if self._packet else PACKET) + BUFFER - len(self.queued)
            taken = min(taken, room)
        self.queued += data[:taken]
        if not self._packet:
            self._packet = bytes(self.queued[:PACKET])
            del self.queued[:PACKET]
        del self.queued[:-BUFFER]
        self._move_on()
        return taken

    def read(self, most: int) -> bytes:
        """The device reads at most `most` of the bytes that wait."""
        data = bytes(self.waiting[:most])
        del self.waiting[:most]
        self._fill()
        return data

    def send(self, data: bytes) -> None:
        """The computer sends; what the device's buffer cannot take waits on the computer."""
        if not self.opened:
            raise ValueError("the host has not opened the port: let it read or stall first")
        self._on_the_way += data
        self._fill()

    def _fill(self) -> None:
        room = BUFFER - len(self.waiting)
        self.waiting += self._on_the_way[:room]
        del self._on_the_way[:room]

    def _move_on(self) -> None:
        """Let a reading computer have all that waits for it."""
        data = self._packet + self.queued
        if self.mode == "reading" and data:
            self._packet = b""
            self.queued.clear()
            self._deliver(data)


class Usb:
    """The device's side of the cable: what boot.py wants on it, and whether it can still ask."""

    def __init__(self, console: CdcPort, data: CdcPort) -> None:
        self.attached = False
        self.drive = True
        self.console: CdcPort | None = None
        self.data: CdcPort | None = None
        self._ports = (console, data)
        self.start()

    def start(self) -> None:
        """The chip starts: off the bus, its buffers empty, the default ports chosen."""
        self.attached = False
        self.drive = True
        for port in self._ports:
            port.clear()
        self.enable(console=True, data=False)

    def enable(self, console: bool, data: bool) -> None:
        """Choose the ports."""
        self.console = self._ports[0] if console else None
        self.data = self._ports[1] if data else None


class UsbHost:
    """The computer at the data port, as a scenario moves it."""

    def __init__(self, port: CdcPort) -> None:
        self._port = port
        self._received = bytearray()

    @property
    def received(self) -> bytes:
        """All the bytes it has read since power-on."""
        return bytes(self._received)

    def take(self, data: bytes) -> None:
        """Bytes arrive (called by the port)."""
        self._received += data

    def read(self) -> None:
        """Open the port, if it is not open, and read on."""
        self._port.set_mode("reading")

    def stall(self) -> None:
        """Keep the port open, but read no more."""
        self._port.set_mode("stalled")

    def detach(self) -> None:
        """Close the port."""
        self._port.set_mode("absent")

    def send(self, data: bytes) -> None:
        """Send bytes to the device. Raises ValueError while the port is closed."""
        self._port.send(data)
