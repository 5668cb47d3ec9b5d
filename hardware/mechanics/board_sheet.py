"""The playing board of 9 x 8 squares as sheets: whole for a plotter or a laser, and in four tiles.

The squares of each side's first three ranks are marked by a pattern of short lines, not by
colour, so that a black printer or a laser does as well.
"""

from __future__ import annotations

from pathlib import Path

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

FILES, RANKS, HOME_RANKS = 9, 8, 3
INK = "#000000"
SPLIT = 5  # files on the left tiles; the others are on the right ones


def size(p: Params) -> tuple[float, float]:
    """Width and depth of the whole board, in mm."""
    margin = 2 * p.board.margin
    return FILES * p.board.cell_width + margin, RANKS * p.board.cell_depth + margin


def drawing(p: Params) -> list[Shape]:
    """The whole board; blue's side is the upper one, red's the lower."""
    width, depth, margin = p.board.cell_width, p.board.cell_depth, p.board.margin
    shapes: list[Shape] = []
    for rank in range(RANKS):
        for file in range(FILES):
            x, y = margin + file * width, margin + (RANKS - 1 - rank) * depth
            shapes.append(Polygon(rectangle(x, y, width, depth), None, INK, 0.4))
            shapes += _home_mark(x, y, width, depth, rank)
    middle = margin + RANKS / 2 * depth
    shapes.append(Polygon(rectangle(margin, middle - 0.6, FILES * width, 1.2), INK))
    frame = rectangle(margin - 2, margin - 2, FILES * width + 4, RANKS * depth + 4)
    return [*shapes, Polygon(frame, None, INK, 0.8), *_names(p)]


def _home_mark(x: float, y: float, width: float, depth: float, rank: int) -> list[Shape]:
    """A small mark in a home square: a triangle that points at the enemy."""
    if HOME_RANKS <= rank < RANKS - HOME_RANKS:
        return []
    up = -1 if rank < HOME_RANKS else 1
    cx, cy = x + width / 2, y + depth / 2
    points = ((cx - 2.2, cy - up * 1.4), (cx + 2.2, cy - up * 1.4), (cx, cy + up * 2.2))
    return [Polygon(points, None, INK, 0.3)]


def _names(p: Params) -> list[Shape]:
    margin, (width, depth) = p.board.margin, size(p)
    names: list[Shape] = []
    for file in range(FILES):
        x = margin + (file + 0.5) * p.board.cell_width
        for y in (margin - 3.6, depth - margin + 6.6):
            names.append(Text(x, y, "ABCDEFGHI"[file], 4, INK))
    for rank in range(RANKS):
        y = depth - margin - (rank + 0.5) * p.board.cell_depth + 1.4
        for x in (margin - 5.5, width - margin + 5.5):
            names.append(Text(x, y, str(rank + 1), 4, INK))
    return names


def tiles(p: Params, paper: tuple[float, float]) -> list[Page]:
    """Four landscape pages that meet at the edge of a file and at the middle line."""
    across, down = paper[1], paper[0]
    width, depth = size(p)
    cut_x = p.board.margin + SPLIT * p.board.cell_width
    pages = []
    for top, low in ((0.0, depth / 2), (depth / 2, depth)):
        for left, right in ((0.0, cut_x), (cut_x, width)):
            dx, dy = (across - right + left) / 2 - left, (down - low + top) / 2 - top
            window = (left + dx, top + dy, right - left, low - top)
            page = Page(across, down, moved(drawing(p), dx, dy), window)
            pages.append(page)
    return pages


def write_all(p: Params, folder: Path) -> list[Path]:
    """The whole board as SVG and PDF, and the tiles as one PDF for each paper."""
    whole = Page(*size(p), drawing(p))
    written = [
        write_svg(folder / "board_whole.svg", whole),
        write_pdf(folder / "board_whole.pdf", [whole]),
    ]
    for name, paper in PAPERS.items():
        note = Page(paper[1], paper[0])
        note.shapes += ruler(note, paper[1] / 2 - 50, paper[0] / 2)
        note.shapes.append(
            Text(paper[1] / 2, paper[0] / 2 - 8, "Playing board: four tiles follow", 6)
        )
        written.append(write_pdf(folder / f"board_{name}.pdf", [note, *tiles(p, paper)]))
    return written
