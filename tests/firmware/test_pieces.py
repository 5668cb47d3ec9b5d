"""The 15 kinds of piece and their names."""

import pytest

from arbiter import pieces
from firmware.rulebook import PIECES

ARMY = dict.fromkeys(PIECES, 1) | {"Private": 6, "Agent": 2}


def test_an_army_has_21_pieces_of_15_kinds():
    assert tuple(range(1, 16)) == pieces.KINDS
    assert sum(pieces.COUNTS) == 21
    assert {pieces.name(kind): pieces.COUNTS[kind - 1] for kind in pieces.KINDS} == ARMY


def test_names_lead_both_ways():
    assert tuple(pieces.name(kind) for kind in pieces.KINDS) == PIECES == pieces.NAMES
    assert tuple(pieces.kind(name) for name in PIECES) == pieces.KINDS


def test_what_is_no_piece_is_no_kind():
    assert pieces.EMPTY not in pieces.KINDS
    assert pieces.UNSEATED not in pieces.KINDS
    assert pieces.EMPTY != pieces.UNSEATED


@pytest.mark.parametrize("kind", [pieces.EMPTY, pieces.UNSEATED, 16, -15, None, "Flag"])
def test_what_is_no_kind_has_no_name(kind):
    with pytest.raises(ValueError, match="not a kind"):
        pieces.name(kind)


@pytest.mark.parametrize("name", ["", "flag", " Flag", "General", None, 15])
def test_only_the_exact_name_names_a_kind(name):
    with pytest.raises(ValueError, match="not the name"):
        pieces.kind(name)


def test_the_officers_are_the_twelve_highest():
    officers = [kind for kind in range(-2, 18) if pieces.is_officer(kind)]
    assert officers == list(range(1, 13))
    assert pieces.name(pieces.SERGEANT) == "Sergeant"
    assert pieces.name(pieces.PRIVATE) == "Private"
    assert pieces.name(pieces.AGENT) == "Agent"
    assert pieces.name(pieces.FLAG) == "Flag"
