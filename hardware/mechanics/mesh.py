"""Binary STL files read back as they will be printed, with the checks that need no CAD program.

A mesh is a list of triangles, a triangle three points of (x, y, z) in mm.
"""

from __future__ import annotations

import struct
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

Point = tuple[float, float, float]
Triangle = tuple[Point, Point, Point]
Mesh = list[Triangle]

_HEADER = 84
_RECORD = struct.Struct("<12fH")


@dataclass(frozen=True)
class Ceiling:
    """A connected flat or shallow overhang above the bed, as a slicer would bridge it."""

    height: float
    span: float  # the shorter side of the rectangle around it
    area: float


def read_stl(path: Path) -> Mesh:
    """Read a binary STL; a file of another length than its count of triangles raises."""
    data = path.read_bytes()
    count = struct.unpack_from("<I", data, _HEADER - 4)[0] if len(data) >= _HEADER else 0
    if len(data) != _HEADER + count * _RECORD.size or not count:
        raise ValueError(f"{path.name} is no whole binary STL file")
    mesh = []
    for record in _RECORD.iter_unpack(data[_HEADER:]):
        v = [round(c, 5) + 0.0 for c in record[3:12]]
        mesh.append(((v[0], v[1], v[2]), (v[3], v[4], v[5]), (v[6], v[7], v[8])))
    return mesh


def open_edges(mesh: Mesh) -> int:
    """How many edges have not exactly one triangle on each side: 0 means closed and watertight."""
    seen: Counter[tuple[Point, Point]] = Counter()
    for a, b, c in mesh:
        if len({a, b, c}) == 3:  # a triangle that rounding made flat has no area to close
            seen.update(((a, b), (b, c), (c, a)))
    return sum(n != seen.get((b, a), 0) or n != 1 for (a, b), n in seen.items())


def bodies(mesh: Mesh) -> int:
    """How many pieces the mesh falls into."""
    leader: dict[Point, Point] = {}

    def find(point: Point) -> Point:
        while leader.setdefault(point, point) != point:
            leader[point] = leader[leader[point]]
            point = leader[point]
        return point

    for a, b, c in mesh:
        leader[find(a)] = find(b)
        leader[find(b)] = find(c)
    return len({find(point) for point in list(leader)})


def volume(mesh: Mesh) -> float:
    """Enclosed volume in mm^3; negative if the surface is inside out."""
    return sum(_dot(a, _cross(b, c)) for a, b, c in mesh) / 6


def centre_of_mass(mesh: Mesh) -> Point:
    """Of the solid at even density."""
    total = [0.0, 0.0, 0.0]
    for a, b, c in mesh:
        part = _dot(a, _cross(b, c)) / 24
        for axis in range(3):
            total[axis] += part * (a[axis] + b[axis] + c[axis])
    whole = volume(mesh)
    return (total[0] / whole, total[1] / whole, total[2] / whole)


def area(mesh: Mesh) -> float:
    """Surface in mm^2."""
    return sum(_length(_cross(_minus(b, a), _minus(c, a))) for a, b, c in mesh) / 2


def bounds(mesh: Mesh) -> tuple[Point, Point]:
    """Lowest and highest corner."""
    points = [point for triangle in mesh for point in triangle]
    low = tuple(min(point[axis] for point in points) for axis in range(3))
    high = tuple(max(point[axis] for point in points) for axis in range(3))
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def heights_at(mesh: Mesh, x: float, y: float) -> list[float]:
    """Where a vertical line meets the surface, lowest first."""
    hits = set()
    for a, b, c in mesh:
        whole = _side(a, b, c[0], c[1])
        if abs(whole) < 1e-12:
            continue
        u, v = _side(b, c, x, y) / whole, _side(c, a, x, y) / whole
        if u >= -1e-9 and v >= -1e-9 and u + v <= 1 + 1e-9:
            hits.add(round(u * a[2] + v * b[2] + (1 - u - v) * c[2], 4))
    return sorted(hits)


def ceilings(mesh: Mesh) -> list[Ceiling]:
    """Overhangs flatter than 45 degrees that do not lie on the bed, the mesh as it is printed."""
    floor = bounds(mesh)[0][2]
    hanging = []
    for triangle in mesh:
        a, b, c = triangle
        normal = _cross(_minus(b, a), _minus(c, a))
        size = _length(normal)
        if size > 1e-9 and normal[2] < -0.75 * size and max(q[2] for q in triangle) > floor + 0.05:
            hanging.append(triangle)
    return [_ceiling(group) for group in _connected(hanging)]


def _ceiling(group: Mesh) -> Ceiling:
    low, high = bounds(group)
    return Ceiling(low[2], min(high[0] - low[0], high[1] - low[1]), area(group))


def _connected(mesh: Mesh) -> list[Mesh]:
    groups: list[tuple[set[Point], Mesh]] = []
    for triangle in mesh:
        corners, members = set(triangle), [triangle]
        apart = []
        for points, triangles in groups:
            if corners & points:
                corners |= points
                members += triangles
            else:
                apart.append((points, triangles))
        groups = [*apart, (corners, members)]
    return [members for _, members in groups]


def _minus(a: Point, b: Point) -> Point:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _cross(a: Point, b: Point) -> Point:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _length(a: Point) -> float:
    return _dot(a, a) ** 0.5


def _side(a: Point, b: Point, x: float, y: float) -> float:
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
