"""One open serial port; the only file that imports pyserial.

The address is whatever pyserial opens: a device (``/dev/ttyACM1``, ``COM4``, a pty) or a URL
(``socket://host:port``, ``rfc2217://host:port``, ``loop://``).
"""

from __future__ import annotations

import errno
import sys
from typing import NamedTuple

import serial
import serial.tools.list_ports
from serial.tools.list_ports_common import ListPortInfo

from arbiter_host import holders
from arbiter_host.link_errors import Disconnected, LinkError, NoPort, PortDenied, PortTaken

if sys.platform == "win32":
    _BROKEN: tuple[type[Exception], ...] = (OSError,)
else:
    import termios

    # pyserial lets termios.error through, which is no OSError, when a device goes in mid-call.
    _BROKEN = (OSError, termios.error)

_BAUD = 115_200  # a USB port ignores it; a real serial line behind a URL does not
_PATIENCE_S = 0.02  # of one read: how soon a waiting program sees Ctrl-C or its deadline
_WRITE_S = 1.0  # a box takes a request at once; a port that nobody serves fills up
_DIALOUT = "add yourself to its group (on Debian: sudo adduser $USER dialout), then log in again"


class Listed(NamedTuple):
    """A serial port of this computer and what its USB device says of itself."""

    device: str
    vid: int | None
    serial_number: str | None
    location: str | None
    product: str | None


class Transport:
    """A port that this program alone has. Use as a context manager, or call ``close``.

    Opening raises NoPort, PortDenied or PortTaken, and ValueError for a URL that makes no sense;
    all else raises Disconnected when the port goes.
    """

    def __init__(self, address: str) -> None:
        self.address = callout(address)
        try:
            self._serial = serial.serial_for_url(
                self.address, _BAUD, timeout=_PATIENCE_S, write_timeout=_WRITE_S, exclusive=True
            )
        except _BROKEN as error:
            raise _cannot_open(self.address, error) from None
        self._refuse_company()

    def __enter__(self) -> Transport:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the port back; it may be gone already."""
        try:
            self._serial.close()
        except _BROKEN:
            return

    def read(self) -> bytes:
        """What has come; waits up to 20 ms for the first byte, and returns b"" if none does."""
        try:
            data = self._serial.read(1)
            # The count is true for a device, and at most 1 for a socket: hence a loop.
            while data and (waiting := self._serial.in_waiting):
                data += self._serial.read(waiting)
        except _BROKEN:
            raise self._gone() from None
        return data

    def write(self, data: bytes) -> None:
        """Send all of it."""
        try:
            self._serial.write(data)
        except _BROKEN:
            raise self._gone() from None

    def _refuse_company(self) -> None:
        """Two readers would each get half of every line: terminals open ports without a lock."""
        others = holders.of(self.address)
        if others:
            self.close()
            raise _taken(self.address)

    def _gone(self) -> Disconnected:
        return Disconnected(self.address, "disconnected: check the cable")


def listed() -> list[Listed]:
    """Every serial port of this computer, whatever it belongs to."""
    return [described(port) for port in serial.tools.list_ports.comports()]


def described(port: ListPortInfo) -> Listed:
    """What we look at of pyserial's record."""
    return Listed(port.device, port.vid, port.serial_number, port.location, port.product)


def callout(address: str, platform: str = sys.platform) -> str:
    """The name to open: on macOS ``/dev/tty.x`` would wait for a modem, ``/dev/cu.x`` does not."""
    if platform == "darwin" and address.startswith("/dev/tty."):
        return address.replace("/dev/tty.", "/dev/cu.", 1)
    return address


def _cannot_open(address: str, error: Exception) -> LinkError:
    """pyserial gives a number on POSIX, and on Windows and for URLs only words."""
    number = getattr(error, "errno", None)
    words = str(error)
    if number in (errno.EAGAIN, errno.EBUSY) or "Access is denied" in words:
        return _taken(address)
    if number in (errno.EACCES, errno.EPERM):
        return PortDenied(address, f"you may not open this port: {_DIALOUT}")
    if number == errno.ENOENT:
        return NoPort(address, "no such port: plug the box in, or list ports with `ports`")
    reason = words.rpartition("] ")[2].rpartition(": ")[2].strip("')")
    return NoPort(address, f"cannot be opened ({reason}): check the name, and that a box is there")


def _taken(address: str) -> PortTaken:
    who = holders.of(address)
    name = f"another program ({', '.join(who)})" if who else "another program"
    return PortTaken(
        address, f"{name} has this port: end it; ModemManager lets go by itself in 20 s"
    )
