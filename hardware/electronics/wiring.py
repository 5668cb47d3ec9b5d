"""The wires of a block as segments, cut where something meets them, with their junctions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

Point = tuple[float, float]  # mm on the page
Segment = tuple[Point, Point]


def corners(stops: list[Point]) -> list[Segment]:
    """Segments along the stops; a slanted one becomes a level and then an upright one."""
    segments = []
    for start, end in pairwise(stops):
        bend = (end[0], start[1])
        segments += [(a, b) for a, b in ((start, bend), (bend, end)) if a != b]
    return segments


def cut(segments: Iterable[Segment], points: Iterable[Point]) -> list[Segment]:
    """The segments, cut at every point that lies on them and at each other's ends."""
    segments = list(dict.fromkeys(segments))
    marks = set(points) | {point for segment in segments for point in segment}
    pieces = []
    for start, end in segments:
        inside = sorted(point for point in marks if _within(point, start, end))
        inside.sort(key=lambda p: abs(p[0] - start[0]) + abs(p[1] - start[1]))
        pieces += list(pairwise([start, *inside, end]))
    return pieces


def _within(point: Point, start: Point, end: Point) -> bool:
    low, high = sorted((start, end))
    on_line = point[0] == low[0] == high[0] or point[1] == low[1] == high[1]
    return on_line and low < point < high and low[1] <= point[1] <= high[1]


def junctions(segments: list[Segment], pins: Iterable[Point]) -> list[Point]:
    """Where three or more ends meet."""
    ends = Counter(point for segment in segments for point in segment)
    ends.update(point for point in set(pins) if point in ends)
    return sorted(point for point, count in ends.items() if count > 2)


def clusters(segments: list[Segment], points: Iterable[Point]) -> dict[Point, Point]:
    """For every point, one that stands for all that it is wired to."""
    root = {point: point for point in points}
    for segment in segments:
        for point in segment:
            root.setdefault(point, point)

    def find(point: Point) -> Point:
        while root[point] != point:
            point = root[point]
        return point

    for start, end in segments:
        root[find(start)] = find(end)
    return {point: find(point) for point in root}
