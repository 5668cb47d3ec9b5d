"""The exported meshes as a printer gets them; read without a CAD program."""

from __future__ import annotations

import zipfile
from xml.etree import ElementTree

import pytest

from arbiter import codes
from hardware.mechanics import mesh, prints, sources
from hardware.mechanics.catalogue import BASES, KINDS, PARTS, base_name, word_of
from hardware.mechanics.params import contact_x

NAMES = [part.name for part in PARTS]
SETS = [(name, kind) for name, kind in zip((b.name for b in BASES), KINDS, strict=True)]


@pytest.mark.parametrize("name", NAMES)
def test_every_part_is_one_closed_solid(read, name):
    solid = read(name)
    assert mesh.open_edges(solid) == 0
    assert mesh.bodies(solid) == 1
    assert mesh.volume(solid) > 0


def test_an_opened_mesh_is_noticed(read):
    assert mesh.open_edges(read("slot")[1:]) == 3
    flipped = [tuple(reversed(read("slot")[0])), *read("slot")[1:]]
    assert mesh.open_edges(flipped) > 0


def test_no_file_is_missing_and_none_is_left_over():
    there = {path.name for path in sources.PARTS.iterdir()}
    wanted = {f"{name}.{kind}" for name in NAMES for kind in ("stl", "step", "3mf")}
    assert there == wanted | {"prints.md", sources.STAMP}


@pytest.mark.parametrize("name", NAMES)
def test_the_3mf_holds_the_same_mesh(read, name):
    with zipfile.ZipFile(sources.PARTS / f"{name}.3mf") as archive:
        root = ElementTree.fromstring(archive.read("3D/3dmodel.model"))
    space = {"m": root.tag.partition("}")[0][1:]}
    assert root.get("unit") == "millimeter"
    points = [
        tuple(float(v.get(axis)) for axis in "xyz") for v in root.iterfind(".//m:vertex", space)
    ]
    faces = [
        tuple(points[int(t.get(c))] for c in ("v1", "v2", "v3"))
        for t in root.iterfind(".//m:triangle", space)
    ]
    assert mesh.open_edges(faces) == 0
    assert mesh.volume(faces) == pytest.approx(mesh.volume(read(name)), rel=1e-6)


def code_of(solid, p) -> int:
    """The word that a base carries: a pocket lowers its top to the magnets' floor."""
    word = 0
    for x in contact_x(p):
        top = mesh.heights_at(solid, x + 0.01, 0.013)[-1]
        assert top in (pytest.approx(p.base.floor), pytest.approx(p.base.height))
        word = word << 1 | (top < p.base.height - 0.1)
    return word


@pytest.mark.parametrize(("name", "kind"), SETS)
def test_the_code_is_read_back_from_the_mesh(read, p, name, kind):
    assert code_of(read(name), p) == word_of(kind)


def test_the_sixteen_words_are_the_firmwares(read, p):
    words = {code_of(read(base_name(kind)), p) for kind in KINDS}
    assert words == {*codes.WORDS, codes.TEST_PIECE}
    assert len(words) == 16


def test_a_base_put_in_the_wrong_way_round_is_kept_out_by_its_corner(read, p):
    low, high = mesh.bounds(read("base_15_flag"))
    corners = [(x, y) for x in (low[0] + 0.3, high[0] - 0.3) for y in (low[1] + 0.3, high[1] - 0.3)]
    cut = [xy for xy in corners if not mesh.heights_at(read("base_15_flag"), *xy)]
    assert cut == [corners[0]]
    blocked = mesh.heights_at(read("body"), *corners[0])
    assert blocked[0] == 0.0  # where the foot is solid
    assert mesh.heights_at(read("body"), *corners[1])[0] == pytest.approx(p.base.height)


def test_all_kinds_look_alike_from_below(read, p):
    """The underside and the flanks are the same; only the hidden upper side differs."""
    under = [
        sorted({point for t in read(b.name) for point in t if point[2] < p.base.floor - 0.01})
        for b in BASES
    ]
    assert all(points == under[0] for points in under)
    assert mesh.bounds(read("base_00_test_piece")) == mesh.bounds(read("base_15_flag"))
    for x in [0.7 * i for i in range(-25, 26)]:
        assert {tuple(mesh.heights_at(read(b.name), x, 3.1)) for b in BASES} == {
            (0.0, p.base.height)
        }


def test_all_kinds_weigh_the_same(read, p):
    magnets = 3 * prints.NEODYMIUM * 3.14159 * p.magnet.diameter**2 / 4 * p.magnet.thickness
    body = prints.grams(PARTS[0], read("body"))
    grams = [body + prints.grams(b, read(b.name)) + magnets for b in BASES]
    assert max(grams) / min(grams) < 1.001
    assert 8 < grams[0] < 12


def test_no_kind_is_told_by_its_balance(read, p):
    """How far the code moves the middle of the weight, with the magnets in: under 0.5 mm."""
    disc = prints.NEODYMIUM * 3.14159 * p.magnet.diameter**2 / 4 * p.magnet.thickness
    for base, kind in zip(BASES, KINDS, strict=True):
        places = [x for i, x in enumerate(contact_x(p)) if word_of(kind) >> (6 - i) & 1]
        plastic = prints.grams(base, read(base.name))
        turning = plastic * mesh.centre_of_mass(read(base.name))[0] + disc * sum(places)
        whole = plastic + 3 * disc + prints.grams(PARTS[0], read("body"))
        assert abs(turning / whole) < 0.5


def test_a_piece_stands_firmly(read, p):
    """It must be tilted by more than 15 degrees to fall over."""
    height = mesh.centre_of_mass(read("body"))[2]
    assert (p.piece.foot_depth / 2) / height > 0.268


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_part_prints_without_support(read, p, part):
    assert all(c.span <= p.print.max_bridge for c in mesh.ceilings(read(part.name)) if c.area > 1)


@pytest.mark.parametrize("name", NAMES)
def test_every_part_lies_on_the_bed_and_fits_it(read, p, name):
    low, high = mesh.bounds(read(name))
    assert low[2] == pytest.approx(0, abs=1e-4)
    assert max(high[0] - low[0], high[1] - low[1]) <= p.print.bed


def test_an_unsupported_roof_is_noticed(read):
    upside_down = [tuple((x, -y, -z) for x, y, z in t) for t in read("shell")]
    assert max(c.span for c in mesh.ceilings(upside_down)) > 100


def test_the_parts_are_newer_than_their_sources(p):
    assert sources.stamped(sources.PARTS) == sources.of_parts(p), (
        "python -m hardware.mechanics build"
    )
