"""Speaks with a box: a method for each request, and the events in between.

    with Client(address) as box:
        print(box.hello(), box.state(), box.counters())
        while True:
            message = box.poll(1.0)

Every request gets exactly one reply, found by its id, or raises within its deadline. What else
arrives (events, replies that came too late, lines that are no message) is kept or counted.
"""

from __future__ import annotations

import random
import re
import time
from collections import deque
from typing import Self, TypeVar

from arbiter import protocol
from arbiter_host.link_errors import ConsolePort, NoAnswer, Refused, WrongProtocol
from arbiter_host.messages import PLAY, Counters, Error, Hello, Message, Shapes, State, decode
from arbiter_host.transport import Transport

Body = TypeVar("Body")
DEADLINE_S = 2.0
_MAX_LINE = 1024  # bytes; a longer one is noise without line ends
_MAX_ID = 1 << 29
# CircuitPython's console says one of these, or repeats what is typed.
_CONSOLE = re.compile(rb">>> |Adafruit CircuitPython|Press any key to enter the REPL|\{\"ask\":")


class Client:
    """One box. ``address`` is anything that `transport` opens; times in seconds.

    Opening raises what `Transport` raises, ConsolePort for a port with a REPL, NoAnswer, and
    WrongProtocol. Any method raises Disconnected when the port goes; then ``connect`` again.
    """

    shapes: Shapes = PLAY  # of what the box may say

    def __init__(self, address: str, deadline_s: float = DEADLINE_S) -> None:
        self.address = address
        self.bad = 0  # lines that were no message
        self.late = 0  # replies to no request that is open
        self._deadline_s = deadline_s
        # Not 0: replies to an earlier program may still be on their way.
        self._last_id = random.randrange(_MAX_ID)
        self.connect()

    def connect(self) -> None:
        """Open the port (again) and greet; what an earlier connection left is forgotten."""
        self._buffer = b""
        self._messages: deque[Message] = deque()
        self._transport = Transport(self.address)
        try:
            self._greet()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the port back."""
        self._transport.close()

    def hello(self) -> Hello:
        """Who the box is."""
        return self._ask(protocol.HELLO, Hello)

    def state(self) -> State:
        """What the box does now."""
        return self._ask(protocol.STATE, State)

    def counters(self) -> Counters:
        """What it has counted since power-up."""
        return self._ask(protocol.COUNTERS, Counters)

    def poll(self, limit_s: float) -> Message | None:
        """The next event, or None when the time is over."""
        end = time.monotonic() + limit_s
        while not self._messages:
            self._messages.extend(self._events(self._receive()))
            if not self._messages and time.monotonic() >= end:
                return None
        return self._messages.popleft()

    def _greet(self) -> None:
        # Ends a line that an earlier program may have left half sent.
        self._transport.write(b"\n")
        self.greeting = self.hello()
        # The box greets a new program with these events too; what they say has been asked for, so
        # that a hello from now on tells of a restart.
        self._messages = deque(m for m in self._messages if not isinstance(m.body, (Hello, State)))
        theirs = self.greeting.protocol
        if theirs != protocol.VERSION:
            older = "firmware" if theirs < protocol.VERSION else "program"
            raise WrongProtocol(
                self.address,
                f"the box speaks protocol {theirs}, this program {protocol.VERSION}:"
                f" update the {older}",
            )

    def _ask(self, ask: str, kind: type[Body], fields: tuple[tuple[str, object], ...] = ()) -> Body:
        self._last_id = (self._last_id + 1) % _MAX_ID
        self._transport.write(protocol.request(ask, self._last_id, fields))
        body = self._answer(ask, self._last_id)
        if isinstance(body, kind):
            return body
        raise self._refused(
            ask, body.text if isinstance(body, Error) else "another question's answer"
        )

    def _refused(self, ask: str, sentence: str) -> Refused:
        """What to raise when the box cannot do what any box can."""
        why = f"the box refused '{ask}' ({sentence}): update its firmware"
        return Refused(self.address, why)

    def _answer(self, ask: str, request_id: int) -> object:
        end = time.monotonic() + self._deadline_s
        while time.monotonic() < end:
            received = self._receive()
            answers = [message for message in received if message.is_reply]
            self._messages.extend(message for message in received if not message.is_reply)
            for message in answers:
                # An error without an id is about noise, or about an earlier program's half line.
                if message.reply_to == request_id:
                    return message.body
                self.late += 1
        raise NoAnswer(
            self.address,
            f"no answer to '{ask}' within {self._deadline_s:g} s: is this the arbiter's data port?",
        )

    def _events(self, messages: list[Message]) -> list[Message]:
        events = [message for message in messages if not message.is_reply]
        self.late += len(messages) - len(events)
        return events

    def _receive(self) -> list[Message]:
        """The messages on the lines that are now whole."""
        self._buffer += self._transport.read()
        *lines, self._buffer = self._buffer.split(b"\n")
        if len(self._buffer) > _MAX_LINE:
            self._buffer = b""
            self.bad += 1
        messages = []
        for line in lines:
            message = decode(line, self.shapes)
            if message is not None:
                messages.append(message)
            elif line.strip():
                self.bad += 1
                self._refuse_console(line)
        if not self._buffer.startswith(b"{"):
            self._refuse_console(self._buffer)  # a prompt ends no line
        return messages

    def _refuse_console(self, text: bytes) -> None:
        if _CONSOLE.search(text):
            raise ConsolePort(
                self.address,
                "this is CircuitPython's console: give the board's other port (see `ports`)",
            )
