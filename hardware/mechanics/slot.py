"""The slot that takes a piece's foot, and the carrier that holds seven Hall switches under it.

Both lie as the player sees them: x to the right, y away, z up from their undersides. A seated
piece has its own origin ``slot.floor`` above the slot's.
"""

from __future__ import annotations

from build123d import Axis, Box, Cylinder, Part, Pos, chamfer

from hardware.mechanics.params import Params, contact_x
from hardware.mechanics.piece import ON_FLOOR

SCREW = 3.4  # clearance hole for M3
LEAD_SLOT = 2.4
BOSS_HEIGHT = 6.0  # of the lid's bosses for these screws


def outer(p: Params) -> tuple[float, float]:
    """Length (along x, with the ears) and depth of slot and carrier."""
    return (
        p.piece.foot_width + 2 * (p.slot.clearance + p.slot.wall + p.slot.ear),
        p.piece.foot_depth + 2 * (p.slot.clearance + p.slot.wall),
    )


def screw_x(p: Params) -> float:
    """Distance of the two screws from the slot's middle."""
    return p.piece.foot_width / 2 + p.slot.clearance + p.slot.wall + p.slot.ear / 2


def slot(p: Params) -> Part:
    """The pocket with a closed floor, and a rib at each end that only a rightly turned foot has
    a groove for; the ears are low, since the lid's screw bosses reach down to them."""
    length, depth = outer(p)
    high = p.slot.depth + p.slot.floor
    wide = length - 2 * p.slot.ear
    block = Box(length, depth, high - BOSS_HEIGHT, align=ON_FLOOR)
    block += Box(wide, depth, high, align=ON_FLOOR)
    pocket = Box(
        p.piece.foot_width + 2 * p.slot.clearance,
        p.piece.foot_depth + 2 * p.slot.clearance,
        p.slot.depth,
        align=ON_FLOOR,
    )
    raised = Pos(0, 0, p.slot.floor)
    part = block - raised * pocket + [raised * rib for rib in _ribs(p)]
    return Part() + (part - _screws(p, high))


def _ribs(p: Params) -> list[Part]:
    """The ribs reach into the wall, so that they are one with it."""
    end = p.piece.foot_width / 2 + p.slot.clearance
    length = p.key.rib_depth + 0.5
    ribs = []
    for side, y in ((-1, p.key.left_y), (1, p.key.right_y)):
        rib = Pos(side * (end + 0.5 - length / 2), y, -0.5) * Box(
            length, p.key.rib_width, p.slot.depth + 0.5, align=ON_FLOOR
        )
        inner_top = rib.edges().group_by(Axis.Z)[-1].sort_by(Axis.X)[0 if side > 0 else -1]
        ribs.append(chamfer(inner_top, 0.6))
    return ribs


def carrier(p: Params) -> Part:
    """The plate under the slot: seven pockets for flat TO-92s, marked face up against the floor.

    The leads leave each pocket downwards, on the side away from the player, to a strip of
    perfboard.
    """
    length, depth = outer(p)
    thickness = p.sensor.carrier_thickness
    plate = Box(length, depth, thickness, align=ON_FLOOR)
    wide, tall = p.sensor.width + 2 * p.sensor.fit, p.sensor.height + 2 * p.sensor.fit
    for x in contact_x(p):
        plate -= Pos(x, 0, thickness) * Box(wide, tall, 2 * p.sensor.thickness)
        lead_y = tall / 2 + LEAD_SLOT / 2
        plate -= Pos(x, lead_y - 0.1, 0) * Box(wide, LEAD_SLOT + 0.2, 3 * thickness)
    return Part() + (plate - _screws(p, thickness))


def _screws(p: Params, height: float) -> list[Part]:
    return [Pos(side * screw_x(p), 0, 0) * Cylinder(SCREW / 2, 3 * height) for side in (-1, 1)]
