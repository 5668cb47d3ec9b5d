"""What the circuit's modules share: a part by its stock name, and the nets that all know."""

from __future__ import annotations

import builtins
import os
import tempfile
from typing import Any

from hardware.electronics.parts import STOCK
from hardware.electronics.paths import FOOTPRINTS, SYMBOLS
from hardware.electronics.sexp import dump, find, find_all, parse


def _import_skidl() -> Any:
    """SKiDL, which on import looks for KiCad's libraries and drops files where it stands."""
    for version in ("", "6", "7", "8", "9", "10"):
        os.environ.setdefault(f"KICAD{version}_SYMBOL_DIR", str(SYMBOLS))
        os.environ.setdefault(f"KICAD{version}_FOOTPRINT_DIR", str(FOOTPRINTS))
    os.chdir(tempfile.mkdtemp(prefix="skidl-"))
    import skidl

    skidl.set_default_tool(skidl.KICAD9)
    return skidl


skidl = _import_skidl()


class Rig:
    """A circuit under construction: its nets by name, its parts by reference."""

    def __init__(self) -> None:
        self.nets: dict[str, Any] = {}
        self.parts: dict[str, Any] = {}

    def add(self, stock: str, ref: str, **pins: str) -> Any:
        """Place a part; ``pins`` gives the net of each pin, as ``p1="GND"``."""
        item = STOCK[stock]
        library, name = item.symbol.split(":")
        about = {"value": item.value, "footprint": item.footprint}
        part = skidl.Part(library, name, ref=ref, tag=ref, **about)
        part.fields["Stock"] = stock
        self.parts[ref] = part
        for pin, net in pins.items():
            self.join(net, ref, pin.removeprefix("p"))
        return part

    def two(self, stock: str, ref: str, first: str, second: str) -> Any:
        """A part of two pins between two nets."""
        return self.add(stock, ref, p1=first, p2=second)

    def join(self, net: str, ref: str, pin: str) -> None:
        """Connect one pin to a net, which is made if it is new."""
        if net not in self.nets:
            self.nets[net] = skidl.Net(net)
        self.nets[net] += self.parts[ref][pin]

    def power(self, *nets: str) -> None:
        """Say that a net is fed, where no pin of the library says so (KiCad's PWR_FLAG)."""
        for net in nets:
            self.nets[net].drive = skidl.POWER

    def leave_open(self, ref: str) -> None:
        """Mark what is not connected on a part as meant so."""
        for pin in self.parts[ref].pins:
            if not pin.is_connected():
                pin += builtins.NC  # SKiDL keeps its no-connect net there

    def check(self) -> tuple[int, str]:
        """The number of errors that SKiDL's ERC finds, and the netlist in KiCad's form."""
        skidl.ERC()
        text: str = skidl.generate_netlist()
        return skidl.erc_logger.error.count, _settled(text)


def _settled(text: str) -> str:
    """The netlist without what differs from run to run: time, paths, source lines."""
    tree = parse(text)
    tree.remove(find(tree, "design"))
    for part in find_all(find(tree, "components"), "comp"):
        fields = find(part, "fields")
        fields[1:] = [field for field in fields[1:] if not field[1][1].startswith("SKiDL")]
    return dump(tree) + "\n"
