"""A piece: one body for all ranks, and the base that carries the code inside it.

Seen from its owner: x to the right, y away, z up; the origin is in the middle of the underside.
The insignia goes into the recess on the owner's side, y < 0.
"""

from __future__ import annotations

from build123d import (
    Align,
    Axis,
    Box,
    Cylinder,
    Part,
    Polygon,
    Pos,
    chamfer,
    extrude,
)

from hardware.mechanics.params import Params, contact_x, groove_depth, groove_height

ON_FLOOR = (Align.CENTER, Align.CENTER, Align.MIN)


def body(p: Params) -> Part:
    """The visible piece, hollow at the foot for the base."""
    foot = Box(p.piece.foot_width, p.piece.foot_depth, p.piece.foot_height, align=ON_FLOOR)
    plate = Box(p.piece.foot_width, p.piece.plate_thickness, p.piece.height, align=ON_FLOOR)
    long_edges = foot.edges().group_by(Axis.Z)[-1].filter_by(Axis.X)
    foot = chamfer(long_edges, p.piece.edge)
    plate = chamfer(plate.edges().group_by(Axis.Z)[-1].filter_by(Axis.X), p.piece.edge)
    cavity = _insert(p, p.base.fit)
    return Part() + (foot + plate - cavity - _grooves(p) - _sticker_recess(p))


def base(p: Params, word: int) -> Part:
    """The insert with three pockets for magnets, open upwards; hidden once it is glued in.

    Args:
        word: the piece code, an int of seven bits, contact 1 (the owner's left) the highest.
    """
    radius = p.magnet.diameter / 2 + p.magnet.fit
    part = _insert(p, 0.0)
    for i, x in enumerate(contact_x(p)):
        if word >> (p.code.contacts - 1 - i) & 1:
            part -= Pos(x, 0, p.base.floor) * Cylinder(radius, p.base.height, align=ON_FLOOR)
    return Part() + part


def _keys(p: Params, end_x: float, gap: float, height: float) -> list[Part]:
    """Prisms at both ends, as wide and deep as the ribs and ``gap`` more, reaching ``end_x``."""
    inner = p.piece.foot_width / 2 - groove_depth(p) + p.slot.clearance - gap
    reach = 2.0  # past the end, so that no sliver stays
    width = p.key.rib_width + 2 * gap
    shapes = []
    for side, y in ((-1, p.key.left_y), (1, p.key.right_y)):
        length = end_x + reach - inner
        shapes.append(
            Pos(side * (inner + length / 2), y, 0) * Box(length, width, height, align=ON_FLOOR)
        )
    return shapes


def _grooves(p: Params) -> list[Part]:
    return _keys(p, p.piece.foot_width / 2, p.slot.clearance, groove_height(p))


def _insert(p: Params, grow: float) -> Part:
    """The base's block, ``grow`` larger a side, without the corner at the owner's left front."""
    x, y, cut = p.base.width / 2 + grow, p.base.depth / 2 + grow, p.base.corner
    outline = Polygon((-x, y), (-x, cut - y), (cut - x, -y), (x, -y), (x, y), align=None)
    return extrude(outline, p.base.height)


def _sticker_recess(p: Params) -> Part:
    middle = (p.piece.foot_height + p.piece.height) / 2
    depth = p.piece.sticker_recess
    return Pos(0, -p.piece.plate_thickness / 2, middle) * Box(
        p.piece.sticker_width, 2 * depth, p.piece.sticker_height
    )
