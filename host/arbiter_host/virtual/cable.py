"""One USB serial port of the simulated box, reachable by several ends, held by one program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class End(Protocol):
    """Where a program can come in: see `PtyEnd` and `TcpEnd`."""

    name: str

    @property
    def open(self) -> bool: ...
    def fileno(self) -> int: ...
    def read(self) -> bytes: ...
    def write(self, data: bytes) -> int: ...
    def turn_away(self) -> None: ...
    def close(self) -> None: ...


class Cable:
    """Whoever opens one of the ends first has the port until it leaves."""

    def __init__(self, ends: Iterable[End]) -> None:
        self.ends = list(ends)
        self._holder: End | None = None
        self._out = b""

    @property
    def held(self) -> bool:
        return self._holder is not None

    @property
    def clogged(self) -> bool:
        """Whether the program has stopped reading."""
        return bool(self._out)

    def step(self) -> bytes:
        """See who is there, send on what waits; returns what the program has sent."""
        opened = [end for end in self.ends if end.open]
        if self._holder is not None and self._holder not in opened:
            # Nobody for this step, so that the firmware sees one program go and another come.
            self._holder = None
            self._out = b""
            return b""
        if self._holder is None and opened:
            self._holder = opened[0]
        for end in opened:
            if end is not self._holder:
                end.turn_away()
        self._flush()
        return self._holder.read() if self._holder is not None else b""

    def send(self, data: bytes) -> None:
        """Send to the program; if there is none it is lost."""
        if self._holder is not None:
            self._out += data
            self._flush()

    def close(self) -> None:
        """Take all its ends away."""
        for end in self.ends:
            end.close()
        self._holder = None
        self._out = b""

    def _flush(self) -> None:
        if self._out and self._holder is not None:
            self._out = self._out[self._holder.write(self._out) :]
