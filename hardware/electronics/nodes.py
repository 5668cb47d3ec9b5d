"""The expressions that a KiCad 9 schematic is made of: symbols, wires, labels, words."""

from __future__ import annotations

import uuid

from hardware.electronics.netlist import Component
from hardware.electronics.sexp import Node, Quoted
from hardware.electronics.symbols import GRID_MM, Pin, Spot
from hardware.electronics.wiring import Point, Segment

SHEET_ID = str(uuid.uuid5(uuid.NAMESPACE_URL, "generals-arbiter/carrier"))
PROJECT_NAME = "carrier"

Text = tuple[float, float, str]  # x, y in mm, and which side of it stands there: "", left, right


def q(value: object) -> Quoted:
    """In quotes."""
    return Quoted(str(value))


def _id(*what: object) -> Node:
    """The same identifier for the same thing in every run, so that a redrawn file is the same."""
    return ["uuid", q(uuid.uuid5(uuid.NAMESPACE_URL, f"{SHEET_ID}/{what}"))]


def _at(x: float, y: float, turn: int | None = None) -> Node:
    return ["at", _mm(x), _mm(y)] + ([] if turn is None else [str(turn)])


def _mm(value: float) -> str:
    return f"{round(value, 2):g}"


def _effects(size: float, justify: str = "", *, hidden: bool = False) -> Node:
    node: Node = ["effects", ["font", ["size", str(size), str(size)]]]
    if justify:
        node.append(["justify", justify])
    if hidden:
        node.append(["hide", "yes"])
    return node


def label(net: str, pin: Pin) -> Node:
    """A net's name at the end of a pin or wire, reading outward."""
    justify = "left" if pin.outward in (0, 90) else "right"
    node: Node = ["global_label", q(net), ["shape", "passive"], _at(pin.x, pin.y, pin.outward)]
    return [*node, _effects(1.27, justify), _id("label", net, pin)]


def wire(segment: Segment) -> Node:
    """A wire from end to end."""
    ends = ["pts", *(["xy", _mm(x), _mm(y)] for x, y in segment)]
    stroke = ["stroke", ["width", "0"], ["type", "default"]]
    return ["wire", ends, stroke, _id("wire", segment)]


def junction(point: Point) -> Node:
    """The dot where wires join."""
    dot: Node = ["junction", _at(*point), ["diameter", "0"], ["color", "0", "0", "0", "0"]]
    return [*dot, _id("junction", point)]


def cross(point: Point) -> Node:
    """The mark of a pin that is meant to be open."""
    return ["no_connect", _at(*point), _id("open", point)]


def text(words: str, point: Point, size: float) -> Node:
    """Words on the sheet, ``size`` in mm."""
    node: Node = ["text", q(words), ["exclude_from_sim", "no"], _at(*point, 0)]
    return [*node, _effects(size, "left"), _id("text", words, point)]


def frame(start: Point, end: Point) -> Node:
    """A dashed rectangle."""
    stroke = ["stroke", ["width", "0.2"], ["type", "dash"]]
    corners = [["start", *map(_mm, start)], ["end", *map(_mm, end)]]
    return ["rectangle", *corners, stroke, ["fill", ["type", "none"]], _id("frame", start)]


def symbol(part: Component, spot: Spot, texts: tuple[Text, ...], pins: list[str]) -> Node:
    """A placed part; ``texts`` are the places of its reference and value."""
    x, y = spot.x * GRID_MM, spot.y * GRID_MM
    is_power = part.ref.startswith("#")
    node: Node = ["symbol", ["lib_id", q(part.symbol)], _at(x, y, spot.turn)]
    if spot.mirror:
        node.append(["mirror", spot.mirror])
    node += [["unit", "1"], ["exclude_from_sim", "no"], ["in_bom", "no" if is_power else "yes"]]
    node += [["on_board", "yes"], ["dnp", "no"], _id(part.ref)]
    turn = 90 if spot.turn in (90, 270) else 0
    for key, value, place in zip(("Reference", "Value"), part[:2], texts, strict=True):
        shown = not value.startswith(("#", "PWR_FLAG"))
        node.append(_property(key, value, place, turn, shown=shown))
    node.append(_property("Footprint", part.footprint, (x, y, ""), 0, shown=False))
    if part.stock:
        node.append(_property("Stock", part.stock, (x, y, ""), 0, shown=False))
    node += [["pin", q(number), _id(part.ref, number)] for number in pins]
    path = ["path", q(f"/{SHEET_ID}"), ["reference", q(part.ref)], ["unit", "1"]]
    return [*node, ["instances", ["project", q(PROJECT_NAME), path]]]


def _property(key: str, value: str, place: Text, turn: int, *, shown: bool) -> Node:
    x, y, justify = place
    node: Node = ["property", q(key), q(value), _at(x, y, turn)]
    return [*node, _effects(1.27, justify, hidden=not shown)]
