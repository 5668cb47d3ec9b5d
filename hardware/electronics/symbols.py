"""KiCad's symbols: flattened copies for the schematic, and where each pin is."""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from typing import NamedTuple

from hardware.electronics.paths import SYMBOLS
from hardware.electronics.sexp import Node, Quoted, find, find_all, parse

GRID_MM = 2.54


class Pin(NamedTuple):
    """Where a wire meets the pin, in mm on the page, and which way is outward (0 right, 90 up)."""

    x: float
    y: float
    outward: int


class Spot(NamedTuple):
    """A symbol's place in grid squares, its turn in degrees, and its mirror: "", "x" or "y"."""

    x: float
    y: float
    turn: int = 0
    mirror: str = ""


@cache
def _library(name: str) -> Node:
    return parse((SYMBOLS / f"{name}.kicad_sym").read_text(encoding="utf-8"))


def _symbol(library: str, name: str) -> Node:
    for symbol in find_all(_library(library), "symbol"):
        if symbol[1] == name:
            return symbol
    raise KeyError(f"KiCad's library {library} has no symbol {name}")


@cache
def embedded(full_name: str) -> Node:
    """A symbol as a schematic holds it: under its full name, without a parent to look up."""
    library, name = full_name.split(":")
    symbol = _symbol(library, name)
    parents = [str(node[1]) for node in find_all(symbol, "extends")]
    body = _symbol(library, parents[0]) if parents else symbol
    own = [node for node in symbol[2:] if node[0] not in ("extends", "symbol")]
    if parents:
        # A derived symbol has its parent's flags and those of its properties that it does not set.
        named = {_name(node) for node in own}
        own += [n for n in body[2:] if n[0] != "symbol" and _name(n) not in named]
    own.sort(key=lambda node: node[0] == "property")  # the flags come first
    units = [_renamed(unit, str(body[1]), name) for unit in find_all(body, "symbol")]
    return ["symbol", Quoted(full_name), *own, *units]


def _name(node: Node) -> str:
    return str(node[1]) if node[0] == "property" else str(node[0])


def _renamed(unit: Node, old: str, new: str) -> Node:
    return ["symbol", Quoted(str(unit[1]).replace(old, new, 1)), *unit[2:]]


@cache
def pins(full_name: str, spot: Spot) -> dict[str, Pin]:
    """The pins of a placed symbol by their number."""
    found = {}
    for unit in find_all(embedded(full_name), "symbol"):
        for pin in find_all(unit, "pin"):
            x, y, angle = (float(value) for value in find(pin, "at")[1:4])
            found[str(find(pin, "number")[1])] = _placed(spot, x, y, int(angle) + 180)
    return found


def _placed(spot: Spot, x: float, y: float, outward: int) -> Pin:
    turn = radians(spot.turn)
    x, y = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
    outward += spot.turn
    if spot.mirror == "y":
        x, outward = -x, 180 - outward
    if spot.mirror == "x":
        y, outward = -y, -outward
    return Pin(round(spot.x * GRID_MM + x, 2), round(spot.y * GRID_MM - y, 2), outward % 360)
