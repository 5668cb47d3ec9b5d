"""Pages of polygons and text, to scale, written as SVG and PDF from one description.

Lengths in mm, y downwards from the page's upper left corner.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from xml.sax.saxutils import escape

A4 = (210.0, 297.0)
LETTER = (215.9, 279.4)
PAPERS = {"a4": A4, "letter": LETTER}

Points = tuple[tuple[float, float], ...]
_MM_PER_POINT = 25.4 / 72


@dataclass(frozen=True)
class Polygon:
    """A closed outline; colours as ``#rrggbb``, or None for no filling or no line."""

    points: Points
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.2


@dataclass(frozen=True)
class Text:
    """One line centred on ``x``, its baseline at ``y``; ``size`` is the em of its letters."""

    x: float
    y: float
    text: str
    size: float
    colour: str = "#000000"


Shape = Polygon | Text


@dataclass
class Page:
    """A page and what is on it; ``window`` (x, y, width, height) cuts off all that is outside."""

    width: float
    height: float
    shapes: list[Shape] = field(default_factory=list)
    window: tuple[float, float, float, float] | None = None


def moved(shapes: Iterable[Shape], dx: float, dy: float) -> list[Shape]:
    """The same shapes elsewhere."""
    out: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Polygon):
            points = tuple((x + dx, y + dy) for x, y in shape.points)
            out.append(replace(shape, points=points))
        else:
            out.append(replace(shape, x=shape.x + dx, y=shape.y + dy))
    return out


def rectangle(x: float, y: float, width: float, height: float) -> Points:
    """Corners of an upright rectangle from its upper left one."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def ruler(page: Page, x: float, y: float) -> list[Shape]:
    """A bar of exactly 100 mm, to see whether the printer kept the scale."""
    bar = Polygon(rectangle(x, y, 100, 1.5), "#000000")
    note = (
        f"This bar must measure 100 mm: print at 100 %, not fitted to the page ({page.width:g} mm)"
    )
    return [bar, Text(x + 50, y + 5, note, 2.6)]


def write_svg(path: Path, page: Page) -> Path:
    """The page as an SVG of its true size."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{page.width:g}mm" '
        f'height="{page.height:g}mm" viewBox="0 0 {page.width:g} {page.height:g}">'
    ]
    lines += [_svg(shape) for shape in page.shapes]
    text = "\n".join([*lines, "</svg>", ""])
    return _whole(path, lambda scratch: scratch.write_text(text, encoding="utf-8"))


def write_pdf(path: Path, pages: list[Page]) -> Path:
    """All pages as one PDF, the same bytes each time."""
    from fpdf import FPDF  # needed for PDF alone, so that the drawings can be had without it

    pdf = FPDF(unit="mm")
    pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    pdf.set_auto_page_break(False)
    for page in pages:
        pdf.add_page(format=(page.width, page.height))
        if page.window is None:
            _paint(pdf, page)
        else:
            with pdf.rect_clip(*page.window):
                _paint(pdf, page)
    return _whole(path, lambda scratch: pdf.output(str(scratch)))


def _whole(path: Path, write: Callable[[Path], object]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(path.name + ".tmp")
    try:
        write(scratch)
        os.replace(scratch, path)
    finally:
        scratch.unlink(missing_ok=True)
    return path


def _svg(shape: Shape) -> str:
    if isinstance(shape, Text):
        return (
            f'<text x="{shape.x:.3f}" y="{shape.y:.3f}" font-size="{shape.size:g}" '
            f'fill="{shape.colour}" font-family="Helvetica, Arial, sans-serif" '
            f'font-weight="bold" text-anchor="middle">{escape(shape.text)}</text>'
        )
    points = " ".join(f"{x:.3f},{y:.3f}" for x, y in shape.points)
    stroke = f'stroke="{shape.stroke}" stroke-width="{shape.width:g}" ' if shape.stroke else ""
    return f'<polygon points="{points}" fill="{shape.fill or "none"}" {stroke}/>'


def _paint(pdf, page: Page) -> None:  # type: ignore[no-untyped-def]
    for shape in page.shapes:
        if isinstance(shape, Text):
            pdf.set_font("helvetica", "B", shape.size / _MM_PER_POINT)
            pdf.set_text_color(*_rgb(shape.colour))
            pdf.text(shape.x - pdf.get_string_width(shape.text) / 2, shape.y, shape.text)
            continue
        if shape.fill:
            pdf.set_fill_color(*_rgb(shape.fill))
        if shape.stroke:
            pdf.set_draw_color(*_rgb(shape.stroke))
            pdf.set_line_width(shape.width)
        style = ("D" if shape.stroke else "") + ("F" if shape.fill else "")
        pdf.polygon(shape.points, style=style)


def _rgb(colour: str) -> tuple[int, int, int]:
    return (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16))
