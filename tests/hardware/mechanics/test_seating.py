"""Which way a piece goes into a slot, tried with the exported meshes as solids."""

from __future__ import annotations

from itertools import permutations, product

import pytest

pytest.importorskip("manifold3d", reason="needs the extra: pip install -e .[hardware]")

import numpy as np

from hardware.mechanics import solid, sources
from hardware.mechanics.catalogue import BASES, base_name

TOUCH = 0.02  # mm^3, what rounding in the meshes can overlap


@pytest.fixture(scope="module")
def body():
    return solid.load(sources.PARTS, "body")


@pytest.fixture(scope="module")
def slot(p):
    """The slot with its pocket's floor at z = 0, like a piece's underside."""
    return solid.load(sources.PARTS, "slot").translate((0, 0, -p.slot.floor))


def turns():
    """All 48 ways of laying the axes, mirrored ones included."""
    for order in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            matrix = np.eye(4)
            matrix[:3, :3] = np.eye(3)[list(order)] * np.array(signs)[:, None]
            yield matrix


def lying(piece, matrix):
    """The piece so turned, over the pocket's middle, its lowest point on the floor."""
    turned = solid.placed(piece, matrix)
    low_x, low_y, low_z, high_x, high_y, _ = turned.bounding_box()
    return turned.translate((-(low_x + high_x) / 2, -(low_y + high_y) / 2, -low_z))


def fits_somewhere(piece, slot) -> bool:
    """Whether the piece on the floor is free of the slot anywhere that it could be pushed to."""
    low_x, low_y, _, high_x, high_y, _ = piece.bounding_box()
    x_play, y_play = 21.5 - (high_x - low_x) / 2, 7.5 - (high_y - low_y) / 2
    if x_play < -0.05 or y_play < -0.05:
        return False
    for dx in np.linspace(-x_play, x_play, 2 + int(4 * max(x_play, 0))):
        for dy in np.linspace(-y_play, y_play, 2 + int(8 * max(y_play, 0))):
            if solid.overlap(piece.translate((dx, dy, 0.01)), slot) < TOUCH:
                return True
    return False


def test_seated_rightly_it_stands_on_the_floor_and_touches_no_wall(body, slot, p):
    assert solid.overlap(body, slot) < TOUCH
    walls = slot.trim_by_plane((0, 0, 1), 0.5)
    assert body.min_gap(walls, 5) == pytest.approx(p.slot.clearance, abs=0.02)
    assert body.translate((0, 0, 0.1)).min_gap(slot, 5) == pytest.approx(0.1, abs=0.02)


def test_its_play_is_the_clearance_and_far_from_half_a_pitch(body, slot, p):
    for axis in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        for distance, free in ((p.slot.clearance - 0.03, True), (p.slot.clearance + 0.05, False)):
            moved = body.translate((axis[0] * distance, axis[1] * distance, 0.01))
            assert (solid.overlap(moved, slot) < TOUCH) == free
    assert p.slot.clearance < 0.2 * p.code.pitch / 2


def test_only_one_of_all_48_turned_and_mirrored_ways_seats(body, slot):
    seats = [m for m in turns() if fits_somewhere(lying(body, m), slot)]
    assert len(seats) == 1
    assert np.array_equal(seats[0], np.eye(4))


def test_without_its_ribs_the_slot_would_take_a_piece_turned_round(body, slot, p):
    """So it is the ribs that the other tests see at work."""
    room = (p.piece.foot_width + 0.7, p.piece.foot_depth + 0.7, 20.0)
    plain = slot - solid.Solid.cube(room, center=True).translate((0, 0, 10))
    assert fits_somewhere(body.rotate((0, 0, 180)), plain)
    assert fits_somewhere(lying(body, np.diag((1.0, 1.0, -1.0, 1.0))), plain)


@pytest.mark.parametrize("contacts", [-6, -3, -2, -1, 1, 2, 3, 6])
def test_shifted_by_whole_contacts_it_does_not_seat(body, slot, p, contacts):
    moved = body.translate((contacts * p.code.pitch, 0, 0.01))
    assert solid.overlap(moved, slot) > 10


@pytest.mark.parametrize("degrees", [3, 5, 10, 45, 90, 135, 170, 180, 190, 270, 350, 355, 357])
def test_twisted_it_does_not_seat(body, slot, degrees):
    assert not fits_somewhere(body.rotate((0, 0, degrees)), slot)


def resting_height(piece, slot) -> float:
    """How far above its seat a piece stops that is let down, in steps of 0.1 mm."""
    lift = 12.0
    while lift > 0 and solid.overlap(piece.translate((0, 0, lift - 0.1)), slot) < TOUCH:
        lift -= 0.1
    return lift


def test_there_is_no_half_way_seat(body, slot, p):
    """Rightly turned it goes down to the floor; turned round it stops at the ribs' full height."""
    assert resting_height(body, slot) < 0.15
    turned = body.rotate((0, 0, 180))
    lowest = min(
        resting_height(turned.translate((dx, dy, 0)), slot)
        for dx in (-0.35, 0, 0.35)
        for dy in (-0.35, 0, 0.35)
    )
    assert lowest >= p.slot.depth - 0.7  # the ribs' tops are bevelled


def test_the_base_fits_the_foot_flush_and_one_way_only(body, p):
    base = solid.load(sources.PARTS, base_name(1))
    assert solid.overlap(base, body) < TOUCH
    flank = base.trim_by_plane((0, 0, -1), -p.base.height + 0.3)
    assert flank.min_gap(body, 2) == pytest.approx(p.base.fit, abs=0.02)
    assert solid.overlap(base.rotate((0, 0, 180)), body) > 1
    assert solid.overlap(base.rotate((0, 180, 0)).translate((0, 0, p.base.height)), body) > 1
    assert solid.overlap(base.rotate((180, 0, 0)).translate((0, 0, p.base.height)), body) > 1


def test_fifteen_kinds_differ_only_where_the_foot_hides_it(p):
    """What any two bases differ by lies inside the foot, above the floor under the magnets."""
    first = solid.load(sources.PARTS, BASES[0].name)
    radius = p.magnet.diameter / 2 + p.magnet.fit + 0.01
    for base in BASES[1:]:
        other = solid.load(sources.PARTS, base.name)
        for difference in (first - other, other - first):
            low_x, low_y, low_z, high_x, high_y, high_z = difference.bounding_box()
            assert low_z >= p.base.floor - 0.001
            assert high_z <= p.base.height + 0.001
            assert max(-low_y, high_y) <= radius
            assert max(-low_x, high_x) <= p.base.width / 2 - p.print.min_wall
