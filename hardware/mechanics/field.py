"""What the Hall switches see: the field of a piece's magnets, at its worst.

Lengths in mm, flux densities in mT. A magnet is a disc magnetised through its thickness; the
switches answer to either pole, so every bound here holds for any mixture of poles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import hypot, pi, sqrt

from hardware.mechanics.params import Params, contact_x

# TI DRV5032AJ (data sheet SLVSDC7H, 6.6): it operates at 9.5 mT at the latest, and never below
# 3.0 mT, the least release point of any sample.
OPERATES_MT = 9.5
NEVER_MT = 3.0

# Remanence of N35 (IEC 60404-8-1 and makers' tables), mT.  A stronger grade is refused by the
# numbers: its neighbours come too near to NEVER_MT.
WEAKEST_MT = 1170.0
STRONGEST_MT = 1220.0

# From the slot's skin down to the Hall element: air under the skin, then the element below the
# TO-92's face. The data sheet draws it in the body's middle; both figures are with room to spare.
AIR = (0.0, 0.2)
ELEMENT = (0.5, 1.0)
PRINT_Z = 0.1  # error of a printed floor's thickness, either way
# Each magnet against its sensor, mm: pocket 0.05, sensor's pocket 0.1, element 0.1; on top of
# the play of the whole piece in the slot.
PLACE_XY = 0.25
LIFT = 0.2  # dust or a rough floor under the piece


@dataclass(frozen=True)
class Margin:
    """Worst cases over all words, heights and tolerances, in mT unless said otherwise."""

    on: float  # the least that a switch over a magnet sees, piece seated
    off_seated: float  # the most that any other switch sees, piece seated
    off_moving: float  # the most that any other switch sees at any height of the piece
    silent_from: float  # mm above the seat from which no switch at all can operate

    @property
    def on_ratio(self) -> float:
        """How many times over the latest operate point."""
        return self.on / OPERATES_MT

    @property
    def off_ratio(self) -> float:
        """How many times under the least point at which any sample could operate."""
        return NEVER_MT / max(self.off_seated, self.off_moving)


def axial(rho: float, z: float, radius: float, thickness: float, remanence: float) -> float:
    """Axial flux density of a disc at ``rho`` from its axis, ``z`` below its lower face, in mT.

    The closed form of Derby and Olbert (Am. J. Phys. 78, 229, 2010) for an ideal solenoid, which
    is a uniformly magnetised cylinder.
    """
    near, far = z, z + thickness
    gamma = (radius - rho) / (radius + rho)

    def end(height: float) -> float:
        beyond = hypot(height, rho + radius)
        k = hypot(height, radius - rho) / beyond
        return height / beyond * _cel(k, gamma * gamma, 1.0, gamma)

    return remanence / pi * radius / (radius + rho) * (end(far) - end(near))


def _cel(k: float, p: float, c: float, s: float) -> float:
    """Bulirsch's general complete elliptic integral, for 0 < k and 0 < p."""
    p = sqrt(p) or 1e-12
    s /= p
    mean, product_ = 1.0, k
    while True:
        c, s = c + s / p, 2 * (s + c * product_ / p)
        p += product_ / p
        if abs(mean - k) <= mean * 1e-9:
            return pi / 2 * (s + c * (mean + k)) / ((mean + k) * (mean + k + p))
        root = sqrt(product_)
        k, mean = 2 * root, mean + k
        product_ = k * mean


def gaps(p: Params) -> tuple[float, float]:
    """Least and greatest distance from a seated piece's magnets to the Hall elements."""
    floors = p.base.floor + p.slot.floor
    return (
        floors - 2 * PRINT_Z + AIR[0] + ELEMENT[0],
        floors + 2 * PRINT_Z + AIR[1] + ELEMENT[1] + LIFT,
    )


def margin(p: Params, words: tuple[int, ...]) -> Margin:
    """The worst cases over ``words`` (ints of seven bits, contact 1 the highest)."""
    least, greatest = gaps(p)
    span = [greatest + 0.5 * i for i in range(20)]
    heights = [least, *span]
    return Margin(
        on=min(
            _over_magnet(p, word, i, z) for word, i in _bits(words, 1) for z in (least, greatest)
        ),
        off_seated=max(
            _most(p, word, i, z) for word, i in _bits(words, 0) for z in (least, greatest)
        ),
        off_moving=max(_most(p, word, i, z) for word, i in _bits(words, 0) for z in heights),
        silent_from=_silent_from(p, words, least),
    )


def _silent_from(p: Params, words: tuple[int, ...], least: float) -> float:
    """The lift above which no switch sees `NEVER_MT`, found in steps of 0.1 mm."""
    every = [(word, i) for bit in (0, 1) for word, i in _bits(words, bit)]
    tenths = 120
    while tenths and all(_most(p, word, i, least + tenths / 10) < NEVER_MT for word, i in every):
        tenths -= 1
    return (tenths + 1) / 10


def _bits(words: tuple[int, ...], bit: int) -> list[tuple[int, int]]:
    return [(w, i) for w, i in product(words, range(7)) if w >> (6 - i) & 1 == bit]


def _over_magnet(p: Params, word: int, i: int, z: float) -> float:
    """The least that sensor ``i`` sees over its own magnet: a weak one, all others against it."""
    play = hypot(p.slot.clearance, p.slot.clearance)
    own = abs(_of(p, play + PLACE_XY, z, WEAKEST_MT))
    return own - _most(p, word & ~(1 << (6 - i)), i, z)


def _most(p: Params, word: int, i: int, z: float) -> float:
    """The most that sensor ``i`` can see: strong magnets, every pole adding up."""
    there = [j for j in range(7) if word >> (6 - j) & 1]
    play = p.slot.clearance
    return max(sum(_at_most(p, i, j, z, dx) for j in there) for dx in (-play, 0.0, play))


def _at_most(p: Params, i: int, j: int, z: float, dx: float) -> float:
    """The field of magnet ``j`` at sensor ``i``, the piece ``dx`` to the right, at its worst."""
    xs = contact_x(p)
    distance = abs(xs[j] + dx - xs[i])
    offsets = (max(0.0, distance - PLACE_XY), distance, distance + PLACE_XY)
    return max(abs(_of(p, round(rho, 6), round(z, 6), STRONGEST_MT)) for rho in offsets)


def _of(p: Params, rho: float, z: float, remanence: float) -> float:
    return _cached(rho, z, p.magnet.diameter / 2, p.magnet.thickness, remanence)


_cached = lru_cache(maxsize=None)(axial)
