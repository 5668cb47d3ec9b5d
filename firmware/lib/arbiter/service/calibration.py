"""Calibrates resistor readers: measures named pieces and makes the windows of a slot from them."""

from arbiter import pieces, resistors
from arbiter.service.requests import Refused, piece, slot

BURSTS = 15  # a measurement; odd, so that its median is one of them


class Calibration:
    """``readers`` are red's and blue's, by slot."""

    def __init__(self, readers: dict, kept) -> None:
        self._readers = readers
        self._kept = kept
        self.answers = {
            "measure": self._measure,
            "measured": self._measured,
            "calibrate": self._calibrate,
            "uncalibrate": self._uncalibrate,
        }

    def _measure(self, message):
        name, kind = slot(message), piece(message)
        level, spread = self._level(name)
        _check(level, kind)
        missing = self._take(name, kind, level)
        return (
            ("slot", name),
            ("piece", pieces.name(kind)),
            ("level", level),
            ("spread", spread),
            ("margin", margin(level, kind, self._readers[name].thresholds)),
            ("missing", missing),
        )

    def _take(self, name, kind, level):
        """Keep the level of a kind as it was first measured; returns how many kinds have none."""
        levels = self._levels(name)
        first = levels[kind - 1]
        if first is None:
            levels[kind - 1] = level
            self._kept.put("levels", name, levels)
        elif abs(level - first) > resistors.GUARD:
            levels[kind - 1] = None
            self._kept.put("levels", name, levels)
            raise Refused("%d LSB now, %d before: measure it anew, and its like" % (level, first))
        return levels.count(None)

    def _levels(self, name):
        """What was measured, by kind: a copy. It is kept, so that one may go on another day."""
        return list(self._kept.part("levels").get(name, [None] * len(pieces.KINDS)))

    def _level(self, name):
        """(median, spread) of many bursts; what does not hold still is no measurement."""
        bursts = [self._readers[name].driver.sample() for _ in range(BURSTS)]
        medians = sorted([median for median, _ in bursts])
        spread = max(max([spread for _, spread in bursts]), medians[-1] - medians[0])
        if spread > resistors.MOST_SPREAD:
            raise Refused("spread of %d LSB: the piece does not hold still" % spread)
        return medians[BURSTS // 2], spread

    def _measured(self, message):
        name = slot(message)
        return (("slot", name), ("levels", self._levels(name)))

    def _calibrate(self, message):
        name = slot(message)
        levels = self._levels(name)
        missing = [pieces.name(kind) for kind in pieces.KINDS if levels[kind - 1] is None]
        if missing:
            raise Refused("not measured: " + ", ".join(missing))
        try:
            thresholds = resistors.between(tuple(levels))
        except ValueError:
            raise Refused(_nearest(levels)) from None
        self._kept.put("windows", name, list(thresholds))
        self._readers[name].thresholds = thresholds
        margins = [margin(levels[kind - 1], kind, thresholds) for kind in pieces.KINDS]
        return (("slot", name), ("thresholds", thresholds), ("margin", min(margins)))

    def _uncalibrate(self, message):
        """Back to the windows of the design, with nothing measured."""
        name = slot(message)
        self._kept.put("levels", name, None)
        self._kept.put("windows", name, None)
        self._readers[name].thresholds = resistors.THRESHOLDS
        return (("slot", name), ("thresholds", resistors.THRESHOLDS))


def _check(level, kind):
    """Refuse a level that by the design is another piece's, or none's: the wrong piece was put in.

    Within a guard band of the design it may be the right one, and calibration is for that.
    """
    found = resistors.contents(level, resistors.THRESHOLDS)
    if level < resistors.THRESHOLDS[0]:
        raise Refused("%d LSB: a short" % level)
    if found == pieces.EMPTY:
        raise Refused("%d LSB: the slot is empty" % level)
    if found not in (kind, pieces.UNSEATED):
        raise Refused("%d LSB: it reads as %s" % (level, pieces.name(found)))


def _nearest(levels):
    gap, kind = min([(levels[kind - 1] - levels[kind - 2], kind) for kind in pieces.KINDS[1:]])
    names = pieces.name(kind - 1), pieces.name(kind)
    return "%s and %s are %d LSB apart: check their resistors" % (names + (gap,))


def margin(level: int, kind: int, thresholds: tuple) -> int:
    """LSB from a level to the nearer guard band of that kind's window; negative if within one."""
    return min(level - thresholds[kind - 1], thresholds[kind] - level) - resistors.GUARD
