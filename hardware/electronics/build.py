"""Make all from the source: ``python -m hardware.electronics.build``; ``--route``: the board too.

Without ``--route`` the committed board stays, and the netlist must still be the one it was made
from; if it was changed by hand, its fabrication files and pictures are made anew. Needs KiCad 9,
SKiDL and WireViz (the ``hardware`` extra).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from hardware.electronics import board, fabrication, harness, kicad, made_from
from hardware.electronics.bom import bom
from hardware.electronics.netlist import differences, read_board, read_netlist
from hardware.electronics.paths import BOARD, BOM, NETLIST, OUT, SCHEMATIC
from hardware.electronics.schematic import write_schematic
from hardware.electronics.sexp import write_whole
from hardware.electronics.stripboard_picture import draw as stripboard_svg


def circuit() -> None:
    """Netlist, schematic with its pictures, BOM, wiring table."""
    errors = board.write_netlist()
    if errors:
        raise ValueError(f"SKiDL's ERC finds {errors} errors")
    write_schematic()
    netlist = read_netlist(NETLIST)
    parts = netlist.components.values()
    symbols = {part.symbol for part in parts} | {"power:GND"}
    kicad.write_tables(symbols, {part.footprint for part in parts})
    write_whole(BOM, bom(netlist))
    write_whole(OUT / "wiring.md", harness.table())
    if not made_from.is_fresh("schematic.svg"):
        draw_schematic()


def draw_schematic() -> None:
    """The sheet as PDF and SVG."""
    kicad.cli("sch", "export", "pdf", "-o", OUT / "schematic.pdf", SCHEMATIC)
    with tempfile.TemporaryDirectory() as folder:
        kicad.cli("sch", "export", "svg", "-o", folder, SCHEMATIC)
        shutil.move(str(next(Path(folder).glob("*.svg"))), OUT / "schematic.svg")


def wiring_pictures() -> None:
    """WireViz's drawing of the cables, and our own of the stripboard."""
    write_whole(OUT / "stripboard.svg", stripboard_svg())
    write_whole(OUT / "harness.yml", harness.wireviz())
    if made_from.is_fresh("harness.svg"):
        return
    program = Path(sys.executable).with_name("wireviz")
    if not program.exists() or not shutil.which("dot"):
        raise kicad.MissingTool(
            "WireViz or its graphviz is missing: pip install .[hardware], and graphviz"
        )
    with tempfile.TemporaryDirectory() as folder:
        command = [str(program), "-f", "sp", "-o", folder, str(OUT / "harness.yml")]
        subprocess.run(command, check=True, capture_output=True)
        for kind in ("svg", "png"):
            shutil.move(str(next(Path(folder).glob(f"*.{kind}"))), OUT / f"harness.{kind}")


def route() -> None:
    """Place and route the board."""
    with tempfile.TemporaryDirectory() as folder:
        placed, routed = Path(folder) / "placed.kicad_pcb", Path(folder) / "carrier.kicad_pcb"
        kicad.run_pcbnew("hardware.electronics.route", placed, routed)
        shutil.move(routed, BOARD)
        shutil.move(routed.with_suffix(".kicad_pro"), BOARD.with_suffix(".kicad_pro"))


def main(arguments: list[str]) -> None:
    """Everything; prints a line and exits with 1 where something is missing or does not fit."""
    if set(arguments) - {"--route"}:
        sys.exit("usage: python -m hardware.electronics.build [--route]")
    try:
        circuit()
        wiring_pictures()
        if "--route" in arguments:
            route()
        unlike = differences(read_netlist(NETLIST), read_board(BOARD))
        if unlike:
            sys.exit(f"the board is another circuit: {unlike[0]}; run with --route")
        if not made_from.is_fresh("board_top.png"):
            fabrication.make()
        made_from.note()
    except subprocess.CalledProcessError as error:
        sys.exit(f"{Path(str(error.cmd[0])).name} failed: {error.stderr or error.stdout}")
    except (kicad.MissingTool, ValueError, KeyError) as error:
        sys.exit(f"hardware: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
