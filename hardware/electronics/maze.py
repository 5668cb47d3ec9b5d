"""A maze router for two layers: finds the tracks of all nets on a grid, by negotiation.

Every net takes its cheapest path; where two are too near to each other the place grows dearer, and
the nets in conflict are taken up and laid again, until none is (McMurchie and Ebeling's
"PathFinder", FPGA 1995). Distances are in cells unless a name says mm. No KiCad in here.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from math import hypot
from typing import NamedTuple

FREE, BLOCKED = -2, -1  # else: the only net that may pass
_VIA_COST = 14.0
_WRONG_WAY = 0.25  # what a step across a layer's preferred direction costs on top
_MOVES = [(x, y, hypot(x, y)) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


class Disc(NamedTuple):
    """How near, in cells, another net's track or via may not come: offsets of a full circle."""

    offsets: tuple[tuple[int, int], ...]

    @classmethod
    def under(cls, radius: float) -> Disc:
        """All offsets nearer than ``radius``."""
        reach = range(-int(radius) - 1, int(radius) + 2)
        return cls(tuple((x, y) for x in reach for y in reach if hypot(x, y) < radius - 1e-9))


class Maze:
    """The grid: who may pass where, who is there, and what it costs.

    A node is ``layer * cells + y * columns + x``; the outermost cells must be blocked, so that no
    step leaves the grid. ``track_owner`` and ``via_owner`` say per node (per cell) which net may
    pass: FREE, BLOCKED or a net's number.
    """

    def __init__(self, columns: int, rows: int, spacing: tuple[float, float, float]) -> None:
        """``spacing``: least distance of centres track-track, track-via and via-via."""
        self.columns, self.rows, self.cells = columns, rows, columns * rows
        self.track_owner = [FREE] * (2 * self.cells)
        self.via_owner = [FREE] * self.cells
        self.tracks_near = [0] * (2 * self.cells)
        self.vias_near = [0] * self.cells
        self.history = [0.0] * (2 * self.cells)
        self.crowd_cost = 0.6
        self._discs = [Disc.under(distance) for distance in spacing]

    def claim(self, owner: list[int], node: int, net: int) -> None:
        """Let only ``net`` pass a node; nobody, where another net has claimed it."""
        owner[node] = net if owner[node] in (FREE, net) else BLOCKED

    def mark(self, path: Iterable[list[int]], change: int) -> None:
        """Count a net's paths in (+1) or out (-1)."""
        track, mixed, via = self._discs
        for nodes in path:
            for here, after in zip(nodes, nodes[1:] + nodes[-1:], strict=True):
                self._count(self.tracks_near, here, track, change)
                self._count(self.vias_near, here % self.cells, mixed, change)
                if abs(after - here) == self.cells:  # a step straight down is a via
                    for layer in (0, self.cells):
                        self._count(self.tracks_near, here % self.cells + layer, mixed, change)
                    self._count(self.vias_near, here % self.cells, via, change)

    def _count(self, field: list[int], node: int, disc: Disc, change: int) -> None:
        layer, cell = divmod(node, self.cells)
        row, column = divmod(cell, self.columns)
        for x, y in disc.offsets:
            if 0 <= column + x < self.columns and 0 <= row + y < self.rows:
                field[layer * self.cells + (row + y) * self.columns + column + x] += change

    def find(self, net: int, sources: Iterable[int], pin: list[int]) -> list[int]:
        """The cheapest path from any source node to a pin, on any layer that it is on.

        Raises ValueError where there is no way.
        """
        return _Search(self, net, sources, pin).run()

    def conflict(self, paths: list[list[int]]) -> list[int]:
        """Nodes of a net's paths (not counted in) at which another net is too near."""
        bad = []
        for nodes in paths:
            for here, after in zip(nodes, nodes[1:] + nodes[-1:], strict=True):
                is_via = abs(after - here) == self.cells
                if self.tracks_near[here] or (is_via and self.vias_near[here % self.cells]):
                    bad.append(here)
        return bad


class _Search:
    """One search by A*: what has been reached, at what cost, and from where."""

    def __init__(self, maze: Maze, net: int, sources: Iterable[int], pin: list[int]) -> None:
        self.maze, self.passes, self.pin = maze, (FREE, net), pin
        self.row, self.column = divmod(pin[0] % maze.cells, maze.columns)
        self.moves = [(y * maze.columns + x, length, x, y) for x, y, length in _MOVES]
        self.best = dict.fromkeys(sources, 0.0)
        self.came: dict[int, int] = {}
        self.heap = [(0.0, 0.0, node) for node in self.best]

    def run(self) -> list[int]:
        """The path, sources first."""
        heapq.heapify(self.heap)
        while self.heap:
            _, cost, node = heapq.heappop(self.heap)
            if node in self.pin:
                return self._trace(node)
            if cost <= self.best[node]:
                self._along(node, cost)
                self._through(node, cost)
        raise ValueError(f"net {self.passes[1]} finds no way: give its parts more room")

    def _along(self, node: int, cost: float) -> None:
        maze = self.maze
        owner, near, history = maze.track_owner, maze.tracks_near, maze.history
        below = node >= maze.cells
        for step, length, x, y in self.moves:
            other = node + step
            if owner[other] in self.passes:
                crowd = history[other] + maze.crowd_cost * near[other]
                across = _WRONG_WAY * abs(x if below else y)
                self._reach(other, node, cost + length + crowd + across)

    def _through(self, node: int, cost: float) -> None:
        maze = self.maze
        cell = node % maze.cells
        if maze.via_owner[cell] in self.passes:
            other = (node + maze.cells) % (2 * maze.cells)
            crowd = maze.history[other] + maze.crowd_cost * maze.vias_near[cell]
            self._reach(other, node, cost + _VIA_COST + crowd)

    def _reach(self, node: int, came_from: int, cost: float) -> None:
        if cost < self.best.get(node, 1e9):
            self.best[node], self.came[node] = cost, came_from
            row, column = divmod(node % self.maze.cells, self.maze.columns)
            dx, dy = abs(column - self.column), abs(row - self.row)
            ahead = max(dx, dy) + 0.414 * min(dx, dy)
            heapq.heappush(self.heap, (cost + ahead, cost, node))

    def _trace(self, node: int) -> list[int]:
        path = [node]
        while node in self.came:
            node = self.came[node]
            path.append(node)
        return path[::-1]


def lay(maze: Maze, net: int, pins: list[list[int]]) -> list[list[int]]:
    """Paths that join the pins of one net. A pin is its nodes: one, or one a layer."""
    first, *rest = pins
    tree = set(first)
    paths = []
    while rest:
        rest.sort(key=lambda pin: _distance(maze, tree, pin[0]))
        pin = rest.pop(0)
        path = maze.find(net, tree, pin)
        paths.append(path)
        tree.update(path, pin)
    return paths


def _distance(maze: Maze, tree: Iterable[int], node: int) -> float:
    row, column = divmod(node % maze.cells, maze.columns)
    spots = (divmod(other % maze.cells, maze.columns) for other in tree)
    return min(hypot(row - y, column - x) for y, x in spots)


def negotiate(
    maze: Maze, nets: dict[int, list[list[int]]], rounds: int
) -> dict[int, list[list[int]]]:
    """Paths of every net, none too near to another; raises ValueError if it cannot be had."""
    laid: dict[int, list[list[int]]] = {}
    todo = list(nets)
    for _ in range(rounds):
        for net in todo:
            maze.mark(laid.pop(net, []), -1)
            laid[net] = lay(maze, net, nets[net])
            maze.mark(laid[net], +1)
        todo = [net for net, paths in laid.items() if _grew_dearer(maze, paths)]
        if not todo:
            return laid
        maze.crowd_cost *= 1.3
    raise ValueError(f"{len(todo)} nets stay in conflict: give their parts more room")


def _grew_dearer(maze: Maze, paths: list[list[int]]) -> bool:
    """Make the places dearer at which a net is too near to another; whether there are any."""
    maze.mark(paths, -1)
    bad = maze.conflict(paths)
    maze.mark(paths, +1)
    for node in bad:
        maze.history[node] += 0.8
    return bool(bad)
