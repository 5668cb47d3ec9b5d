"""What can go wrong between a program and a box, each by its type.

The text of each is one line: what is wrong, where, what to do.
"""

from __future__ import annotations


class LinkError(Exception):
    """Any of them; ``address`` is the port's name or URL, ``text`` the rest of the line."""

    def __init__(self, address: str, text: str) -> None:
        super().__init__(f"{address}: {text}")
        self.address = address
        self.text = text


class NoPort(LinkError):
    """No such port, or nothing answers at the URL."""


class PortDenied(LinkError):
    """This user may not open the port."""


class PortTaken(LinkError):
    """Another program has the port."""


class Disconnected(LinkError):
    """The port went away: unplugged, switched off, or the other end closed."""


class NoAnswer(LinkError):
    """Nothing came before the deadline."""


class ConsolePort(LinkError):
    """CircuitPython's console is here, not the data port."""


class WrongProtocol(LinkError):
    """The box and this program speak different versions of the protocol."""


class Refused(LinkError):
    """The box answered with an error, or with an answer that makes no sense."""
