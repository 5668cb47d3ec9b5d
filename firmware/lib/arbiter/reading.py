"""From raw samples of one slot to what it holds: debounced, and never a guess."""

from arbiter import ticks
from arbiter.pieces import EMPTY, UNSEATED


class Slot:
    """What one slot holds.

    ``contents`` is EMPTY, UNSEATED or a kind; None until the first reading has settled.
    ``sure`` tells whether the latest sample is the one that ``contents`` stands for.
    """

    def __init__(self, decode, settle_ms: int) -> None:
        self.contents: int | None = None
        self.sure = False
        self._decode = decode
        self._settle_ms = settle_ms
        self._settled: int | None = None  # the sample that contents stands for
        self._sample: int | None = None
        self._sampled_at = 0  # when _sample was first seen
        self._doubted_at = 0  # when samples began to differ from _settled

    def update(self, sample: int, now: int, patience_ms: int) -> None:
        """Take a sample (any int that ``decode`` knows) at ``now``.

        A piece or an empty slot counts when all samples of the settle time were equal. A slot
        that shows neither for ``patience_ms`` is UNSEATED.
        """
        if sample != self._sample:
            self._notice(sample, now)
        if not self.sure:
            self._weigh(now, patience_ms)

    def _notice(self, sample, now):
        if self.sure or self._sample is None:
            self._doubted_at = now
        self._sample = sample
        self._sampled_at = now
        # Back to what it was: a contact that chattered, not another piece.
        self.sure = sample == self._settled

    def _weigh(self, now, patience_ms):
        found = self._decode(self._sample)
        if found != UNSEATED and ticks.diff(now, self._sampled_at) >= self._settle_ms:
            self._settle(found)
        elif self.contents != UNSEATED and ticks.diff(now, self._doubted_at) >= patience_ms:
            self.contents = UNSEATED
            self._settled = None
        if self.contents == UNSEATED and found == UNSEATED:
            self._settle(UNSEATED)

    def _settle(self, contents):
        self.contents = contents
        self._settled = self._sample
        self.sure = True


def seating(contents: int | None) -> str:
    """What may be told of a slot: "unread" at power-up, "empty", "unseated" or "seated"."""
    if contents is None:
        return "unread"
    if contents == EMPTY:
        return "empty"
    return "unseated" if contents == UNSEATED else "seated"
