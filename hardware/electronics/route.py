"""Route the board: signals by the maze router, ground by a pour on both sides, sewn by vias.

``python -m hardware.electronics.route PLACED ROUTED``, by the Python that has ``pcbnew``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import hypot
from pathlib import Path
from typing import Any

import pcbnew

from hardware.electronics.ground import GROUND, add_pours, add_track, add_via, fan_out, stitch
from hardware.electronics.maze import BLOCKED, Maze, negotiate
from hardware.electronics.place import (
    CLEARANCE_MM,
    EDGE_MM,
    LAYERS,
    TRACK_MM,
    VIA_MM,
    place,
    point,
)
from hardware.electronics.placement import HEIGHT_MM, WIDTH_MM

GRID_MM = 0.25
_SLACK_MM = 0.05  # a diagonal step passes nearer to a corner than its two ends are
_ROUNDS = 60
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
    for index, layer in enumerate(LAYERS):
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
            layers = [i for i, layer in enumerate(LAYERS) if pad.IsOnLayer(layer)]
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
    jobs = {c: _pins(maze, board, c) for c, name in names.items() if name and name != GROUND}
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
            add_via(board, _at(maze, here), net_code)
            start = after
        elif beyond - after != after - here:
            add_track(board, _at(maze, start), _at(maze, after), here // maze.cells, net_code)
            start = after


def _join_pads(board: Any, maze: Maze) -> None:
    """From a pad's centre to the grid point that stands for it."""
    for pad in board.GetPads():
        if pad.GetNetname() and pad.GetNetname() != GROUND:
            near = _at(maze, _nearest(maze, pad))
            if near != pad.GetPosition():
                layer = 0 if pad.IsOnLayer(LAYERS[0]) else 1
                add_track(board, pad.GetPosition(), near, layer, pad.GetNetCode())


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


def route(placed: Path, routed: Path) -> None:
    """Write the routed board."""
    board = pcbnew.LoadBoard(str(placed))
    fan_out(board)
    route_signals(board)
    widen(board)
    add_pours(board)
    stitch(board)
    pcbnew.SaveBoard(str(routed), board)


if __name__ == "__main__":
    place(Path(sys.argv[1]))
    route(Path(sys.argv[1]), Path(sys.argv[2]))
