"""Ground: a pour on both sides, a via beside each surface-mounted ground pad, and sewing vias."""

from __future__ import annotations

from math import atan2, cos, pi, sin
from typing import Any

import pcbnew

from hardware.electronics.place import (
    CLEARANCE_MM,
    DRILL_MM,
    EDGE_MM,
    LAYERS,
    TRACK_MM,
    VIA_MM,
    point,
)
from hardware.electronics.placement import HEIGHT_MM, WIDTH_MM

GROUND = "GND"
_STITCH_MM = 2.5


def add_track(board: Any, start: Any, end: Any, layer: int, net_code: int) -> None:
    """A straight track on layer 0 (top) or 1."""
    track = pcbnew.PCB_TRACK(board)
    track.SetStart(start)
    track.SetEnd(end)
    track.SetWidth(pcbnew.FromMM(TRACK_MM))
    track.SetLayer(LAYERS[layer])
    track.SetNetCode(net_code)
    board.Add(track)


def add_via(board: Any, at: Any, net_code: int) -> None:
    """A via of the board's one size."""
    via = pcbnew.PCB_VIA(board)
    via.SetPosition(at)
    via.SetWidth(pcbnew.FromMM(VIA_MM))
    via.SetDrill(pcbnew.FromMM(DRILL_MM))
    via.SetNetCode(net_code)
    board.Add(via)


def fan_out(board: Any) -> None:
    """A via to ground beside each surface-mounted ground pad, outward from its part."""
    ground = board.FindNet(GROUND).GetNetCode()
    for footprint in board.GetFootprints():
        for pad in footprint.Pads():
            if pad.GetNetname() == GROUND and not pad.HasHole():
                at = _fan_out_place(pad, footprint.GetPosition(), _obstacles(board))
                add_track(board, pad.GetPosition(), at, 0, ground)
                add_via(board, at, ground)


def _fan_out_place(pad: Any, centre: Any, obstacles: list[tuple[Any, int]]) -> Any:
    """The nearest free place for a via; raises ValueError where a part stands too close."""
    here = pad.GetPosition()
    outward = atan2(here.y - centre.y, here.x - centre.x)
    outward = round(outward / (pi / 2)) * pi / 2
    for turn in (0, pi / 4, -pi / 4, pi / 2, -pi / 2):
        for distance in (1.4, 1.7, 2.0):
            along = pcbnew.FromMM(distance)
            x, y = along * cos(outward + turn), along * sin(outward + turn)
            at = here + pcbnew.VECTOR2I(round(x), round(y))
            if not any(shape.Collide(at, reach) for shape, reach in obstacles):
                return at
    raise ValueError(f"no room for a ground via beside {pad.GetParentFootprint().GetReference()}")


def add_pours(board: Any) -> None:
    """Ground on both sides, up to the edge's clearance."""
    low, wide, high = EDGE_MM + 0.1, WIDTH_MM - EDGE_MM - 0.1, HEIGHT_MM - EDGE_MM - 0.1
    for layer in LAYERS:
        zone = pcbnew.ZONE(board)
        zone.SetLayer(layer)
        zone.SetNetCode(board.FindNet(GROUND).GetNetCode())
        zone.SetLocalClearance(pcbnew.FromMM(CLEARANCE_MM))
        zone.SetMinThickness(pcbnew.FromMM(0.25))
        zone.SetThermalReliefGap(pcbnew.FromMM(0.25))
        zone.SetThermalReliefSpokeWidth(pcbnew.FromMM(0.4))
        zone.SetAssignedPriority(0)
        outline = zone.Outline()
        outline.NewOutline()
        for x, y in ((low, low), (wide, low), (wide, high), (low, high)):
            outline.Append(point(x, y))
        board.Add(zone)


def stitch(board: Any) -> None:
    """Ground vias on a grid, wherever one keeps clear of everything and joins both pours."""
    obstacles = _obstacles(board)
    old = {track.m_Uuid.AsString() for track in board.GetTracks()}
    ground = board.FindNet(GROUND).GetNetCode()
    for column in range(1, int(WIDTH_MM / _STITCH_MM)):
        for row in range(1, int(HEIGHT_MM / _STITCH_MM)):
            at = point(column * _STITCH_MM, row * _STITCH_MM)
            if not any(shape.Collide(at, reach) for shape, reach in obstacles):
                add_via(board, at, ground)
    fill(board)
    for via in list(board.GetTracks()):
        if via.m_Uuid.AsString() not in old and not _joins_both(board, via.GetPosition()):
            board.Remove(via)
    fill(board)


def _joins_both(board: Any, at: Any) -> bool:
    return all(zone.HitTestFilledArea(zone.GetLayer(), at, 0) for zone in board.Zones())


def fill(board: Any) -> None:
    """Pour the zones anew."""
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())


def _obstacles(board: Any) -> list[tuple[Any, int]]:
    """Shapes, with the distance in KiCad's units that a via's centre must keep from each."""
    clear = pcbnew.FromMM(VIA_MM / 2 + CLEARANCE_MM + 0.02)
    items = list(board.GetTracks()) + list(board.GetPads())
    return [
        (item.GetEffectiveShape(layer), clear)
        for item in items
        for layer in LAYERS
        if item.IsOnLayer(layer)
    ]
