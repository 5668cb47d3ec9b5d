"""Route the board: signals by the maze router, ground by a pour on both sides, sewn by vias.

``python -m hardware.electronics.route PLACED ROUTED``, by the Python that has ``pcbnew``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import atan2, cos, hypot, pi, sin
from pathlib import Path
from typing import Any

import pcbnew

from hardware.electronics.maze import BLOCKED, Maze, negotiate
from hardware.electronics.place import (
    CLEARANCE_MM,
    DRILL_MM,
    EDGE_MM,
    TRACK_MM,
    VIA_MM,
    place,
    point,
)
from hardware.electronics.placement import HEIGHT_MM, WIDTH_MM

GRID_MM = 0.25
_SLACK_MM = 0.05  # a diagonal step passes nearer to a corner than its two ends are
_STITCH_MM = 2.5
_ROUNDS = 60
_GROUND = "GND"
_LAYERS = (pcbnew.F_Cu, pcbnew.B_Cu)
# Nets that carry the box's whole current, and the widths to try for them, in mm.
_HEAVY = ("BAT+", "BAT_FUSED", "VS", "VSYS", "VPIX")
_HEAVY_WIDTHS = (1.0, 0.8, 0.6, 0.45)


def _cells(maze: Maze, x0: float, y0: float, x1: float, y1: float, reach: float) -> Iterator[int]:
    """Cells nearer than ``reach`` to a rectangle; all in mm from the board's corner."""
    for row in range(int((y0 - reach) / GRID_MM), int((y1 + reach) / GRID_MM) + 2):
        for column in range(int((x0 - reach) / GRID_MM), int((x1 + reach) / GRID_MM) + 2):
            x, y = column * GRID_MM, row * GRID_MM
            if 0 <= row < maze.rows and 0 <= column < maze.columns:
                gap = hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1))
                if gap < reach:
                    yield row * maze.columns + column


def _box(item: Any) -> tuple[float, float, float, float]:
    """A pad's or track's rectangle, in mm from the board's corner."""
    zero = point(0, 0)
    box = item.GetBoundingBox()
    left, top = box.GetLeft() - zero.x, box.GetTop() - zero.y
    right, bottom = box.GetRight() - zero.x, box.GetBottom() - zero.y
    return pcbnew.ToMM(left), pcbnew.ToMM(top), pcbnew.ToMM(right), pcbnew.ToMM(bottom)


def build_maze(board: Any) -> Maze:
    """The grid with every pad, hole and edge as an obstacle to all nets but its own."""
    columns, rows = int(WIDTH_MM / GRID_MM) + 1, int(HEIGHT_MM / GRID_MM) + 1
    widths = (TRACK_MM, (TRACK_MM + VIA_MM) / 2, VIA_MM)
    spacing = [(width + CLEARANCE_MM) / GRID_MM for width in widths]
    maze = Maze(columns, rows, (spacing[0], spacing[1], spacing[2]))
    _block_edges(maze)
    for footprint in board.GetFootprints():
        for pad in footprint.Pads():
            _add_obstacle(maze, pad, pad.HasHole())
    for track in board.GetTracks():
        _add_obstacle(maze, track, isinstance(track, pcbnew.PCB_VIA))
    return maze


def _block_edges(maze: Maze) -> None:
    for cell in range(maze.cells):
        row, column = divmod(cell, maze.columns)
        x, y = column * GRID_MM, row * GRID_MM
        gap = min(x, y, WIDTH_MM - x, HEIGHT_MM - y)
        if gap < EDGE_MM + TRACK_MM / 2:
            maze.track_owner[cell] = maze.track_owner[cell + maze.cells] = BLOCKED
        if gap < EDGE_MM + VIA_MM / 2:
            maze.via_owner[cell] = BLOCKED


def _add_obstacle(maze: Maze, item: Any, drilled: bool) -> None:
    net = item.GetNetCode() if item.GetNetname() else BLOCKED
    clear = CLEARANCE_MM + _SLACK_MM
    for index, layer in enumerate(_LAYERS):
        if item.IsOnLayer(layer) or drilled:
            for cell in _cells(maze, *_box(item), clear + TRACK_MM / 2):
                maze.claim(maze.track_owner, cell + index * maze.cells, net)
    for cell in _cells(maze, *_box(item), clear + VIA_MM / 2):
        # Nor its own net: a via in a pad drinks its solder, one beside a hole breaks a drill.
        maze.via_owner[cell] = BLOCKED


def _pins(maze: Maze, board: Any, net_code: int) -> list[list[int]]:
    """The nodes of each pad of a net: on both layers where it is drilled."""
    pins = []
    for pad in board.GetPads():
        if pad.GetNetCode() == net_code:
            cell = _nearest(maze, pad)
            layers = [i for i, layer in enumerate(_LAYERS) if pad.IsOnLayer(layer)]
            pins.append([cell + layer * maze.cells for layer in layers])
    return pins


def _nearest(maze: Maze, pad: Any) -> int:
    zero, at = point(0, 0), pad.GetPosition()
    column = round(pcbnew.ToMM(at.x - zero.x) / GRID_MM)
    row = round(pcbnew.ToMM(at.y - zero.y) / GRID_MM)
    return row * maze.columns + column


def route_signals(board: Any) -> None:
    """Lay the tracks of every net but ground."""
    maze = build_maze(board)
    names = {code: str(net.GetNetname()) for code, net in board.GetNetsByNetcode().items()}
    jobs = {c: _pins(maze, board, c) for c, name in names.items() if name and name != _GROUND}
    # Short nets first: they have the fewest ways round.
    order = sorted((c for c in jobs if len(jobs[c]) > 1), key=lambda c: _span(maze, jobs[c]))
    laid = negotiate(maze, {code: jobs[code] for code in order}, _ROUNDS)
    for code, paths in laid.items():
        for path in paths:
            _draw(board, maze, code, path)
    _join_pads(board, maze)


def _span(maze: Maze, pins: list[list[int]]) -> int:
    spots = [divmod(pin[0] % maze.cells, maze.columns) for pin in pins]
    return sum(max(axis) - min(axis) for axis in zip(*spots, strict=True))


def _at(maze: Maze, node: int) -> Any:
    row, column = divmod(node % maze.cells, maze.columns)
    return point(column * GRID_MM, row * GRID_MM)


def _draw(board: Any, maze: Maze, net_code: int, path: list[int]) -> None:
    """A path as straight tracks, with a via where it changes the layer."""
    start = path[0]
    for here, after, beyond in zip(path, path[1:], [*path[2:], -1], strict=False):
        if abs(after - here) == maze.cells:
            _add_via(board, _at(maze, here), net_code)
            start = after
        elif beyond - after != after - here:
            _add_track(board, _at(maze, start), _at(maze, after), here // maze.cells, net_code)
            start = after


def _add_track(board: Any, start: Any, end: Any, layer: int, net_code: int) -> None:
    track = pcbnew.PCB_TRACK(board)
    track.SetStart(start)
    track.SetEnd(end)
    track.SetWidth(pcbnew.FromMM(TRACK_MM))
    track.SetLayer(_LAYERS[layer])
    track.SetNetCode(net_code)
    board.Add(track)


def _add_via(board: Any, at: Any, net_code: int) -> None:
    via = pcbnew.PCB_VIA(board)
    via.SetPosition(at)
    via.SetWidth(pcbnew.FromMM(VIA_MM))
    via.SetDrill(pcbnew.FromMM(DRILL_MM))
    via.SetNetCode(net_code)
    board.Add(via)


def _join_pads(board: Any, maze: Maze) -> None:
    """From a pad's centre to the grid point that stands for it."""
    for pad in board.GetPads():
        if pad.GetNetname() and pad.GetNetname() != _GROUND:
            near = _at(maze, _nearest(maze, pad))
            if near != pad.GetPosition():
                layer = 0 if pad.IsOnLayer(_LAYERS[0]) else 1
                _add_track(board, pad.GetPosition(), near, layer, pad.GetNetCode())


def widen(board: Any) -> None:
    """Make the supply's tracks as wide as the copper around them allows."""
    items = list(board.GetTracks()) + list(board.GetPads())
    for track in board.GetTracks():
        if track.GetNetname() in _HEAVY and not isinstance(track, pcbnew.PCB_VIA):
            for width in _HEAVY_WIDTHS:
                track.SetWidth(pcbnew.FromMM(width))
                if not _is_near(track, items):
                    break
            else:
                track.SetWidth(pcbnew.FromMM(TRACK_MM))


def _is_near(track: Any, items: list[Any]) -> bool:
    layer = track.GetLayer()
    shape, clear = track.GetEffectiveShape(layer), pcbnew.FromMM(CLEARANCE_MM + 0.01)
    return any(
        item.GetNetCode() != track.GetNetCode()
        and item.IsOnLayer(layer)
        and shape.Collide(item.GetEffectiveShape(layer), clear)
        for item in items
    )


def fan_out(board: Any) -> None:
    """A via to ground beside each surface-mounted ground pad, outward from its part."""
    ground = board.FindNet(_GROUND).GetNetCode()
    for footprint in board.GetFootprints():
        for pad in footprint.Pads():
            if pad.GetNetname() == _GROUND and not pad.HasHole():
                at = _fan_out_place(pad, footprint.GetPosition(), _obstacles(board))
                _add_track(board, pad.GetPosition(), at, 0, ground)
                _add_via(board, at, ground)


def _fan_out_place(pad: Any, centre: Any, obstacles: list[tuple[Any, int]]) -> Any:
    """The nearest free place for a via; raises ValueError where a part stands too close."""
    here = pad.GetPosition()
    outward = atan2(here.y - centre.y, here.x - centre.x)
    outward = round(outward / (pi / 2)) * pi / 2
    for turn in (0, pi / 4, -pi / 4, pi / 2, -pi / 2):
        for distance in (1.4, 1.7, 2.0):
            along = pcbnew.FromMM(distance)
            x, y = along * cos(outward + turn), along * sin(outward + turn)
            at = here + pcbnew.VECTOR2I(round(x), round(y))
            if not any(shape.Collide(at, reach) for shape, reach in obstacles):
                return at
    raise ValueError(f"no room for a ground via beside {pad.GetParentFootprint().GetReference()}")


def add_pours(board: Any) -> None:
    """Ground on both sides, up to the edge's clearance."""
    low, wide, high = EDGE_MM + 0.1, WIDTH_MM - EDGE_MM - 0.1, HEIGHT_MM - EDGE_MM - 0.1
    for layer in _LAYERS:
        zone = pcbnew.ZONE(board)
        zone.SetLayer(layer)
        zone.SetNetCode(board.FindNet(_GROUND).GetNetCode())
        zone.SetLocalClearance(pcbnew.FromMM(CLEARANCE_MM))
        zone.SetMinThickness(pcbnew.FromMM(0.25))
        zone.SetThermalReliefGap(pcbnew.FromMM(0.25))
        zone.SetThermalReliefSpokeWidth(pcbnew.FromMM(0.4))
        zone.SetAssignedPriority(0)
        outline = zone.Outline()
        outline.NewOutline()
        for x, y in ((low, low), (wide, low), (wide, high), (low, high)):
            outline.Append(point(x, y))
        board.Add(zone)


def stitch(board: Any) -> None:
    """Ground vias on a grid, wherever one keeps clear of everything."""
    obstacles = _obstacles(board)
    ground = board.FindNet(_GROUND).GetNetCode()
    for column in range(1, int(WIDTH_MM / _STITCH_MM)):
        for row in range(1, int(HEIGHT_MM / _STITCH_MM)):
            at = point(column * _STITCH_MM, row * _STITCH_MM)
            if not any(shape.Collide(at, reach) for shape, reach in obstacles):
                _add_via(board, at, ground)


def _obstacles(board: Any) -> list[tuple[Any, int]]:
    """Shapes, with the distance in KiCad's units that a via's centre must keep from each."""
    clear = pcbnew.FromMM(VIA_MM / 2 + CLEARANCE_MM + 0.02)
    items = list(board.GetTracks()) + list(board.GetPads())
    return [
        (item.GetEffectiveShape(layer), clear)
        for item in items
        for layer in _LAYERS
        if item.IsOnLayer(layer)
    ]


def route(placed: Path, routed: Path) -> None:
    """Write the routed board."""
    board = pcbnew.LoadBoard(str(placed))
    fan_out(board)
    route_signals(board)
    widen(board)
    add_pours(board)
    stitch(board)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(str(routed), board)


if __name__ == "__main__":
    place(Path(sys.argv[1]))
    route(Path(sys.argv[1]), Path(sys.argv[2]))
