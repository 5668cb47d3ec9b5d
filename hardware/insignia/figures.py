"""The figure of each kind of piece, as polygons around (0, 0) in a field of 31 x 18 mm.

They tell kinds by shape and number, never by colour: stars for generals, suns for the field
officers, triangles for the other officers, chevrons for sergeant and private, eyes for the agent.
"""

from __future__ import annotations

from math import cos, pi, sin

from arbiter import pieces
from hardware.insignia.paper import Points

# A figure is a list of (outline, whether it is drawn in the ground's colour: a hole).
Figure = list[tuple[Points, bool]]


def figure(kind: int) -> Figure:
    """The figure of a kind; 0 is the test piece."""
    if kind and kind not in pieces.KINDS:
        raise ValueError(f"no kind of piece has the number {kind}")
    if 1 <= kind <= 5:
        return [(star, False) for star in _stars(6 - kind)]
    if 6 <= kind <= 8:
        return [part for x in _spread(9 - kind, 9.9) for part in _sun(x)]
    if 9 <= kind <= 11:
        return [(_triangle(x), False) for x in _spread(12 - kind, 10.0)]
    makers = {0: _target, 12: _sergeant, 13: _private, 14: _agent, 15: _flag}
    return makers[kind]()


def _spread(count: int, pitch: float) -> list[float]:
    return [(i - (count - 1) / 2) * pitch for i in range(count)]


def _ring(points: int, radius: float, x: float = 0.0, y: float = 0.0, turn: float = 0.0) -> Points:
    return tuple(
        (x + radius * sin(2 * pi * i / points + turn), y - radius * cos(2 * pi * i / points + turn))
        for i in range(points)
    )


def _spiky(spikes: int, outer: float, inner: float, x: float, y: float = 0.0) -> Points:
    points = []
    for i in range(2 * spikes):
        radius = inner if i % 2 else outer
        points.append((x + radius * sin(pi * i / spikes), y - radius * cos(pi * i / spikes)))
    return tuple(points)


def _stars(count: int) -> list[Points]:
    if count == 5:  # in a ring, so that five do not look like four at a glance
        return [_spiky(5, 3.3, 1.35, x, y) for x, y in _ring(5, 5.6)]
    return [_spiky(5, 3.8, 1.55, x) for x in _spread(count, 7.4)]


def _sun(x: float) -> Figure:
    return [(_spiky(8, 4.9, 3.0, x), False), (_ring(24, 2.4, x), True), (_ring(24, 1.5, x), False)]


def _triangle(x: float) -> Points:
    return ((x, -4.4), (x + 4.4, 4.0), (x - 4.4, 4.0))


def _chevron(y: float) -> Points:
    return ((-8, y + 4), (0, y), (8, y + 4), (8, y + 6.2), (0, y + 2.2), (-8, y + 6.2))


def _sergeant() -> Figure:
    return [(_chevron(y), False) for y in (-7.6, -3.4, 0.8)]


def _private() -> Figure:
    return [(_chevron(-3.2), False)]


def _eye(x: float) -> Figure:
    half = 6.2
    upper = [(x + half * t / 8, -3.6 * (1 - (t / 8) ** 2)) for t in range(-8, 9)]
    lower = [(px, -py) for px, py in reversed(upper[1:-1])]
    return [
        (tuple(upper + lower), False),
        (_ring(24, 2.6, x), True),
        (_ring(24, 1.5, x), False),
    ]


def _agent() -> Figure:
    return _eye(-7.2) + _eye(7.2)


def _flag() -> Figure:
    pole = ((-9.0, -8.5), (-7.6, -8.5), (-7.6, 8.5), (-9.0, 8.5))
    cloth = ((-7.0, -8.0), (9.5, -8.0), (6.0, -2.8), (9.5, 2.4), (-7.0, 2.4))
    return [(pole, False), (cloth, False), (_spiky(8, 3.2, 1.9, -1.6, -2.8), True)]


def _target() -> Figure:
    return [
        (_ring(32, 8), False),
        (_ring(32, 6), True),
        (_ring(32, 4), False),
        (_ring(32, 2), True),
    ]
