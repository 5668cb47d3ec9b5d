"""From momentary readings of one slot to what it holds: debounced, and never a guess."""

from arbiter import ticks
from arbiter.pieces import EMPTY, UNSEATED


class Slot:
    """What one slot holds.

    ``contents`` is EMPTY, UNSEATED or a kind; None until the first reading has settled.
    ``sure`` tells whether the latest reading says the same.
    """

    def __init__(self, settle_ms: int) -> None:
        self.contents: int | None = None
        self.sure = False
        self._settle_ms = settle_ms
        self._reading: int | None = None
        self._read_at = 0  # when _reading was first seen
        self._doubted_at = 0  # when readings began to differ from contents

    def update(self, reading: int, now: int, patience_ms: int) -> None:
        """Take a reading (EMPTY, UNSEATED or a kind) at ``now``.

        A piece or an empty slot counts when all readings of the settle time were equal. A slot
        that shows neither for ``patience_ms`` is UNSEATED.
        """
        if reading != self._reading:
            self._notice(reading, now)
        if not self.sure:
            self._weigh(now, patience_ms)

    def _notice(self, reading, now):
        if self.sure or self._reading is None:
            self._doubted_at = now
        self._reading = reading
        self._read_at = now
        # Back to what it was: a contact that chattered, not another piece.
        self.sure = reading == self.contents

    def _weigh(self, now, patience_ms):
        steady = ticks.diff(now, self._read_at) >= self._settle_ms
        if steady and self._reading != UNSEATED:
            self.contents = self._reading
            self.sure = True
        elif ticks.diff(now, self._doubted_at) >= patience_ms:
            self.contents = UNSEATED
            self.sure = self._reading == UNSEATED


def seating(contents: int | None) -> str:
    """What may be told of a slot: "unread" at power-up, "empty", "unseated" or "seated"."""
    if contents is None:
        return "unread"
    if contents == EMPTY:
        return "empty"
    return "unseated" if contents == UNSEATED else "seated"
