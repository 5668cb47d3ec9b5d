"""`usb_cdc`: the serial ports, as far as boot.py opened them.

CircuitPython: shared-bindings/usb_cdc/, shared-module/usb_cdc/Serial.c; names as `dir()` has them.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from .base import BoardModule

if TYPE_CHECKING:
    from ..machine import Machine
    from ..usb import CdcPort


class Serial:
    """One port. Timeouts in seconds; None waits for ever, which the simulator refuses as a hang."""

    __slots__ = ("_machine", "_port", "timeout", "write_timeout")

    def __init__(self, machine: "Machine", port: "CdcPort") -> None:
        self._machine = machine
        self._port = port
        self.timeout: float | None = None
        self.write_timeout: float | None = None

    @property
    def connected(self) -> bool:
        """Whether a program on the computer has the port open."""
        return self._port.opened

    @property
    def in_waiting(self) -> int:
        """Bytes to be read."""
        return len(self._port.waiting)

    @property
    def out_waiting(self) -> int:
        """Bytes that the computer has not fetched from the buffer."""
        return len(self._port.queued)

    def write(self, data: bytes | str) -> int:
        """Send; returns the number of bytes taken before the write timeout."""
        rest = data.encode() if isinstance(data, str) else bytes(data)
        sent = self._port.write(rest)

        def done() -> bool:
            nonlocal sent
            sent += self._port.write(rest[sent:])
            return sent == len(rest)

        if sent < len(rest):
            self._wait(done, self.write_timeout, "write: the host does not read, no write_timeout")
        return sent

    def read(self, size: int = -1) -> bytes:
        """Up to `size` bytes, or all there are; waits for them until the timeout."""
        wanted = size if size >= 0 else 1 << 30
        self._wait(lambda: self.in_waiting >= wanted, self.timeout, f"read({size}): no timeout")
        return self._port.read(wanted)

    def readinto(self, buffer: bytearray) -> int:
        """Fill the buffer as far as bytes come; returns how many."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def readline(self, size: int = -1) -> bytes:
        """A line with its newline, or what there is of it at the timeout."""
        limit = size if size >= 0 else 1 << 30

        def ended() -> bool:
            return b"\n" in self._port.waiting or self.in_waiting >= limit

        self._wait(ended, self.timeout, "readline: no timeout")
        end = self._port.waiting.find(b"\n") + 1
        return self._port.read(min(end or limit, limit))

    def readlines(self) -> list[bytes]:
        """All the lines until the timeout."""
        return self.read().splitlines(keepends=True)

    def flush(self) -> None:
        """Nothing to do: the buffer is sent as soon as it can be."""

    def reset_input_buffer(self) -> None:
        """Forget what waits to be read."""
        self._port.read(self.in_waiting)

    def reset_output_buffer(self) -> None:
        """Forget what waits to be sent."""
        self._port.queued.clear()

    def _wait(self, done: Callable[[], bool], timeout: float | None, what: str) -> None:
        if done() or timeout == 0:
            return
        if timeout is None:
            self._machine.hang(f"usb_cdc serial {what}, so it waits for ever")
        world = self._machine.world
        end = world.now + round(timeout * 1_000_000)
        while world.now < end and not done():
            self._machine.sleep_until(min(end, world.now + 1000))


def module(machine: "Machine") -> BoardModule:
    """The module for one run."""
    made = BoardModule("usb_cdc", Serial=Serial)
    names = vars(made)

    def enable(*, console: bool = True, data: bool = False) -> None:
        if machine.usb.attached:
            raise RuntimeError("Cannot change USB devices now")
        machine.usb.enable(console, data)
        _show_ports(machine, names)

    names.update(enable=enable, disable=lambda: enable(console=False, data=False))
    _show_ports(machine, names)
    return made


def _show_ports(machine: "Machine", names: dict[str, object]) -> None:
    for name, port in (("console", machine.usb.console), ("data", machine.usb.data)):
        names[name] = None if port is None else Serial(machine, port)
