"""The stripboard as a drawing, seen from the parts' side: strips are behind the board."""

from __future__ import annotations

from hardware.electronics.stripboard import COLUMNS, CUTS, LINKS, PARTS, PICO, ROWS, Item

_PITCH = 24.0  # pixels a hole
Place = tuple[float, float]  # row and column, in holes
_COLOURS = {
    "U": "#2e7d32",
    "J": "#37474f",
    "R": "#c89b5a",
    "D": "#333",
    "Q": "#222",
    "C": "#1565c0",
}


def _at(hole: Place) -> tuple[float, float]:
    return (hole[1] + 0.5) * _PITCH, (hole[0] + 0.5) * _PITCH


def _text(x: float, y: float, text: str, size: float, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" {more}>{text}</text>'


def _line(one: Place, other: Place, colour: str, width: float) -> str:
    (x1, y1), (x2, y2) = _at(one), _at(other)
    ends = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'


def _strips() -> list[str]:
    shapes = []
    for row in range(1, ROWS + 1):
        shapes.append(_line((row, 1), (row, COLUMNS), "#e3b98a", 16))
        x, y = _at((row, 0))
        shapes.append(_text(x, y + 4, str(row), 11, 'text-anchor="middle"'))
        for column in range(1, COLUMNS + 1):
            x, y = _at((row, column))
            shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="2.5" fill="#fff"/>')
    for column in range(1, COLUMNS + 1):
        x, y = _at((0, column))
        shapes.append(_text(x, y + 8, str(column), 11, 'text-anchor="middle"'))
    return shapes


def _part(item: Item) -> list[str]:
    colour = _COLOURS[item.ref[0]]
    shapes = [] if item is PICO else [_line(item.holes[0], item.holes[-1], colour, 9)]
    for hole, label in zip(item.holes, item.labels or [""] * len(item.holes), strict=True):
        x, y = _at(hole)
        shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="4.5" fill="{colour}" stroke="#fff"/>')
        side = (-9, "end") if hole[1] < 10 else (9, "start")
        shapes.append(_text(x + side[0], y + 4, label, 10, f'text-anchor="{side[1]}"'))
    if item is not PICO:
        x, y = _at(min(item.holes))  # the uppermost, or the part would lie on its own name
        # Parts in a row of columns would print their names over each other on one side.
        anchor = "end" if item.ref in ("Q1", "R1", "D2", "C1") else "start"
        name = f"{item.ref} {item.value}"
        shapes.append(
            _text(x + (4 if anchor == "end" else -4), y - 8, name, 10, f'text-anchor="{anchor}"')
        )
    return shapes


def _pico() -> list[str]:
    left, top = _at((0, 9))
    right, bottom = _at((21, 18))
    box = f'x="{left:g}" y="{top + 8:g}" width="{right - left:g}" height="{bottom - top - 16:g}"'
    shape = f'<rect {box} rx="6" fill="#2e7d32" fill-opacity="0.25" stroke="#2e7d32"/>'
    x, y = _at((10.5, 13.7))
    return [shape, _text(x, y + 4, "Pico, USB up", 12)]


def draw() -> str:
    """The picture as SVG."""
    width, height = (COLUMNS + 4) * _PITCH, (ROWS + 2) * _PITCH
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
    body = [f'{head} font-family="sans-serif"><rect width="100%" height="100%" fill="#fff"/>']
    body += _strips() + _pico()
    body += [_line(one, other, "#d32f2f", 3) for one, other in LINKS]
    for cut in CUTS:
        x, y = _at(cut)
        body.append(f'<rect x="{x - 7:g}" y="{y - 9:g}" width="14" height="18" fill="#fff"/>')
        body.append(_text(x, y + 4, "cut", 8, 'text-anchor="middle"'))
    for item in PARTS:
        body += _part(item)
    return "\n".join([*body, "</svg>"]) + "\n"
