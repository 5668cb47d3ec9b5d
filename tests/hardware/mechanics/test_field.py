"""The field of the magnets: the formula against two others, then the margins of the design."""

from __future__ import annotations

from math import hypot, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.mechanics import field, mesh, sensing_table, sources
from hardware.mechanics.catalogue import BASES, KINDS, word_of
from hardware.mechanics.params import contact_x

ALL = tuple(word_of(kind) for kind in KINDS)
DOC = sources.HERE.parent / "sensing.md"


@given(z=st.floats(0.2, 20), radius=st.floats(0.5, 5), thickness=st.floats(0.3, 5))
def test_on_its_axis_the_formula_is_the_textbooks(z, radius, thickness):
    far = z + thickness
    known = 1200 / 2 * (far / hypot(far, radius) - z / hypot(z, radius))
    assert field.axial(0.0, z, radius, thickness, 1200) == pytest.approx(known, rel=1e-6)


@given(rho=st.floats(30, 60), z=st.floats(30, 60))
def test_from_afar_a_magnet_is_a_dipole(rho, z):
    height = z + 0.5
    moment = 1200 * pi * 1.5**2 / (4 * pi)
    known = moment * (2 * height**2 - rho**2) / hypot(rho, height) ** 5
    scale = moment / hypot(rho, height) ** 3
    assert field.axial(rho, z, 1.5, 1.0, 1200) == pytest.approx(known, abs=0.02 * scale)


@pytest.fixture(scope="module")
def margin(p):
    return field.margin(p, ALL)


def test_a_switch_over_a_magnet_always_operates(margin):
    assert margin.on_ratio >= 1.3


def test_no_other_switch_ever_operates_at_any_height_of_the_piece(margin):
    """So on its way in or out a piece shows some of its three contacts, and never another."""
    assert margin.off_ratio >= 1.05


def test_a_wrongly_turned_piece_rests_too_high_to_be_read(margin, p):
    assert margin.silent_from <= p.slot.depth


def test_a_stronger_grade_is_refused_by_the_numbers(p, monkeypatch):
    monkeypatch.setattr(field, "STRONGEST_MT", 1480.0)  # N52
    assert field.margin(p, ALL).off_ratio < 1.0


def pockets(solid, level: float) -> list[float]:
    """The middles along x of the pockets that a row at y = 0 cuts below ``level``."""
    row = [t for t in solid if min(q[1] for q in t) <= 0.003 <= max(q[1] for q in t)]
    middles, inside = [], []
    for step in range(-400, 401):
        x = step * 0.05
        heights = mesh.heights_at(row, x + 0.003, 0.003)
        if heights and heights[-1] < level:
            inside.append(x)
        elif inside:
            middles.append(sum(inside) / len(inside))
            inside = []
    return middles


def test_three_magnets_lie_over_exactly_three_sensors(read, p):
    """Both meshes measured: pockets of the base against pockets of the carrier, by 0.1 mm."""
    sensors = pockets(read("sensor_carrier"), p.sensor.carrier_thickness - 0.1)
    assert sensors == pytest.approx(list(contact_x(p)), abs=0.1)
    for base, kind in zip(BASES, KINDS, strict=True):
        magnets = pockets(read(base.name), p.base.height - 0.1)
        over = [i for i, x in enumerate(sensors) if any(abs(x - m) < 0.1 for m in magnets)]
        assert len(magnets) == len(over) == 3
        assert sum(1 << (6 - i) for i in over) == word_of(kind)


def test_pieces_on_the_board_do_not_pull_each_other(p):
    """Two pieces back to back, every magnet at a foot's depth: under a fifth of their weight."""
    moment = field.STRONGEST_MT * 1e-3 / (4e-7 * pi) * pi * 1.5e-3**2 * 1e-3  # A m^2
    apart = p.piece.foot_depth * 1e-3
    assert 9 * 3e-7 * moment**2 / apart**4 < 0.09 / 5


def test_the_page_on_sensing_holds_these_numbers(p):
    assert sensing_table.table(p) in DOC.read_text(encoding="utf-8"), (
        "python -m hardware.mechanics sensing"
    )
