"""How lights and outlines are drawn in a terminal: by shape, so that colour is never needed."""

from __future__ import annotations

from dataclasses import dataclass

Pixel = tuple[int, int, int]

_DIM = 0.45  # of the recording's brightest light
_WHITE = 0.75  # the least share of the weakest channel in a white


@dataclass(frozen=True)
class Glyphs:
    dark: str
    dim: str
    white: str
    red: str
    blue: str
    amber: str
    gold: str
    note: str
    bar: tuple[str, str]
    frame: str  # corners and sides: top left, right, bottom left, right, horizontal, vertical
    slot: str
    piece: tuple[str, str]


UNICODE = Glyphs(
    "·", "○", "●", "▲", "▼", "◆", "★", "♪", ("━", "─"), "╭╮╰╯─│", "┌┐└┘─│", ("▗▄▄▄▖", "▐███▌")
)
ASCII = Glyphs(
    ".", "o", "O", "R", "B", "A", "*", "~", ("=", "-"), "++++-|", "++++-|", (".---.", "|###|")
)


def light(px: Pixel, brightest: int, glyphs: Glyphs) -> str:
    """The glyph of a light: its shape tells its colour."""
    r, g, b = px
    top = max(px)
    if top == 0:
        return glyphs.dark
    if min(px) >= _WHITE * top:
        return glyphs.dim if top < _DIM * brightest else glyphs.white
    if b == top:
        return glyphs.blue
    # Between red and yellow the share of green tells red, amber and gold.
    if g < 0.2 * r:
        return glyphs.red
    return glyphs.amber if g < 0.55 * r else glyphs.gold


def legend(glyphs: Glyphs) -> str:
    """One line that names every shape."""
    names = ("dark", "dim", "white", "red", "blue", "amber", "gold")
    return "   ".join(f"{getattr(glyphs, name)} {name}" for name in names)
