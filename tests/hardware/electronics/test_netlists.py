"""One circuit in every file: netlist, board, BOM; and a change in any of them is seen."""

from __future__ import annotations

import csv
import json

import pytest

from hardware.electronics import made_from
from hardware.electronics.bom import bom
from hardware.electronics.netlist import Netlist, differences, read_board
from hardware.electronics.parts import STOCK
from hardware.electronics.paths import BOARD, BOM, OUT
from hardware.electronics.sheet import BLOCKS


@pytest.fixture(scope="module")
def board() -> Netlist:
    return read_board(BOARD)


def test_the_boards_pads_are_the_netlist(netlist, board):
    assert differences(netlist, board) == []
    for ref, part in netlist.components.items():
        assert board.components[ref].footprint == part.footprint
        assert board.components[ref].value == part.value


def swapped(netlist: Netlist, one: str, other: str) -> Netlist:
    """The netlist with two pins exchanged, given as R1.2."""
    first, second = tuple(one.split(".")), tuple(other.split("."))
    exchange = {first: second, second: first}
    nets = {
        name: frozenset(exchange.get(p, p) for p in pins) for name, pins in netlist.nets.items()
    }
    return Netlist(netlist.components, nets)


@pytest.mark.parametrize(
    ("one", "other"),
    [("J2.1", "J2.2"), ("D11.1", "D11.3"), ("Q1.2", "Q1.3"), ("U1.4", "U1.5"), ("D1.1", "D1.2")],
)
def test_a_swapped_pin_is_caught(netlist, board, one, other):
    lines = differences(swapped(netlist, one, other), board)
    assert any(one in line for line in lines)
    assert any(other in line for line in lines)


def test_a_missing_part_is_caught(netlist, board):
    fewer = {ref: part for ref, part in netlist.components.items() if ref != "R11"}
    assert "only in one: R11" in differences(Netlist(fewer, netlist.nets), board)


def test_the_bom_lists_exactly_the_schematics_parts(netlist):
    text = BOM.read_text(encoding="utf-8")
    assert text == bom(netlist), "run hardware.electronics.build"
    rows = list(csv.DictReader(text.splitlines()))
    listed = [ref for row in rows for ref in row["References"].split()]
    drawn = {ref for block in BLOCKS for ref in block.spots}
    assert sorted(listed) == sorted(netlist.components)
    assert set(listed) == drawn


def test_each_line_of_the_bom_can_be_ordered():
    rows = list(csv.DictReader(BOM.read_text(encoding="utf-8").splitlines()))
    for row in rows:
        assert row["Part"]
        assert row["Price"] in "ABCD"
    # Where a second maker has the same plug or hole, there are plenty; of the rest two each.
    single = {row["Value"] for row in rows if not row["Second source"]}
    assert single <= {"XH 2-way", "XH 3-way", "XH 4-way", "XH 5-way", "M3"}


def test_no_part_in_stock_is_unused(netlist):
    assert {part.stock for part in netlist.components.values()} == set(STOCK)


def test_every_picture_is_of_its_present_source():
    made = json.loads(made_from.RECORD.read_text(encoding="utf-8"))
    now = {name: made_from.digest(source) for name, source in made_from.PICTURES.items()}
    assert made == now, "run hardware.electronics.build"
    assert all((OUT / name).exists() for name in now)
