"""The upper half of the box: lid, losers' wells, light diffusers and the holders of the pixels.

Same axes as the lower shell, but z = 0 is the lid's upper face and everything hangs below it.
The pixels follow the chain as a snake: red's row from left to right as red sees it, the victory
pair back from right to left, blue's row again from left to right as red sees it.
"""

from __future__ import annotations

from build123d import Align, Box, Cylinder, Part, Pos, Rectangle, extrude

from hardware.mechanics import slot as slots
from hardware.mechanics.params import Params
from hardware.mechanics.piece import ON_FLOOR
from hardware.mechanics.shell import BOSS, COLUMN, PILOT, corners, rounded

UNDER = (Align.CENTER, Align.CENTER, Align.MAX)
FIT = 0.3  # a side, between parts that are put together once
DIFFUSER = 1.0
ROW_WIDTH = 14.0
RAIL = 1.6
LIP = 1.4  # thickness of the rim inside the shell's walls
SEAT = 1.4  # of the wells' conical rim, by which they hang in the lid


def pixels(p: Params) -> tuple[tuple[float, float], ...]:
    """Where the eight pixels are, in the order of the chain: 3 red, 2 victory, 3 blue."""
    pitch, y = p.pixel.pitch, p.pixel.row_y
    row = [(i * pitch, 0.0) for i in (-1, 0, 1)]
    red = [(x, -y) for x, _ in row]
    victory = [(pitch / 2, 0.0), (-pitch / 2, 0.0)]
    return (*red, *victory, *[(x, y) for x, _ in row])


def rows(p: Params) -> tuple[tuple[int, float], ...]:
    """The three rows of lights: how many pixels, and where along y."""
    return ((3, -p.pixel.row_y), (2, 0.0), (3, p.pixel.row_y))


def well_x(p: Params) -> float:
    """Distance of the wells' middle from the box's."""
    return p.box.length / 2 - p.box.wall - 2.0 - p.box.well_width / 2 - p.box.well_wall


def lid(p: Params) -> Part:
    """The lid; printed with its upper face down."""
    part = Pos(0, 0, -p.box.lid) * rounded(p.box.length, p.box.width, p.box.lid, p.box.corner)
    part += _lip(p)
    part += [_boss(x, y, BOSS, p.box.height - COLUMN) for x, y in corners(p)]
    part += [_boss(x, y, BOSS, p.box.lid + slots.BOSS_HEIGHT) for x, y in _slot_screws(p)]
    part += [_rails(p, count, y) for count, y in rows(p)]
    part -= [Pos(x, y, 1) * Cylinder(p.pixel.window / 2, 9, align=UNDER) for x, y in pixels(p)]
    part -= [_slot_opening(p, side) for side in (-1, 1)]
    part -= [_well_opening(p, side) for side in (-1, 1)]
    part -= [_pilot(x, y, p.box.height - COLUMN, 10.0) for x, y in corners(p)]
    deep = p.box.lid + slots.BOSS_HEIGHT
    part -= [_pilot(x, y, deep, deep - 1.6) for x, y in _slot_screws(p)]
    return Part() + (part - _marks(p))


def well(p: Params) -> Part:
    """A tub for the losers' pieces, hung into the lid; z = 0 is its floor's underside."""
    t = p.box.well_wall
    length, width, height = p.box.well_width + 2 * t, p.box.well_length + 2 * t, _well_height(p)
    tub = rounded(length, width, height, 4.0)
    tub += Pos(0, 0, height) * _flare(length, width, SEAT)
    return Part() + (tub - Pos(0, 0, t) * rounded(length - 2 * t, width - 2 * t, height, 4.0 - t))


def diffuser(p: Params, count: int) -> Part:
    """A white plate behind the windows with a plug for each; printed with the plugs up."""
    part = Box(_row_length(p, count), ROW_WIDTH, DIFFUSER, align=ON_FLOOR)
    for i in range(count):
        x = (i - (count - 1) / 2) * p.pixel.pitch
        plug = Cylinder((p.pixel.window - 0.4) / 2, p.box.lid + DIFFUSER, align=ON_FLOOR)
        part += Pos(x, 0, 0) * plug
    return Part() + part


def holder(p: Params, count: int) -> Part:
    """A black block with a tube for each pixel's light; z = 0 lies on the diffuser, the pixels and
    their wires are pushed into the channel at the top."""
    part = Box(_row_length(p, count), ROW_WIDTH, p.pixel.holder_height, align=ON_FLOOR)
    for i in range(count):
        x = (i - (count - 1) / 2) * p.pixel.pitch
        part -= Pos(x, 0, 0) * Cylinder(p.pixel.window / 2, 40)
    channel = Box(200, p.pixel.strip_width + 0.5, 5.0)
    return Part() + (part - Pos(0, 0, p.pixel.holder_height) * channel)


def _row_length(p: Params, count: int) -> float:
    return (count - 1) * p.pixel.pitch + ROW_WIDTH


def _well_height(p: Params) -> float:
    return p.box.well_depth + p.box.well_wall


def _boss(x: float, y: float, diameter: float, height: float) -> Part:
    return Pos(x, y, 0) * Cylinder(diameter / 2, height, align=UNDER)


def _pilot(x: float, y: float, boss: float, depth: float) -> Part:
    return Pos(x, y, -boss) * Cylinder(PILOT / 2, depth, align=ON_FLOOR)


def _slot_screws(p: Params) -> list[tuple[float, float]]:
    x, y = slots.screw_x(p), p.box.slot_y
    return [(sx * x, sy * y) for sx in (-1, 1) for sy in (-1, 1)]


def _lip(p: Params) -> Part:
    """A rim that finds its place inside the shell's walls."""
    length = p.box.length - 2 * (p.box.wall + FIT)
    width = p.box.width - 2 * (p.box.wall + FIT)
    radius = p.box.corner - p.box.wall - FIT
    ring = rounded(length, width, p.box.lid + 3.0, radius)
    ring -= rounded(length - 2 * LIP, width - 2 * LIP, p.box.lid + 3.0, radius - LIP)
    return Pos(0, 0, -p.box.lid - 3.0) * ring


def _rails(p: Params, count: int, y: float) -> Part:
    """A frame under the lid that diffuser and holder are pressed into."""
    length, width = _row_length(p, count) + FIT, ROW_WIDTH + FIT
    height = p.box.lid + 6.0
    frame = Box(length + 2 * RAIL, width + 2 * RAIL, height, align=UNDER)
    frame -= Pos(0, 0, -p.box.lid) * Box(length, width, height, align=UNDER)
    return Pos(0, y, 0) * frame


def _slot_opening(p: Params, side: int) -> Part:
    """A little wider than the slot, with a funnel that leads the foot in."""
    length = p.piece.foot_width + 2 * p.slot.lid_clearance
    depth = p.piece.foot_depth + 2 * p.slot.lid_clearance
    opening = Box(length, depth, 3 * p.box.lid) + _flare(length, depth, p.slot.lead_in)
    return Pos(0, side * p.box.slot_y, 0) * opening


def _well_opening(p: Params, side: int) -> Part:
    t = p.box.well_wall
    length = p.box.well_width + 2 * (t + FIT)
    width = p.box.well_length + 2 * (t + FIT)
    opening = Pos(0, 0, -10) * rounded(length, width, 20, 4.0 + FIT)
    return Pos(side * well_x(p), 0, 0) * (opening + _flare(length, width, SEAT))


def _flare(length: float, width: float, size: float) -> Part:
    """A block that ends at z = 0 and widens by ``size`` a side over its height of ``size``."""
    return Pos(0, 0, -size) * extrude(Rectangle(length, width), size, taper=-45)


def _marks(p: Params) -> list[Part]:
    """One dimple at red's slot and two at blue's, to be felt."""
    y = p.box.slot_y
    places = [(-28.5, -y + 14), (28.5, y - 14), (21.5, y - 14)]
    return [Pos(px, py, 0) * Cylinder(2.5, 1.2) for px, py in places]
