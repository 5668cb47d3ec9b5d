"""The readers: what a slot's driver samples, told as contents (EMPTY, UNSEATED or a kind).

The other readers, ``resistors`` and ``tags``, are modules of their own: a box loads the one it has.
"""

from arbiter import codes


class ReaderFault(Exception):
    """A reader that stays out of order; the text names the slot and what to do."""


class ContactReader:
    """Reads a slot of seven contacts; ``driver.sample()`` gives them as bits."""

    def __init__(self, driver) -> None:
        self.driver = driver

    def read(self, now: int) -> int:  # noqa: ARG002 - other readers need the time
        """What the slot seems to hold at this instant."""
        return codes.decode(self.driver.sample())
