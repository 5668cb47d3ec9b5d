"""Draw the schematic: SKiDL's netlist laid out by ``sheet.py``, as a KiCad 9 file.

SKiDL's own generator places parts by a solver, which nobody can read; here a person chose where
things stand, and ``kicad-cli``'s netlist of the result is compared with SKiDL's.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hardware.electronics import nodes
from hardware.electronics.netlist import Component, Netlist, read_netlist
from hardware.electronics.nodes import Text
from hardware.electronics.paths import NETLIST, SCHEMATIC
from hardware.electronics.sexp import Node, dump, write_whole
from hardware.electronics.sheet import BLOCKS, TEXT_PLACES, Block, Stop
from hardware.electronics.symbols import GRID_MM, Pin, Spot, embedded, pins
from hardware.electronics.wiring import Point, Segment, clusters, corners, cut, junctions

TITLE = "generals-arbiter carrier board"
_RAILS = ("VS", "VSYS", "VPIX", "+3V3", "ADC_VREF")


class Sheet:
    """The nodes of the schematic as they are drawn, block by block."""

    def __init__(self, netlist: Netlist) -> None:
        self.netlist = netlist
        self.nodes: list[Node] = []
        self.symbols: set[str] = set()
        self._powers = 0
        self._net_at = {pin: name for name, group in netlist.nets.items() for pin in group}

    def draw(self, block: Block) -> None:
        """One block: frame, symbols, wires, labels and what the netlist leaves open."""
        self._frame(block)
        placed = {ref: _on_page(block, spot) for ref, spot in block.spots.items()}
        for ref, spot in placed.items():
            self._component(self.netlist.components[ref], spot)
        where = dict(self._pins(placed))
        labels = {_point(block, x, y): (net, turn) for net, x, y, turn in block.labels}
        flags = [_point(block, x, y) for _, x, y in block.flags]
        spots = [(pin.x, pin.y) for pin in where.values()]
        segments = self._segments(block, where, [*spots, *labels, *flags])
        for segment in segments:
            self.nodes.append(nodes.wire(segment))
        for point in junctions(segments, [*spots, *flags]):
            self.nodes.append(nodes.junction(point))
        for point, (net, turn) in labels.items():
            self._name(net, Pin(*point, turn))
        for point in flags:
            self._power("PWR_FLAG", "power:PWR_FLAG", point)
        self._name_the_rest(where, clusters(segments, [*spots, *labels]), set(labels))

    def _pins(self, placed: dict[str, Spot]) -> Iterator[tuple[tuple[str, str], Pin]]:
        for ref, spot in placed.items():
            for number, pin in pins(self.netlist.components[ref].symbol, spot).items():
                yield (ref, number), pin

    def _segments(
        self, block: Block, where: dict[tuple[str, str], Pin], points: list[Point]
    ) -> list[Segment]:
        segments: list[Segment] = []
        for wire in block.wires:
            segments += corners([_stop(block, where, stop) for stop in wire])
        return cut(segments, points)

    def _name_the_rest(
        self, where: dict[tuple[str, str], Pin], group: dict[Point, Point], labels: set[Point]
    ) -> None:
        """A name on every pin that no wire joins to one; a cross on every pin meant to be open."""
        named = {group[point] for point in labels}
        members: dict[Point, set[tuple[str, str]]] = {}
        for pin, spot in where.items():
            members.setdefault(group[spot.x, spot.y], set()).add(pin)
        for key, group_pins in members.items():
            first = where[min(group_pins)]
            net = self._net_at.get(min(group_pins))
            if net is None:
                self.nodes.append(nodes.cross((first.x, first.y)))
            elif key not in named and self.netlist.nets[net] - group_pins:
                if len({(where[p].x, where[p].y) for p in group_pins}) > 1:
                    raise ValueError(f"{net}: label its wire in sheet.py, part of it is elsewhere")
                self._name(net, first)

    def _name(self, net: str, pin: Pin) -> None:
        if net in _RAILS and pin.outward == 90:
            self._power(net, "power:VCC", (pin.x, pin.y))
        elif net == "GND" and pin.outward == 270:
            self._power(net, "power:GND", (pin.x, pin.y))
        else:
            self.nodes.append(nodes.label(net, pin))

    def _component(self, part: Component, spot: Spot) -> None:
        texts = TEXT_PLACES.get(part.ref) or _text_places(part.ref, spot)
        x, y = spot.x * GRID_MM, spot.y * GRID_MM
        placed = tuple((x + right, y + down, side) for right, down, side in texts)
        self._symbol(part, spot, placed)

    def _symbol(self, part: Component, spot: Spot, texts: tuple[Text, ...]) -> None:
        self.symbols.add(part.symbol)
        self.nodes.append(nodes.symbol(part, spot, texts, list(pins(part.symbol, spot))))

    def _frame(self, block: Block) -> None:
        corner = _point(block, block.width, block.height)
        self.nodes.append(nodes.frame(_point(block, 0, 0), corner))
        self.nodes.append(nodes.text(block.title, _point(block, 0.6, 0.9), 2.0))
        for text, x, y in block.notes:
            self.nodes.append(nodes.text(text, _point(block, x, y), 1.5))

    def _power(self, net: str, symbol: str, point: Point) -> None:
        self._powers += 1
        ref = f"#{'FLG' if net == 'PWR_FLAG' else 'PWR'}{self._powers:03d}"
        down = symbol == "power:GND"
        text = (point[0], point[1] + (3.9 if down else -3.6), "")
        part = Component(ref, net, "", symbol, "")
        self._symbol(part, Spot(point[0] / GRID_MM, point[1] / GRID_MM), (text, text))

    def text(self) -> str:
        """The whole file."""
        title = [
            "title_block",
            ["title", nodes.q(TITLE)],
            ["comment", "1", nodes.q("SKiDL source: change that, not this file")],
        ]
        title.append(["comment", "2", nodes.q("Made by hardware/electronics from the")])
        header = ["kicad_sch", ["version", "20250114"], ["generator", nodes.q("generals-arbiter")]]
        library = ["lib_symbols", *(embedded(name) for name in sorted(self.symbols))]
        paper = [["uuid", nodes.q(nodes.SHEET_ID)], ["paper", nodes.q("A3")], title]
        page = ["sheet_instances", ["path", nodes.q("/"), ["page", nodes.q("1")]]]
        return dump([*header, *paper, library, *self.nodes, page]) + "\n"


def _text_places(ref: str, spot: Spot) -> tuple[Text, ...]:
    """Where reference and value stand beside a symbol, in mm from it."""
    upright = spot.turn in (0, 180)
    if ref[0] in "RC" and ref[1] != "N" and upright:
        side = "right" if spot.turn == 180 else "left"  # KiCad turns the side with the symbol
        return (1.9, -1.1, side), (1.9, 1.1, side)
    if ref[0] == "Q":
        return (
            ((4.4, -1.1, "left"), (4.4, 1.1, "left"))
            if upright
            else (
                (0, -9.4, ""),
                (0, -7.4, ""),
            )
        )
    return (0, -4.9, ""), (0, -2.9, "")


def _on_page(block: Block, spot: Spot) -> Spot:
    return spot._replace(x=block.x + spot.x, y=block.y + spot.y)


def _point(block: Block, x: float, y: float) -> Point:
    return round((block.x + x) * GRID_MM, 2), round((block.y + y) * GRID_MM, 2)


def _stop(block: Block, where: dict[tuple[str, str], Pin], stop: Stop) -> Point:
    if isinstance(stop, tuple):
        return _point(block, *stop)
    ref, number = stop.split(".")
    pin = where[ref, number]
    return pin.x, pin.y


def write_schematic(netlist: Path = NETLIST, path: Path = SCHEMATIC) -> None:
    """Draw the netlist; raises KeyError or ValueError where the layout does not fit it."""
    sheet = Sheet(read_netlist(netlist))
    for block in BLOCKS:
        sheet.draw(block)
    drawn = {ref for block in BLOCKS for ref in block.spots}
    missing = sorted(set(sheet.netlist.components) - drawn)
    if missing:
        raise ValueError(f"sheet.py has no place for {', '.join(missing)}")
    write_whole(path, sheet.text())


if __name__ == "__main__":
    write_schematic()
