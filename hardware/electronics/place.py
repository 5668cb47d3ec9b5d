"""Netlist and placement to an unrouted board. Needs KiCad's own Python module ``pcbnew``."""

from __future__ import annotations

import uuid
from itertools import pairwise
from pathlib import Path
from typing import Any

import pcbnew

from hardware.electronics.netlist import Netlist, read_netlist
from hardware.electronics.paths import FOOTPRINTS, NETLIST
from hardware.electronics.placement import HEIGHT_MM, LABELS, PLACES, REFERENCE_OFFSETS, WIDTH_MM
from hardware.electronics.sexp import dump, find_all, parse, write_whole

# The board's corner on KiCad's page, in mm: away from the frame.
ORIGIN_MM = (40.0, 30.0)
# Widths that any board house makes at its lowest price, in mm.
TRACK_MM, CLEARANCE_MM, VIA_MM, DRILL_MM, EDGE_MM = 0.3, 0.2, 0.7, 0.35, 0.4
LAYERS = (pcbnew.F_Cu, pcbnew.B_Cu)


def point(x: float, y: float) -> Any:
    """A place on the board, in mm from its corner, as KiCad counts."""
    return pcbnew.VECTOR2I_MM(ORIGIN_MM[0] + x, ORIGIN_MM[1] + y)


def new_board() -> Any:
    """An empty board with the design rules."""
    board = pcbnew.BOARD()
    settings = board.GetDesignSettings()
    settings.m_TrackMinWidth = pcbnew.FromMM(0.2)
    settings.m_MinClearance = pcbnew.FromMM(CLEARANCE_MM)
    settings.m_CopperEdgeClearance = pcbnew.FromMM(EDGE_MM)
    settings.m_MinResolvedSpokes = 1  # a pad at a track's side gets one spoke of the pour
    default = settings.m_NetSettings.GetDefaultNetclass()
    default.SetClearance(pcbnew.FromMM(CLEARANCE_MM))
    default.SetTrackWidth(pcbnew.FromMM(TRACK_MM))
    default.SetViaDiameter(pcbnew.FromMM(VIA_MM))
    default.SetViaDrill(pcbnew.FromMM(DRILL_MM))
    return board


def add_parts(board: Any, netlist: Netlist) -> None:
    """Every part in its place, every pad on its net; raises KeyError for a part without a place."""
    nets = {}
    for name in sorted(netlist.nets):
        nets[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(nets[name])
    by_pin = {pin: name for name, pins in netlist.nets.items() for pin in pins}
    for ref, part in sorted(netlist.components.items()):
        footprint = _footprint(part.footprint)
        footprint.SetReference(ref)
        footprint.SetValue(part.value)
        x, y, turn = PLACES[ref]
        footprint.SetPosition(point(x, y))
        footprint.SetOrientationDegrees(turn)
        _place_reference(footprint, ref, x, y)
        board.Add(footprint)
        for pad in footprint.Pads():
            net = by_pin.get((ref, pad.GetNumber()))
            if net:
                pad.SetNet(nets[net])


def _footprint(name: str) -> Any:
    library, footprint_name = name.split(":")
    footprint = pcbnew.FootprintLoad(str(FOOTPRINTS / f"{library}.pretty"), footprint_name)
    if footprint is None:
        raise KeyError(f"KiCad's libraries have no footprint {name}")
    footprint.SetFPID(pcbnew.LIB_ID(library, footprint_name))
    return footprint


def _place_reference(footprint: Any, ref: str, x: float, y: float) -> None:
    """The reference, small and where no pad or neighbour is."""
    text = footprint.Reference()
    text.SetTextSize(pcbnew.VECTOR2I_MM(0.8, 0.8))
    text.SetTextThickness(pcbnew.FromMM(0.12))
    footprint.Value().SetVisible(False)
    text.SetVisible(not ref.startswith("H"))  # a hole needs no name
    for name, (right, down) in REFERENCE_OFFSETS.items():
        if ref in name.split() or footprint.GetFPIDAsString().split(":")[1].startswith(name):
            text.SetPosition(point(x + right, y + down))
            text.SetTextAngleDegrees(0)


def add_outline(board: Any) -> None:
    """The board's edge and the words beside the connectors."""
    corners = ((0, 0), (WIDTH_MM, 0), (WIDTH_MM, HEIGHT_MM), (0, HEIGHT_MM), (0, 0))
    for start, end in pairwise(corners):
        edge = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_SEGMENT)
        edge.SetStart(point(*start))
        edge.SetEnd(point(*end))
        edge.SetLayer(pcbnew.Edge_Cuts)
        edge.SetWidth(pcbnew.FromMM(0.1))
        board.Add(edge)
    for text, x, y in LABELS:
        label = pcbnew.PCB_TEXT(board)
        label.SetText(text)
        label.SetPosition(point(x, y))
        label.SetLayer(pcbnew.F_SilkS)
        label.SetTextSize(pcbnew.VECTOR2I_MM(1.0, 1.0))
        label.SetTextThickness(pcbnew.FromMM(0.15))
        board.Add(label)


def place(path: Path) -> None:
    """Write the unrouted board."""
    # The order of pads that the router sees follows the UUIDs: seeded, each run is the same.
    pcbnew.KIID.SeedGenerator(uuid.UUID(int=2).int)
    board = new_board()
    add_parts(board, read_netlist(NETLIST))
    add_outline(board)
    pcbnew.SaveBoard(str(path), board)
    _drop_keepouts(path)


def _drop_keepouts(path: Path) -> None:
    """Take out the keep-out of the Pico W's antenna: the box has no radio, the Pico none either."""
    tree = parse(path.read_text(encoding="utf-8"))
    for footprint in find_all(tree, "footprint"):
        for zone in list(find_all(footprint, "zone")):
            footprint.remove(zone)
    write_whole(path, dump(tree) + "\n")
