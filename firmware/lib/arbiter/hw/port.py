"""A USB serial port, made so that no host can hold the box up."""

_QUEUE_LINES = 16
_READ_BYTES = 32  # no more lines than the queue takes


class Port:
    """Sends whole lines through a bounded queue and never waits.

    ``serial`` is ``usb_cdc.data`` or ``usb_cdc.console``: None where ``boot.py`` did not enable
    it, which is as if no host ever came. ``dropped`` counts the lines that found the queue full.
    """

    def __init__(self, serial) -> None:
        self.dropped = 0
        self._serial = serial
        self._queue: list = []
        if serial is not None:
            serial.timeout = 0
            serial.write_timeout = 0  # CircuitPython's default waits for ever

    @property
    def connected(self) -> bool:
        """Whether a host has the port open."""
        return self._serial is not None and self._serial.connected

    @property
    def idle(self) -> bool:
        """Whether all that was sent has been taken."""
        return not self._queue

    def clear(self) -> None:
        """Forget what was queued or sent before this host came."""
        self._queue = []
        self._serial.reset_output_buffer()  # up to 256 bytes that a closed port has kept

    def send(self, line: bytes) -> None:
        """Queue a line, or count it as dropped."""
        if len(self._queue) < _QUEUE_LINES:
            self._queue.append(line)
        else:
            self.dropped += 1

    def pump(self) -> None:
        """Hand the serial port as much of the queue as it takes now."""
        if not self._queue:
            return
        if not self.connected:
            self._queue = []  # nobody left to read it; the next host is greeted anew
            return
        while self._queue:
            line = self._queue[0]
            taken = self._serial.write(line)
            if taken < len(line):
                self._queue[0] = line[taken:]
                return
            self._queue.pop(0)

    def read(self) -> bytes:
        """The bytes that have come, at most 32."""
        if self._serial is None or not self._serial.in_waiting:
            return b""
        return self._serial.read(_READ_BYTES)
