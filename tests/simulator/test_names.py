"""Names as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter import codes, pieces
from arbiter_sim import names

SPELLINGS = {
    "5-star General": "5* | 5★ | 5-star | five star general | general 5 | 5★ General",
    "4-star General": "4* | four-star | General 4",
    "3-star General": "3* | THREE STAR GENERAL",
    "2-star General": "2★ general | 2-Star",
    "1-star General": "1* | one star | gen 1",
    "Colonel": "colonel | col | COL. | Colonel",
    "Lt. Colonel": "lt col | lt. colonel | Lt. Colonel | ltcol | lieutenant colonel | lt_colonel",
    "Major": "major | maj",
    "Captain": "captain | capt | Capt.",
    "1st Lieutenant": "1st lt | first lieutenant | 1st lieutenant | 1st-Lieutenant",
    "2nd Lieutenant": "2nd lieutenant | 2nd lt. | second lt",
    "Sergeant": "sergeant | sgt | Sgt.",
    "Private": "private | pvt",
    "Agent": "agent | spy | SPY",
    "Flag": "flag | Flag | f l a g",
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_forgiven_spellings(name):
    for spelling in SPELLINGS[name].split(" | "):
        assert names.kind(spelling) == pieces.kind(name), spelling
        assert names.word(spelling) == codes.word(pieces.kind(name))


def test_every_piece_has_one_of_them():
    assert set(SPELLINGS) == set(pieces.NAMES)


def test_the_test_piece_has_a_word_but_is_no_kind():
    assert names.word("Test Piece") == codes.TEST_PIECE
    with pytest.raises(names.UnknownPiece):
        names.kind("test piece")


@pytest.mark.parametrize(
    ("mistake", "meant"),
    [
        ("colnel", "colonel"),
        ("Serjant", "sergeant"),
        ("flagg", "flag"),
        ("agnt", "agent"),
        ("privat", "private"),
        ("2nd leutenant", "2nd lieutenant"),
    ],
)
def test_the_nearest_name_is_suggested(mistake, meant):
    with pytest.raises(names.UnknownPiece) as raised:
        names.kind(mistake)
    assert str(raised.value).startswith(f"unknown piece {mistake!r}: did you mean ")
    suggested = str(raised.value).split("'")[-2]
    assert names.kind(suggested) == names.kind(meant)


def test_nothing_near_gives_the_list():
    with pytest.raises(names.UnknownPiece, match=r"unknown piece 'xyzzy': give one of .*flag"):
        names.kind("xyzzy")


@given(st.text())
def test_any_text_is_a_kind_or_an_unknown_piece(text):
    try:
        kind = names.kind(text)
    except names.UnknownPiece:
        return
    assert kind in pieces.KINDS
