"""The resistor reader: where each piece's reading may lie, and how far apart the windows are.

Thresholds and guard band are the firmware's; LSB are of the 12-bit converter.
Sources: RP2040 datasheet, 4.9 (input resistance at least 100 kohm) and erratum E11 (steps of the
converter); 1 % parts over their whole range; contact resistance 0 to 50 ohm.
"""

from __future__ import annotations

import random
from itertools import pairwise

from arbiter.resistors import GUARD, THRESHOLDS
from hardware.analysis.result import Result

PULL_UP_OHM = 2200
# In rank order, 5-star General first, Flag last.
_OFFICERS_OHM = (150, 330, 510, 750, 1000, 1300, 1800, 2400, 3000, 3900, 5100, 6800)
PIECES_OHM = (*_OFFICERS_OHM, 10000, 16000, 33000)
E11_STEPS_LSB = (512, 1536, 2560, 3584)

_FULL_SCALE = 4096
_TOLERANCE = 0.01
_CONTACT_OHM = 50
_INPUT_OHM = 100e3
# A reading is a median of many samples; what is left: offset and gain, and noise, in LSB.
_OFFSET_LSB, _NOISE_LSB = 8, 1.4
_READS = 60_000


def reading(piece_ohm: float, pull_up_ohm: float, input_ohm: float) -> float:
    """The converter's reading in LSB: a divider with the converter's input beside the piece."""
    below = 1 / (1 / piece_ohm + 1 / input_ohm)
    return _FULL_SCALE * below / (below + pull_up_ohm)


def window(piece_ohm: float) -> tuple[float, float]:
    """The lowest and highest reading of a piece, everything at its worst."""
    low = reading(piece_ohm * (1 - _TOLERANCE), PULL_UP_OHM * (1 + _TOLERANCE), _INPUT_OHM)
    high = piece_ohm * (1 + _TOLERANCE) + _CONTACT_OHM
    return low, reading(high, PULL_UP_OHM * (1 - _TOLERANCE), 1e12)


def windows() -> list[tuple[float, float]]:
    """Short, the fifteen pieces, open: as windows in LSB."""
    short = (0.0, window(0.001)[1])
    empty = (reading(1e12, PULL_UP_OHM * (1 + _TOLERANCE), _INPUT_OHM), float(_FULL_SCALE))
    return [short, *(window(piece) for piece in PIECES_OHM), empty]


def margins() -> list[float]:
    """From each threshold to the nearer of the two windows that it parts, in LSB."""
    return [
        min(threshold - below[1], above[0] - threshold)
        for threshold, (below, above) in zip(THRESHOLDS, pairwise(windows()), strict=True)
    ]


def monte_carlo(reads: int = _READS, seed: int = 1) -> tuple[int, float]:
    """Wrong reads and the least distance to a threshold in LSB, over random parts and noise."""
    rng = random.Random(seed)
    wrong, least = 0, float(_FULL_SCALE)
    for _ in range(reads):
        index = rng.randrange(len(PIECES_OHM))
        piece = PIECES_OHM[index] * (1 + rng.uniform(-_TOLERANCE, _TOLERANCE))
        pull_up = PULL_UP_OHM * (1 + rng.uniform(-_TOLERANCE, _TOLERANCE))
        lsb = reading(piece + rng.uniform(0, _CONTACT_OHM), pull_up, 1 / rng.uniform(1e-12, 1e-5))
        lsb += rng.gauss(0, _NOISE_LSB) + rng.uniform(-_OFFSET_LSB, _OFFSET_LSB)
        room = min(lsb - THRESHOLDS[index], THRESHOLDS[index + 1] - lsb)
        wrong += room <= 0
        least = min(least, room)
    return wrong, least


def results() -> list[Result]:
    """The lines of the table."""
    subject = "resistor windows"
    gaps = [above[0] - below[1] for below, above in pairwise(windows())]
    step = min(abs(t - e) for t in THRESHOLDS for e in E11_STEPS_LSB)
    wrong, least = monte_carlo()
    return [
        Result(subject, "worst case: narrowest gap between windows", min(gaps[1:-1]), "LSB", 120),
        Result(subject, "worst case: threshold to its window", min(margins()), "LSB", GUARD),
        Result(subject, "threshold to a step of the converter (E11)", step, "LSB", 77),
        Result(subject, f"Monte-Carlo: wrong of {_READS} reads", wrong, "", None, 0),
        Result(subject, "Monte-Carlo: least distance to a threshold", least, "LSB", GUARD),
    ]
