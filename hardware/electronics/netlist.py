"""A netlist as plain data, from whichever file says it: SKiDL, the schematic or the board."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hardware.electronics.sexp import Node, find, find_all, parse

Pins = frozenset[tuple[str, str]]  # (reference, pin number)


class Component(NamedTuple):
    """A part as the netlist knows it."""

    ref: str
    value: str
    footprint: str
    symbol: str
    stock: str


class Netlist(NamedTuple):
    """Components by reference, and the pins of each net by its name."""

    components: dict[str, Component]
    nets: dict[str, Pins]

    def net_of(self, ref: str, pin: str) -> str:
        """The net on a pin; raises KeyError where the pin is open."""
        for name, pins in self.nets.items():
            if (ref, pin) in pins:
                return name
        raise KeyError(f"{ref} pin {pin} is on no net")


def read_netlist(path: Path) -> Netlist:
    """Read KiCad's netlist form, as SKiDL and ``kicad-cli sch export netlist`` write it."""
    tree = parse(path.read_text(encoding="utf-8"))
    parts = [_component(node) for node in find_all(find(tree, "components"), "comp")]
    nets = {}
    for node in find_all(find(tree, "nets"), "net"):
        pins = frozenset((_text(n, "ref"), _text(n, "pin")) for n in find_all(node, "node"))
        if len(pins) > 1:  # KiCad also lists each open pin as a net of its own
            nets[_text(node, "name").lstrip("/")] = pins
    return Netlist({part.ref: part for part in parts}, nets)


def _text(node: Node, name: str) -> str:
    return str(find(node, name)[1])


def _component(node: Node) -> Component:
    source = find(node, "libsource")
    symbol = f"{_text(source, 'lib')}:{_text(source, 'part')}"
    fields = {str(field[1][1]): str(field[2]) for field in _fields(node) if len(field) > 2}
    return Component(
        _text(node, "ref"),
        _text(node, "value"),
        _text(node, "footprint"),
        symbol,
        fields.get("Stock", ""),
    )


def _fields(node: Node) -> list[Node]:
    return list(find_all(find(node, "fields"), "field"))


def read_board(path: Path) -> Netlist:
    """The same from a ``.kicad_pcb``: what its pads are soldered to."""
    tree = parse(path.read_text(encoding="utf-8"))
    components: dict[str, Component] = {}
    nets: dict[str, set[tuple[str, str]]] = {}
    for footprint in find_all(tree, "footprint"):
        about = {str(p[1]): str(p[2]) for p in find_all(footprint, "property")}
        ref = about["Reference"]
        components[ref] = Component(ref, about["Value"], str(footprint[1]), "", "")
        for pad in find_all(footprint, "pad"):
            for net in find_all(pad, "net"):
                if not str(net[-1]).startswith("unconnected-"):
                    nets.setdefault(str(net[-1]).lstrip("/"), set()).add((ref, str(pad[1])))
    return Netlist(components, {name: frozenset(pins) for name, pins in nets.items()})


def differences(one: Netlist, other: Netlist) -> list[str]:
    """What differs in connection, a line each: a net's name does not count, its pins do."""
    lines = []
    here, there = set(one.nets.values()), set(other.nets.values())
    names = {pins: name for netlist in (one, other) for name, pins in netlist.nets.items()}
    for pins in sorted(here ^ there, key=lambda pins: (names[pins], sorted(pins))):
        side = "first" if pins in here else "second"
        listed = " ".join(f"{ref}.{pin}" for ref, pin in sorted(pins))
        lines.append(f"only in the {side}: {names[pins]}: {listed}")
    for ref in sorted(set(one.components) ^ set(other.components)):
        lines.append(f"only in one: {ref}")
    return lines
