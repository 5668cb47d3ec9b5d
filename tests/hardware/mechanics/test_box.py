"""The box put together from the exported meshes."""

from __future__ import annotations

from itertools import combinations

import pytest

pytest.importorskip("manifold3d", reason="needs the extra: pip install -e .[hardware]")
pytest.importorskip("build123d", reason="needs the extra: pip install -e .[hardware]")

from hardware.mechanics import lid, props, shell, solid, sources
from hardware.mechanics.assembly import assembled, seat
from hardware.mechanics.catalogue import BOX_PARTS

TOUCH = 0.02


@pytest.fixture(scope="module")
def placed(p):
    """Every part in its place, and a piece in each slot."""
    parts = [
        (part.part, solid.placed(solid.load(sources.PARTS, part.part), part.matrix))
        for part in assembled(p)
    ]
    body = solid.load(sources.PARTS, "body")
    return parts + [(army, solid.placed(body, seat(p, army))) for army in ("red", "blue")]


def test_no_two_parts_share_any_room(placed):
    clashes = [
        (a, b, round(solid.overlap(one, other), 2))
        for (a, one), (b, other) in combinations(placed, 2)
        if solid.overlap(one, other) > TOUCH
    ]
    assert not clashes


def test_the_carrier_board_has_its_room(placed, p):
    room = props.board_room(p)
    assert [name for name, part in placed if solid.overlap(room, part) > TOUCH] == []


def test_the_boards_holes_are_over_standoffs(placed, p):
    x, y, z = shell.board_origin(p)
    box = dict(placed)["shell"]
    for hx in (p.carrier.hole_inset, p.carrier.across - p.carrier.hole_inset):
        for hy in (p.carrier.hole_inset, p.carrier.along - p.carrier.hole_inset):
            ring = solid.Solid.cylinder(0.4, 2.6, circular_segments=32)
            under = ring.translate((x + hx, y + hy, z - 0.4))
            assert solid.overlap(under, box) > 2  # plastic around the screw
            screw = solid.Solid.cylinder(4, 1.2).translate((x + hx, y + hy, z - 4))
            assert solid.overlap(screw, box) < TOUCH


def test_a_usb_plug_reaches_the_socket(placed, p):
    x, y, z = shell.board_origin(p)
    height = z + p.carrier.thickness + p.usb.centre_above_board
    plug = props.block((-120, y + p.usb.edge_centre - 6, height - 3.5), (22, 12, 7))
    assert [name for name, part in placed if solid.overlap(plug, part) > TOUCH] == []
    assert x - p.usb.overhang - (-p.box.length / 2) <= 4.5  # what a plug's front can bridge


def clashes(placed, p, probe) -> list[str]:
    """What a bought part would run into; the carrier board's room counts as a part."""
    parts = [*placed, ("carrier board", props.board_room(p))]
    return [name for name, part in parts if solid.overlap(probe, part) > TOUCH]


def test_a_panel_button_has_room_behind_its_hole(placed, p):
    """A 12 mm button: its thread in the hole, its nut of 15 mm and 22 mm of body in the box."""
    wall = -p.box.length / 2
    for start, length, radius in ((-1, 4, 5.9), (p.box.wall + 0.1, 22, 7.5)):
        rod = solid.Solid.cylinder(length, radius, circular_segments=48).rotate((0, 90, 0))
        assert clashes(placed, p, rod.translate((wall + start, *shell.button_place(p)))) == []


def test_a_piezo_of_27_mm_lies_over_the_slits(placed, p):
    x, y = shell.sound_place(p)
    disc = solid.Solid.cylinder(3, 13.5, circular_segments=48)
    assert clashes(placed, p, disc.translate((x, y, p.box.wall + 0.01))) == []
    air = solid.Solid.cube((0.8, 12, 3)).translate((x - 0.4, y - 6, -0.1))
    assert clashes(placed, p, air) == []


def test_the_pixels_are_in_the_chains_order_under_their_windows(placed, p):
    """3 red side, 2 victory, 3 blue side; each window is filled by its diffuser."""
    places = lid.pixels(p)
    assert len(places) == 8
    y = [place[1] for place in places]
    assert max(y[:3]) < min(y[3:5]) <= max(y[3:5]) < min(y[5:])
    assert [x for x, _ in places[:3]] == sorted(x for x, _ in places[:3])
    assert places[3][0] > places[4][0]  # the chain goes back and forth like a snake
    diffusers = solid.union(part for name, part in placed if name.startswith("diffuser"))
    for x, y in places:
        probe = solid.Solid.cylinder(0.5, 3).translate((x, y, p.box.height - 0.6))
        assert solid.overlap(probe, diffusers) > 0.9 * probe.volume()


def test_a_pixels_light_reaches_its_window_alone(placed, p):
    holders = solid.union(part for name, part in placed if name.startswith("pixel_holder"))
    under = p.box.height - p.box.lid - lid.DIFFUSER
    for x, y in lid.pixels(p):
        tube = solid.Solid.cylinder(5, 4).translate((x, y, under - 5.2))
        assert solid.overlap(tube, holders) < TOUCH


def test_the_rows_of_lights_are_wider_than_the_pieces_before_them(p):
    """So a piece standing in its slot hides no more than the middle light of its owner's row."""
    for row in (lid.pixels(p)[:3], lid.pixels(p)[5:]):
        seen = [x for x, _ in row if abs(x) - p.pixel.window / 2 > p.piece.foot_width / 2]
        assert len(seen) == 2


def test_a_well_takes_eight_pieces_standing(p):
    assert p.box.well_length // (p.piece.foot_depth + 0.4) == 8
    assert p.box.well_width > p.piece.foot_width + 2


def test_both_armies_have_the_same_slot_turned_half_round(p):
    red, blue = seat(p, "red"), seat(p, "blue")
    assert red[1, 3] == -p.box.slot_y
    assert blue[1, 3] == p.box.slot_y
    assert blue[0, 0] == blue[1, 1] == -1


def test_every_box_part_is_in_the_assembly_as_often_as_it_is_printed(p):
    used = [part.part for part in assembled(p)]
    assert {part.name: used.count(part.name) for part in BOX_PARTS} == {
        part.name: part.count for part in BOX_PARTS
    }
