"""Where the board's files are: sources in this folder, everything made from them in ``out/``."""

from __future__ import annotations

from pathlib import Path

ELECTRONICS = Path(__file__).resolve().parent
ROOT = ELECTRONICS.parent.parent
OUT = ELECTRONICS / "out"
NETLIST = OUT / "carrier.net"
SCHEMATIC = OUT / "carrier.kicad_sch"
BOARD = OUT / "carrier.kicad_pcb"
PROJECT = OUT / "carrier.kicad_pro"
FAB = OUT / "fab"
BOM = FAB / "bom.csv"

# Debian's packages of KiCad; another place is given by KiCad's own variables.
SYMBOLS = Path("/usr/share/kicad/symbols")
FOOTPRINTS = Path("/usr/share/kicad/footprints")
