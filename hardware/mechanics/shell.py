"""The lower shell of the box: walls, the carrier board's standoffs, the battery's place, its door.

The box stands with red's player at y < 0; z = 0 is the outside of its bottom. The carrier board
lies left, its USB socket at the left wall; the battery lies right, behind a door in the bottom.
"""

from __future__ import annotations

from build123d import Axis, Box, Cylinder, Part, Pos, Rot, fillet

from hardware.mechanics.params import Params, board_left
from hardware.mechanics.piece import ON_FLOOR

PILOT = 2.5  # for an M3 screw that cuts its own thread
SCREW = 3.4
HEAD = 6.4
BOSS = 8.0
COLUMN = 20.0  # height of the columns that the lid's long bosses stand on
BUTTON_Y = 55.0
DOOR_LAP = 6.0  # of the door beyond its opening, for the screws
DOOR = 2.4


def rounded(length: float, width: float, height: float, radius: float) -> Part:
    """A box on z = 0 with rounded upright edges."""
    block = Box(length, width, height, align=ON_FLOOR)
    return fillet(block.edges().filter_by(Axis.Z), radius)


def corners(p: Params) -> list[tuple[float, float]]:
    """Where lid and shell are screwed together."""
    inset = p.box.wall + BOSS / 2 + 1.5  # clear of the rounded corners
    x, y = p.box.length / 2 - inset, p.box.width / 2 - inset
    return [(sx * x, sy * y) for sx in (-1, 1) for sy in (-1, 1)]


def board_origin(p: Params) -> tuple[float, float, float]:
    """Where the carrier board's corner at the USB wall on red's side is, at its underside."""
    return (board_left(p), -p.usb.edge_centre, p.box.wall + p.box.standoff)


def shell(p: Params) -> Part:
    """The lower shell; printed as it stands."""
    height = p.box.height - p.box.lid
    wall = p.box.wall
    part = rounded(p.box.length, p.box.width, height, p.box.corner)
    part -= Pos(0, 0, wall) * rounded(
        p.box.length - 2 * wall, p.box.width - 2 * wall, height, p.box.corner - wall
    )
    part += [_on(x, y, BOSS, COLUMN) for x, y in corners(p)]
    part += [_on(x, y, BOSS - 1, wall + p.box.standoff) for x, y in _standoffs(p)]
    part += _battery_walls(p)
    part += [_on(x, y, BOSS, 12.0) for x, y in door_screws(p)]
    return Part() + (part - _holes(p) - _openings(p))


def door(p: Params) -> Part:
    """The battery door: a plate under the bottom with a rim in the opening. Origin as it is
    printed: outside down, rim up."""
    length = p.box.battery_length + 2 * DOOR_LAP + 4
    width = p.box.battery_width + 2 * DOOR_LAP - 4
    part = rounded(length, width, DOOR, 3.0)
    rim = Box(p.box.battery_length - 0.6, p.box.battery_width - 0.6, 1.6, align=ON_FLOOR)
    rim -= Box(p.box.battery_length - 3.8, p.box.battery_width - 3.8, 4, align=ON_FLOOR)
    part += Pos(0, 0, DOOR) * rim
    for x, y in door_screws(p):
        part -= Pos(x - p.box.battery_x, y, -1) * Cylinder(SCREW / 2, 8, align=ON_FLOOR)
    return Part() + part


def bumper(p: Params) -> Part:
    """A soft foot with a stud that is pressed into the bottom; printed in TPU, stud up."""
    part = Cylinder(7.0, p.box.foot_height, align=ON_FLOOR)
    return Part() + (
        part + Pos(0, 0, p.box.foot_height) * Cylinder(2.9, p.box.wall, align=ON_FLOOR)
    )


def bumper_places(p: Params) -> list[tuple[float, float]]:
    """Where the feet are, beside the corner screws."""
    return [(x - 14 * (1 if x > 0 else -1), y) for x, y in corners(p)]


def door_screws(p: Params) -> list[tuple[float, float]]:
    """The door's two screws, left and right of the opening."""
    reach = p.box.battery_length / 2 + DOOR_LAP - 1.5
    return [(p.box.battery_x - reach, 0.0), (p.box.battery_x + reach, 0.0)]


def _on(x: float, y: float, diameter: float, height: float) -> Part:
    return Pos(x, y, 0) * Cylinder(diameter / 2, height, align=ON_FLOOR)


def _standoffs(p: Params) -> list[tuple[float, float]]:
    left, front, _ = board_origin(p)
    inset = p.carrier.hole_inset
    return [
        (left + x, front + y)
        for x in (inset, p.carrier.across - inset)
        for y in (inset, p.carrier.along - inset)
    ]


def _battery_walls(p: Params) -> Part:
    """A low wall around the opening keeps the battery from the electronics."""
    length, width = p.box.battery_length, p.box.battery_width
    ring = Box(length + 3.2, width + 3.2, 18.0, align=ON_FLOOR)
    ring -= Box(length, width, 40.0, align=ON_FLOOR)
    ring -= Pos(-length / 2, width / 2 - 6, 12) * Box(8, 6, 12, align=ON_FLOOR)  # for its leads
    return Pos(p.box.battery_x, 0, 0) * ring


def _holes(p: Params) -> list[Part]:
    holes = []
    for x, y in corners(p):
        holes.append(_on(x, y, SCREW, COLUMN + 1))
        holes.append(_on(x, y, HEAD, COLUMN - 8))
    for x, y in _standoffs(p):
        holes.append(Pos(x, y, p.box.wall) * Cylinder(PILOT / 2, 30, align=ON_FLOOR))
    for x, y in door_screws(p):
        holes.append(_on(x, y, PILOT, 10.0))
    for x, y in bumper_places(p):
        holes.append(_on(x, y, 6.0, p.box.wall + 1))
    holes.append(Pos(p.box.battery_x, 0, 0) * Box(p.box.battery_length, p.box.battery_width, 9))
    return holes


def button_place(p: Params) -> tuple[float, float]:
    """The button's hole in the left wall, along y and z: beside the board, under the well."""
    under_well = p.box.height - p.box.well_depth - p.box.well_wall
    return (BUTTON_Y, (p.box.wall + under_well) / 2)


def sound_place(p: Params) -> tuple[float, float]:
    """The middle of the slits in the bottom, between board and battery; a piezo lies over them."""
    left = board_left(p) + p.carrier.across
    right = p.box.battery_x - p.box.battery_length / 2 - 1.6
    return ((left + right) / 2, 0.0)


def _openings(p: Params) -> list[Part]:
    """USB and button in the left wall, which faces neither player, and sound through the bottom."""
    wall_x, (button_y, button_z) = -p.box.length / 2, button_place(p)
    usb_z = board_origin(p)[2] + p.carrier.thickness + p.usb.centre_above_board
    plug = Pos(wall_x, 0, usb_z) * Box(2 * p.box.wall, 13.0, 8.0)
    button = Pos(wall_x, button_y, button_z) * _teardrop(p.box.button / 2)
    sound_x, sound_y = sound_place(p)
    slits = [
        Pos(sound_x + 3.2 * i, sound_y, 0) * Box(1.6, 16, 4 * p.box.wall) for i in range(-3, 4)
    ]
    return [plug, button, *slits]


def _teardrop(radius: float) -> Part:
    """A hole through the wall with a pointed top, which prints without support."""
    roof = Rot(45, 0, 0) * Pos(0, radius / 2, radius / 2) * Box(20, radius, radius)
    return Rot(0, 90, 0) * Cylinder(radius, 20) + roof
