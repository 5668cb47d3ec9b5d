"""The box's end of the host link: greets, reports, and answers one line with one line."""

from arbiter import protocol

_BLANK = (b"", b"\r")
_NEWLINE = 10


class Link:
    """Speaks the protocol over a port.

    ``port`` has ``connected``, ``read()``, ``send(line)``, ``pump()``, ``clear()``, ``idle`` and
    ``dropped``; none of them waits. ``describe(name)`` gives the fields of a reply or a greeting
    of that name; ``greeting`` names the events that a host is met with.
    """

    def __init__(self, port, describe, greeting: tuple) -> None:
        self.bad = 0  # lines that were no request
        self._port = port
        self._describe = describe
        self._greeting = greeting
        self._greeted = False
        self._line = bytearray(protocol.MAX_REQUEST)
        self._length = 0
        self._overlong = False

    def report(self, name: str, fields: tuple) -> None:
        """Send an event, if a host is there."""
        if self._greeted:
            self._port.send(protocol.event(name, fields))

    def step(self) -> None:
        """Greet a host that has come, take what it sent, send on what is queued."""
        if self._port.connected != self._greeted:
            self._greeted = not self._greeted
            self._greet()
        self._port.pump()
        if self._port.idle:  # else nobody takes the answers: then no more questions are taken
            for byte in self._port.read():
                self._take(byte)
            self._port.pump()

    def _greet(self):
        self._length = 0
        self._overlong = False
        if self._greeted:
            self._port.clear()
            self._port.send(b"\n")  # ends a line of which an earlier host took only a part
            for name in self._greeting:
                self.report(name, self._describe(name))

    def _take(self, byte):
        if byte == _NEWLINE:
            line = bytes(self._line[: self._length])
            if self._overlong:
                self._refuse(None, "line too long")
            elif line not in _BLANK:
                self._answer(line)
            self._length = 0
            self._overlong = False
        elif self._length < protocol.MAX_REQUEST:
            self._line[self._length] = byte
            self._length += 1
        else:
            self._overlong = True

    def _answer(self, line):
        ask, request_id, problem = protocol.parse_request(line)
        if problem:
            self._refuse(request_id, problem)
        else:
            self._port.send(protocol.reply(ask, request_id, self._describe(ask)))

    def _refuse(self, request_id, problem):
        self.bad += 1
        self._port.send(protocol.reply(protocol.ERROR, request_id, (("text", problem),)))
