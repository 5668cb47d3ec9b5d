"""A serial port as a TCP port, for pyserial's ``socket://``; one program at a time."""

from __future__ import annotations

import socket

_READ_BYTES = 4096


class TcpEnd:
    """Listens on this computer only: whoever reaches it is at the box. Port 0 takes a free one."""

    def __init__(self, port: int) -> None:
        self._listener = socket.create_server(("127.0.0.1", port))
        self._listener.setblocking(False)
        self._peer: socket.socket | None = None
        self.name = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"

    @property
    def open(self) -> bool:
        """Whether a program is connected; takes one that waits."""
        waiting = self._accept()
        if self._peer is None:
            self._peer = waiting
        elif waiting:
            waiting.close()
        return self._peer is not None

    def fileno(self) -> int:
        return (self._peer or self._listener).fileno()

    def read(self) -> bytes:
        """What the program has sent."""
        if self._peer is None:
            return b""
        try:
            data = self._peer.recv(_READ_BYTES)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self.turn_away()
        return data

    def write(self, data: bytes) -> int:
        """Send; returns how many bytes were taken."""
        if self._peer is None:
            return len(data)
        try:
            return self._peer.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            self.turn_away()
            return len(data)

    def turn_away(self) -> None:
        """End the connection: the program has left, or another one has the box."""
        if self._peer is not None:
            self._peer.close()
            self._peer = None

    def close(self) -> None:
        self.turn_away()
        self._listener.close()

    def _accept(self) -> socket.socket | None:
        try:
            peer, _ = self._listener.accept()
        except BlockingIOError:
            return None
        peer.setblocking(False)
        return peer
