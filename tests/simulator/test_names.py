"""Names as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter import codes, pieces
from arbiter_sim import names

SPELLINGS = {
    "5-star General": "5* | 5★ | 5-star | five star general | general 5 | 5★ General | 5 stars | "
    "***** | ★★★★★ | 5⭐ | ⭐️⭐️⭐️⭐️⭐️ | ★★★★★ general | 5-star generals",
    "4-star General": "4* | **** | four-star | General 4",
    "3-star General": "3* | THREE STAR GENERAL",
    "2-star General": "2★ general | 2-Star",
    "1-star General": "1* | * | ⭐ | one star | gen 1",
    "Colonel": "colonel | col | COL. | Colonel",
    "Lt. Colonel": "lt col | lt. colonel | Lt. Colonel | ltcol | lieutenant colonel | lt_colonel",
    "Major": "major | maj",
    "Captain": "captain | capt | Capt.",
    "1st Lieutenant": "1st lt | first lieutenant | 1st lieutenant | 1st-Lieutenant",
    "2nd Lieutenant": "2nd lieutenant | 2nd Lieutenants | 2nd lt. | second lt",
    "Sergeant": "sergeant | sgt | Sgt. | sarge | Sergeants",
    "Private": "private | pvt | Privates",
    "Agent": "agent | spy | SPY | Spies | Agents",
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
        ("lt colonl", "lt. colonel"),
        ("five star genral", "5-star general"),
        ("3-star gneral", "3-star general"),
    ],
)
def test_the_nearest_name_is_suggested(mistake, meant):
    with pytest.raises(names.UnknownPiece) as raised:
        names.kind(mistake)
    assert str(raised.value) == f"unknown piece {mistake!r}: did you mean {meant!r}?"


GENERALS = " or ".join(f"{n}-star General" for n in (5, 4, 3, 2, 1))
LIEUTENANTS = "Lt. Colonel or 1st Lieutenant or 2nd Lieutenant"


@pytest.mark.parametrize(
    ("word", "which"),
    [
        *((w, GENERALS) for w in ("general", "Generals", "gen", "6*", "9-star", "0 star general")),
        *((w, LIEUTENANTS) for w in ("lt", "Lt.", "lieutenant", "3rd lt", "leutenant", "Lts")),
    ],
)
def test_a_word_for_several_pieces_is_told_them_all(word, which):
    with pytest.raises(names.UnknownPiece) as raised:
        names.kind(word)
    assert str(raised.value) == f"unknown piece {word!r}: say which, {which}"


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
