"""Resistors in pieces: which kind a level at the divider means, and when none is safe to say.

A level is in LSB, of 4096 for the whole of ADC_VREF. A piece has one E24 resistor of 1 %, the slot
2.2 kOhm of 1 % up to ADC_VREF. What this reader cannot see, the slot must forbid: two pieces in one
slot are one other resistor, and a contact of 100 Ohm and more can make a General of 5 stars one of
four.
"""

from arbiter.pieces import EMPTY, KINDS, UNSEATED

LEVELS = 4096
_OPEN = 4006  # the least that an open slot gives: the converter's own input may be 100 kOhm

# Between two neighbours each: short and kind 1, kind 1 and 2, ... kind 15 and an open slot.
THRESHOLDS = (
    (174, 435, 684, 932)
    + (1181, 1416, 1691, 1992)
    + (2246, 2481, 2725, 2958)
    + (3200, 3448, 3684, 3926)
)

# The windows of 1 % parts at 0 to 50 Ohm of contact stay 67 LSB off every threshold. 40 of them
# make the guard band, 27 are left for the converter's steps (9), heat (8) and noise; and to read as
# its neighbour a piece must be 107 LSB off.
GUARD = 40

# Of a burst, without its highest and lowest sample. A steady level spreads by some 10 LSB; a
# contact that chatters, or a piece on its way, by hundreds.
MOST_SPREAD = 48


class ResistorReader:
    """Reads a slot by its divider; ``driver.sample()`` gives (median, spread) in LSB."""

    def __init__(self, driver, thresholds: tuple = THRESHOLDS) -> None:
        self.driver = driver
        self.thresholds = thresholds

    @property
    def thresholds(self) -> tuple:
        """Those of the slot: of the design, or of its calibration."""
        return self._thresholds

    @thresholds.setter
    def thresholds(self, thresholds: tuple) -> None:
        self._thresholds = thresholds
        self._contents = _contents_by_level(thresholds)

    def read(self, now: int) -> int:  # noqa: ARG002 - other readers need the time
        """What the slot seems to hold at this instant."""
        return self.judge(*self.driver.sample())

    def judge(self, median: int, spread: int) -> int:
        """What a burst of that median and spread means."""
        # A table, for its time tells nothing of the rank.
        return UNSEATED if spread > MOST_SPREAD else self._contents[median] - 1


def contents(level: int, thresholds: tuple) -> int:
    """A kind, EMPTY for an open slot, UNSEATED for a short and within a guard band."""
    return _contents_by_level(thresholds)[level] - 1


def _contents_by_level(thresholds):
    table = bytearray(LEVELS)  # of contents + 1, as it holds no -1: all UNSEATED
    ends = tuple(thresholds[1:]) + (LEVELS + GUARD,)
    for place, between_guards in enumerate(KINDS + (EMPTY,)):
        start, end = thresholds[place] + GUARD + 1, ends[place] - GUARD
        table[start:end] = bytes([between_guards + 1]) * (end - start)
    return table


def between(levels: tuple) -> tuple:
    """Thresholds for a slot in which the pieces gave these levels, by kind.

    Raises ValueError, with the kind, where two neighbours are too near for two guard bands.
    """
    thresholds = []
    below = 0
    for kind, level in enumerate(tuple(levels) + (_OPEN,), 1):
        if level - below < 4 * GUARD:
            raise ValueError("kind %d is too near to the one before" % kind)
        thresholds.append((below + level) // 2)
        below = level
    return tuple(thresholds)
