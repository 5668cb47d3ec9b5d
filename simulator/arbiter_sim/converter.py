"""The RP2040's analog-to-digital converter, and the divider that a piece's resistor makes.

Pure functions of numbers, so that a Monte-Carlo run can use them without a box.
"""

import math
import random
from bisect import bisect_right
from typing import NamedTuple

LEVELS = 4096
# Erratum RP2040-E11: the codes where the converter's own capacitors do not match are about nine
# codes wide (differential non-linearity of 8 LSB); the others share what is left.
WIDE_CODES = (512, 1536, 2560, 3584)
WIDE_LSB = 9.0
_NARROW_LSB = (LEVELS - len(WIDE_CODES) * WIDE_LSB) / (LEVELS - len(WIDE_CODES))

NOISE_LSB = 2.5  # standard deviation: 8.7 effective bits (RP2040 datasheet, 4.9.3)
RIPPLE = 0.0005  # of the reference, from one sample to the next; the divider cancels the slow part


def _edges() -> list[float]:
    """Where each code but the first begins, in LSB of an ideal converter."""
    edges = []
    at = 0.0
    for code in range(LEVELS - 1):
        at += WIDE_LSB if code in WIDE_CODES else _NARROW_LSB
        edges.append(at)
    return edges


_EDGES = _edges()


def code(share: float, chance: random.Random) -> int:
    """One conversion of a voltage, given as a share of the reference."""
    level = share * LEVELS
    return bisect_right(_EDGES, chance.gauss(level, math.hypot(NOISE_LSB, RIPPLE * level)))


class Divider(NamedTuple):
    """A slot's half of the divider: ohms up to the reference, and of the converter's own input."""

    pull_up: float
    input: float

    def share(self, ohms: float) -> float:
        """Of the reference, what is on the pin with `ohms` (infinite: nothing) to ground."""
        if ohms == math.inf:
            return self.input / (self.input + self.pull_up)
        down = ohms * self.input / (ohms + self.input)
        return down / (down + self.pull_up)


PULL_UP_OHMS = 2_200
TOLERANCE = 0.01
LEAST_INPUT_OHMS = 100_000  # RP2040 datasheet, table 630
MOST_CONTACT_OHMS = 50.0


def part(ohms: float, chance: random.Random) -> float:
    """A 1 % part of that nominal value."""
    return ohms * (1 + chance.uniform(-TOLERANCE, TOLERANCE))


def divider(chance: random.Random) -> Divider:
    """A divider of real parts."""
    return Divider(part(PULL_UP_OHMS, chance), LEAST_INPUT_OHMS * chance.uniform(1, 10))
