"""A log as a picture (SVG): when each battle was, how it ended, and how often each ending was."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from xml.sax.saxutils import escape

from arbiter import rules
from arbiter_host import states
from arbiter_host.logbook.records import Battle, Book

_WIDTH, _ROW, _TOP, _BOTTOM = 860, 34, 56, 44
_TIME = (250, 640)  # the columns of the time axis
_BARS = (664, 800)
_INK, _FAINT = "#2b2b2b", "#d9d4cb"
_COLOURS = {
    rules.RED: "#c0392b",
    rules.BLUE: "#2456c8",
    rules.TIE: "#6d6d6d",
    rules.RED_CAPTURES: "#c0392b",
    rules.BLUE_CAPTURES: "#2456c8",
    rules.FLAG_DUEL: "#6d6d6d",
}


def svg(book: Book) -> str:
    """A row for each verdict class: its battles along the time, then their number as a bar."""
    height = _TOP + _ROW * len(rules.CLASSES) + _BOTTOM
    counts = Counter(battle.cls for battle in book.battles)
    most = max(counts.values(), default=1)
    parts = [_head(height), _title(book)]
    for number, cls in enumerate(rules.CLASSES):
        y = _TOP + _ROW * number + _ROW // 2
        parts.append(_text(20, y + 5, states.CLASSES[cls].split(":")[0]))
        parts.append(f'<line x1="{_TIME[0]}" x2="{_TIME[1]}" y1="{y}" y2="{y}" stroke="{_FAINT}"/>')
        parts += [_mark(x, y, cls) for x in _places(book.battles, cls)]
        parts.append(_bar(y, counts[cls], most, _COLOURS[cls]))
    return "\n".join([*parts, *_axis(book.battles, height), "</svg>\n"])


def _head(height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'font-family="sans-serif" font-size="14" fill="{_INK}">\n'
        f'<rect width="{_WIDTH}" height="{height}" fill="#faf8f4"/>'
    )


def _title(book: Book) -> str:
    sessions = len(book.started)
    words = (
        f"{len(book.battles)} battles in {sessions} session{'' if sessions == 1 else 's'},"
        f" {len(book.called_off)} called off"
    )
    return f'<text x="20" y="32" font-size="18">{words}</text>'


def _places(battles: list[Battle], cls: str) -> list[float]:
    return [_x(battle, battles) for battle in battles if battle.cls == cls]


def _x(battle: Battle, battles: list[Battle]) -> float:
    first, last = _span(battles)
    length = (last - first).total_seconds()
    share = (_when(battle) - first).total_seconds() / length if length else 0.5
    return _TIME[0] + share * (_TIME[1] - _TIME[0])


def _span(battles: list[Battle]) -> tuple[datetime, datetime]:
    times = [_when(battle) for battle in battles]
    return min(times), max(times)


def _when(battle: Battle) -> datetime:
    return datetime.fromisoformat(battle.at)


def _mark(x: float, y: int, cls: str) -> str:
    """A captured Flag is a diamond, so that the shape tells it without its row."""
    colour = _COLOURS[cls]
    if rules.captures(cls):
        return f'<path d="M{x:.1f} {y - 8}l8 8l-8 8l-8 -8z" fill="{colour}" fill-opacity=".75"/>'
    return f'<circle cx="{x:.1f}" cy="{y}" r="6" fill="{colour}" fill-opacity=".75"/>'


def _bar(y: int, count: int, most: int, colour: str) -> str:
    length = (_BARS[1] - _BARS[0]) * count / most
    bar = f'<rect x="{_BARS[0]}" y="{y - 9}" width="{length:.1f}" height="18" fill="{colour}"/>'
    return bar + _text(_BARS[0] + length + 8, y + 5, str(count))


def _axis(battles: list[Battle], height: int) -> list[str]:
    """When the first battle was, and the last."""
    if not battles:
        return []
    first, last = _span(battles)
    y = height - 18
    return [
        _text(_TIME[0], y, f"{first:%d %b %H:%M}"),
        f'<text x="{_TIME[1]}" y="{y}" text-anchor="end">{last:%d %b %H:%M}</text>',
    ]


def _text(x: float, y: float, words: str) -> str:
    return f'<text x="{x:.1f}" y="{y}">{escape(words)}</text>'
