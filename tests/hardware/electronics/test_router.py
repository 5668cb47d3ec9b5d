"""The maze router and the schematic's wires, on boards small enough to see."""

from __future__ import annotations

import pytest

from hardware.electronics.maze import BLOCKED, Maze, negotiate
from hardware.electronics.sexp import dump, parse
from hardware.electronics.wiring import clusters, corners, cut, junctions


def small_maze(columns: int = 12, rows: int = 9) -> Maze:
    maze = Maze(columns, rows, (2.0, 2.0, 2.0))
    for node in range(2 * maze.cells):
        row, column = divmod(node % maze.cells, columns)
        if row in (0, rows - 1) or column in (0, columns - 1):
            maze.track_owner[node] = BLOCKED
            maze.via_owner[node % maze.cells] = BLOCKED
    return maze


def node(maze: Maze, column: int, row: int) -> int:
    return row * maze.columns + column


def test_a_straight_way_is_taken_straight():
    maze = small_maze()
    pins = [[node(maze, 2, 4)], [node(maze, 9, 4)]]
    (path,) = negotiate(maze, {1: pins}, rounds=1)[1]
    assert path == list(range(node(maze, 2, 4), node(maze, 9, 4) + 1))


def test_two_nets_that_cross_part_by_layers():
    maze = small_maze()
    across = [[node(maze, 2, 4)], [node(maze, 9, 4)]]
    down = [[node(maze, 5, 2)], [node(maze, 5, 6)]]
    laid = negotiate(maze, {1: across, 2: down}, rounds=30)
    layers = [{n // maze.cells for path in laid[net] for n in path} for net in (1, 2)]
    assert {0, 1} in layers
    for paths in laid.values():
        maze.mark(paths, -1)
        assert maze.conflict(paths) == []
        maze.mark(paths, +1)


def test_no_way_at_all_is_an_error():
    maze = small_maze()
    for row in range(maze.rows):
        for layer in (0, maze.cells):
            maze.track_owner[layer + node(maze, 6, row)] = BLOCKED
    with pytest.raises(ValueError, match="net 7 finds no way"):
        negotiate(maze, {7: [[node(maze, 2, 4)], [node(maze, 9, 4)]]}, rounds=5)


def test_two_nets_through_a_gap_for_one_are_an_error():
    maze = small_maze()
    for row in range(maze.rows):
        for layer in (0, maze.cells):
            if row != 4 or layer:
                maze.track_owner[layer + node(maze, 6, row)] = BLOCKED
    nets = {n: [[node(maze, 2, n)], [node(maze, 9, n)]] for n in (2, 6)}
    with pytest.raises(ValueError, match="stay in conflict"):
        negotiate(maze, nets, rounds=5)


def test_wires_bend_cut_and_join():
    wires = corners([(0, 0), (4, 3)]) + corners([(4, 1), (6, 1)])
    pieces = cut(wires, [(2, 0)])
    assert ((0, 0), (2, 0)) in pieces
    assert junctions(pieces, []) == [(4, 1)]
    group = clusters(pieces, [(9, 9)])
    assert group[0, 0] == group[6, 1] != group[9, 9]


def test_wires_that_only_cross_do_not_join():
    pieces = cut(corners([(0, 1), (4, 1)]) + corners([(2, 0), (2, 3)]), [])
    assert junctions(pieces, []) == []


def test_an_expression_is_read_and_written_back():
    text = '(a "x \\"y\\"" (b 1 2) (c))'
    assert parse(dump(parse(text))) == parse(text)


@pytest.mark.parametrize("text", ["(a (b)", "", "a)"])
def test_brackets_that_do_not_match_are_an_error(text):
    with pytest.raises(ValueError, match="bracket"):
        parse(text)
