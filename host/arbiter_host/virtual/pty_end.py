"""A serial port of this computer, made of a pseudo-terminal; POSIX only."""

from __future__ import annotations

import os
import pty
import select
import tty
from pathlib import Path

_READ_BYTES = 4096


class PtyEnd:
    """A pty, and a link of a lasting name to it, as the number of a pty changes.

    Whether a program has the other side open shows as on a USB port with DTR: the kernel says
    "hang-up" while nobody has.
    """

    def __init__(self, link: Path) -> None:
        self._link = link
        self._master, slave = pty.openpty()
        tty.setraw(slave)  # bytes as they are: no echo, no line discipline
        self.name = os.ttyname(slave)
        os.close(slave)  # from now on a hang-up is seen
        os.set_blocking(self._master, False)
        self._poll = select.poll()
        self._poll.register(self._master, select.POLLIN)
        _point(link, self.name)

    @property
    def open(self) -> bool:
        """Whether a program has the port open."""
        return not any(events & select.POLLHUP for _, events in self._poll.poll(0))

    def fileno(self) -> int:
        return self._master

    def read(self) -> bytes:
        """What the program has sent."""
        try:
            return os.read(self._master, _READ_BYTES)
        except OSError:  # nothing there, or the program has just left
            return b""

    def write(self, data: bytes) -> int:
        """Send; returns how many bytes were taken: a program that does not read fills the pty."""
        try:
            return os.write(self._master, data)
        except BlockingIOError:
            return 0
        except OSError:
            return len(data)  # it has just left: as on the wire, they are lost

    def turn_away(self) -> None:
        """Another program has the box: what this one sends is lost."""
        self.read()

    def close(self) -> None:
        """Take the port away, as unplugging does."""
        os.close(self._master)
        if self._link.is_symlink() and os.readlink(self._link) == self.name:
            self._link.unlink()


def _point(link: Path, name: str) -> None:
    """Make the link, or turn it, in one step: a program that looks always finds one."""
    fresh = link.with_name(f".{link.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(name)
    fresh.replace(link)
