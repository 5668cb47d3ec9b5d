"""How safe the resistor reader is: the firmware's own judgement on millions of simulated reads.

    python -m arbiter_sim.montecarlo --reads 1000000
    python -m arbiter_sim.montecarlo --contact 150   # contacts three times worse than promised

Each read has parts of its own: pull-up, piece and converter input within their tolerance, moved by
heat, a contact of 0 to 50 ohms, noise on every sample. The supply is the reference: what moves it
slowly cancels, what moves it from sample to sample is part of the noise. The driver's burst is done
anew here; what is made of it, is `arbiter.resistors`.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from typing import NamedTuple

from arbiter import pieces, resistors

from . import converter
from .piece import RESISTORS

SAMPLES = 15
_HEAT = 100e-6 * 35  # 100 ppm a kelvin, from -10 to 60 degrees Celsius about 25


class Tally(NamedTuple):
    """Of so many reads, how many gave no piece, and how many another one."""

    seed: int
    reads: int
    unseated: int
    wrong: int
    nearest: int  # LSB from a reading to the guard band, at the least

    def __str__(self) -> str:
        return (
            f"seed {self.seed}: {self.reads} reads, {self.wrong} wrong, "
            f"{self.unseated} unseated ({100 * self.unseated / self.reads:.4f} %), "
            f"nearest {self.nearest} LSB off a guard band"
        )


def burst(share: float, chance: random.Random) -> tuple[int, int]:
    """(median, spread) of a burst, as `arbiter.hw.divider` makes them."""
    samples = sorted(converter.code(share, chance) for _ in range(SAMPLES))
    return samples[SAMPLES // 2], samples[-2] - samples[1]


def share_of(
    kind: int, chance: random.Random, contact: float = converter.MOST_CONTACT_OHMS
) -> float:
    """The voltage that a piece of that kind gives, in one of all boxes, on one of all days."""
    divider = converter.divider(chance)
    warmed = divider._replace(pull_up=divider.pull_up * (1 + chance.uniform(-_HEAT, _HEAT)))
    own = converter.part(RESISTORS[kind - 1], chance) * (1 + chance.uniform(-_HEAT, _HEAT))
    return warmed.share(own + chance.uniform(0, contact))


def tally(reads: int, seed: int, contact: float = converter.MOST_CONTACT_OHMS) -> Tally:
    """Read so many pieces, each kind as often as the next, by contacts of up to so many ohms."""
    chance = random.Random(seed)
    unseated = wrong = 0
    nearest = resistors.LEVELS
    reader = resistors.ResistorReader(driver=None)
    for number in range(reads):
        kind = pieces.KINDS[number % len(pieces.KINDS)]
        median, spread = burst(share_of(kind, chance, contact), chance)
        contents = reader.judge(median, spread)
        if contents == pieces.UNSEATED:
            unseated += 1
        elif contents != kind:
            wrong += 1
        nearest = min(nearest, _margin(median, kind))
    return Tally(seed, reads, unseated, wrong, nearest)


def _margin(median: int, kind: int) -> int:
    """LSB to the nearer guard band of the kind's window; negative within the band or beyond."""
    low, high = resistors.THRESHOLDS[kind - 1 : kind + 1]
    return min(median - low, high - median) - resistors.GUARD


def main(words: Sequence[str] | None = None) -> int:
    """Print the tally; returns 1 if a read was wrong."""
    parser = argparse.ArgumentParser("python -m arbiter_sim.montecarlo", description=__doc__)
    parser.add_argument("--reads", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--contact", type=float, default=converter.MOST_CONTACT_OHMS)
    options = parser.parse_args(words)
    print(f"seed {options.seed}", flush=True)
    result = tally(options.reads, options.seed, options.contact)
    print(result)
    return 1 if result.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
