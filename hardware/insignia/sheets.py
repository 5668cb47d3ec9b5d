"""Sheets of insignia to print to scale, for stickers or inlays: one for each army and paper.

Two sets. ``standard`` tells the armies by red and blue. ``colour_blind`` tells them by lightness
and pattern as well: dark figures on white within one heavy frame, against light figures on dark
within a double frame, and a striped or a dotted label for the back, which the opponent sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arbiter import pieces
from hardware.insignia.figures import figure
from hardware.insignia.paper import (
    PAPERS,
    Page,
    Polygon,
    Shape,
    Text,
    moved,
    rectangle,
    ruler,
    write_pdf,
    write_svg,
)
from hardware.mechanics.params import Params

ARMIES = ("red", "blue")
PLAY = 1.0  # a sticker is this much smaller than its recess
GAP = 2.5
COLUMNS = 4


@dataclass(frozen=True)
class Style:
    """How an army's stickers look."""

    ground: str
    ink: str
    frames: int
    pattern: str = ""  # of the back: "stripes" or "dots"; none in the standard set


# Vermilion and blue are the pair that Okabe and Ito's palette (Color Universal Design, 2008) keeps
# apart for every kind of colour vision; both are darkened here, for contrast with white.
STYLES = {
    "standard": {"red": Style("#b3261e", "#ffffff", 1), "blue": Style("#1f4e9e", "#ffffff", 1)},
    "colour_blind": {
        "red": Style("#ffffff", "#8f3f00", 1, "stripes"),
        "blue": Style("#003a5d", "#ffffff", 2, "dots"),
    },
}


def kinds_of_army() -> Iterator[int]:
    """The 21 pieces of an army by kind, and the test piece (0) at the end."""
    for kind in pieces.KINDS:
        yield from [kind] * pieces.COUNTS[kind - 1]
    yield 0


def sticker(p: Params, kind: int, style: Style) -> list[Shape]:
    """One sticker, its upper left corner at (0, 0)."""
    width, height = p.piece.sticker_width - PLAY, p.piece.sticker_height - PLAY
    shapes = _ground(width, height, style)
    for points, hole in figure(kind):
        shapes.append(Polygon(points, style.ground if hole else style.ink))
    figures = shapes[-len(figure(kind)) :]
    shapes[-len(figures) :] = moved(figures, width / 2, height / 2 - 2.6)
    name = pieces.NAMES[kind - 1] if kind else "test piece"
    return [*shapes, Text(width / 2, height - 3.4, name, 3.6, style.ink)]


def back(p: Params, style: Style) -> list[Shape]:
    """The label for the plain back: the same for every kind of an army."""
    width, height = p.piece.sticker_width - PLAY, p.piece.sticker_height - PLAY
    shapes = _ground(width, height, style)
    if style.pattern == "stripes":
        return shapes + [
            Polygon(((x, 4), (x + 3, 4), (x - 2, height - 4), (x - 5, height - 4)), style.ink)
            for x in _places(width + 2, 5)
        ]
    return shapes + [
        Polygon(_diamond(x, y, 1.8), style.ink)
        for x in _places(width, 5)
        for y in _places(height, 4)
    ]


def _places(length: float, count: int) -> list[float]:
    """Middles of ``count`` marks 6 mm apart, in the middle of ``length``."""
    return [length / 2 + 6 * (i - (count - 1) / 2) for i in range(count)]


def _diamond(x: float, y: float, size: float) -> tuple[tuple[float, float], ...]:
    return ((x, y - size), (x + size, y), (x, y + size), (x - size, y))


def _ground(width: float, height: float, style: Style) -> list[Shape]:
    shapes: list[Shape] = [
        Polygon(rectangle(0, 0, width, height), style.ground, "#777777", 0.1),
    ]
    for i in range(style.frames):
        inset = 1.2 + 1.2 * i
        frame = rectangle(inset, inset, width - 2 * inset, height - 2 * inset)
        shapes.append(Polygon(frame, None, style.ink, 0.9 if style.frames == 1 else 0.4))
    return shapes


def page(p: Params, labels: list[list[Shape]], paper: tuple[float, float], title: str) -> Page:
    """Labels in rows on a page with a title and a bar to check the scale."""
    sheet = Page(*paper)
    width, height = p.piece.sticker_width - PLAY, p.piece.sticker_height - PLAY
    left = (paper[0] - COLUMNS * width - (COLUMNS - 1) * GAP) / 2
    sheet.shapes.append(Text(paper[0] / 2, 14, title, 4.5))
    sheet.shapes += ruler(sheet, paper[0] / 2 - 50, 18)
    for i, label in enumerate(labels):
        x, y = left + i % COLUMNS * (width + GAP), 30 + i // COLUMNS * (height + GAP)
        sheet.shapes += moved(label, x, y)
    return sheet


def pages(p: Params, name: str, paper: str) -> dict[str, Page]:
    """The pages of a set on a paper, by what is on them."""
    out = {}
    for army in ARMIES:
        style = STYLES[name][army]
        title = f"The Generals: {army} army, {name.replace('_', '-')} set, {paper.upper()}"
        labels = [sticker(p, kind, style) for kind in kinds_of_army()]
        out[army] = page(p, labels, PAPERS[paper], title)
        if style.pattern:
            labels = [back(p, style)] * 22
            out[f"{army}_backs"] = page(p, labels, PAPERS[paper], f"{title}: backs")
    return out


def write_all(p: Params, folder: Path) -> list[Path]:
    """Every sheet as SVG, and every set and paper as one PDF."""
    written = []
    for name in STYLES:
        for paper in PAPERS:
            sheets = pages(p, name, paper)
            written.append(write_pdf(folder / f"{name}_{paper}.pdf", list(sheets.values())))
            for what, sheet in sheets.items():
                written.append(write_svg(folder / f"{name}_{what}_{paper}.svg", sheet))
    return written
