"""The whole circuit; ``python -m hardware.electronics.board`` checks it and writes the netlist."""

from __future__ import annotations

import sys

from hardware.electronics import outputs, power, slots
from hardware.electronics.paths import NETLIST
from hardware.electronics.pico import GROUND_PINS
from hardware.electronics.rig import Rig
from hardware.electronics.sexp import write_whole


def build() -> Rig:
    """Every part and net of the board, in SKiDL's default circuit."""
    rig = Rig()
    rig.add("pico", "U1")
    for pin in GROUND_PINS:
        rig.join("GND", "U1", str(pin))
    slots.build(rig)
    power.build(rig)
    outputs.build(rig)
    rig.leave_open("U1")
    return rig


def write_netlist() -> int:
    """Run SKiDL's ERC and write the netlist; returns the errors found (then nothing is written)."""
    errors, text = build().check()
    if not errors:
        write_whole(NETLIST, text)
    return errors


if __name__ == "__main__":
    sys.exit(1 if write_netlist() else 0)
