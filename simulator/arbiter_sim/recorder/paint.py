"""From what a light emits to what a screen must show."""

from __future__ import annotations

from arbiter_sim.recorder.track import Pixel

# A light's value is linear power and the eye is not: without this, a dim light would be invisible.
_GAMMA = 1 / 2.2
# A box whose lights are all dim is shown dim, not scaled up to full white.
_FLOOR = 32


def shown(px: Pixel, brightest: int) -> Pixel:
    """The screen's RGB for a light; ``brightest`` is the highest value of the recording."""
    white = max(brightest, _FLOOR)
    r, g, b = (round(255 * min(c / white, 1.0) ** _GAMMA) for c in px)
    return r, g, b


def hexa(colour: Pixel) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
