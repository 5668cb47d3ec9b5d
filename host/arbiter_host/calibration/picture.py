"""A calibration as a picture (SVG): each slot's levels in their windows, with the margins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from arbiter import resistors
from arbiter_host.calibration.job import MV_PER_LSB
from arbiter_host.calibration.resistors import Row

_WIDTH, _ROW, _TOP, _GAP = 900, 22, 58, 66
_AXIS = (170, 760)
_INK, _FAINT, _GUARD, _WRONG = "#2b2b2b", "#d9d4cb", "#f0c9a6", "#c0392b"
_COLOURS = {"red": "#c0392b", "blue": "#2456c8"}
_TICKS = range(0, resistors.LEVELS + 1, 512)


def svg(slots: Mapping[str, Sequence[Row]]) -> str:
    """A panel for each slot, a row for each kind; levels in LSB below, in mV above."""
    parts, y = [], _TOP
    for slot, rows in slots.items():
        parts += _panel(slot, rows, y)
        y += _ROW * len(rows) + _GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y}" '
        f'font-family="sans-serif" font-size="13" fill="{_INK}">\n'
        f'<rect width="{_WIDTH}" height="{y}" fill="#faf8f4"/>'
    )
    return "\n".join([head, *parts, "</svg>\n"])


def _panel(slot: str, rows: Sequence[Row], top: int) -> list[str]:
    bottom = top + _ROW * len(rows)
    parts = [_text(20, top - 8, f"{slot} slot", "start", 16), *_ticks(top, bottom)]
    parts.append(_text(_WIDTH - 20, top - 8, "margin"))
    for number, row in enumerate(rows):
        parts += _row(row, top + _ROW * number, _COLOURS[slot])
    return parts


def _ticks(top: int, bottom: int) -> list[str]:
    parts = []
    for lsb in _TICKS:
        x = _x(lsb)
        parts.append(f'<path d="M{x:.1f} {top}V{bottom}" stroke="{_FAINT}"/>')
        parts.append(_text(x, bottom + 16, str(lsb), "middle", 11))
        parts.append(_text(x, top - 8, f"{lsb * MV_PER_LSB:.0f} mV", "middle", 11))
    return parts


def _row(row: Row, y: int, colour: str) -> list[str]:
    """The window with its guard bands, the level as a mark, the margin in words."""
    low, high = row.window
    middle = y + _ROW // 2
    parts = [
        _text(_AXIS[0] - 12, middle + 5, row.piece),
        _bar(low, high, y, _GUARD),
        _bar(low + resistors.GUARD, high - resistors.GUARD, y, "#e3ead9"),
    ]
    if row.level is None or row.margin is None:
        return [*parts, _text(_WIDTH - 20, middle + 5, "not measured")]
    fill = colour if row.margin > 0 else _WRONG
    margin = f"{row.margin} LSB, {row.margin * MV_PER_LSB:.0f} mV"
    return [
        *parts,
        f'<circle cx="{_x(row.level):.1f}" cy="{middle}" r="4" fill="{fill}"/>',
        _text(_WIDTH - 20, middle + 5, margin),
    ]


def _bar(low: float, high: float, y: int, fill: str) -> str:
    width = _x(high) - _x(low)
    return (
        f'<rect x="{_x(low):.1f}" y="{y + 4}" width="{width:.1f}" height="{_ROW - 8}" '
        f'fill="{fill}"/>'
    )


def _x(lsb: float) -> float:
    return _AXIS[0] + lsb / resistors.LEVELS * (_AXIS[1] - _AXIS[0])


def _text(x: float, y: float, words: str, anchor: str = "end", size: int = 13) -> str:
    style = f'text-anchor="{anchor}" font-size="{size}"'
    return f'<text x="{x:.1f}" y="{y}" {style}>{escape(words)}</text>'
