"""Piece names as people write them."""

import difflib
import re

from arbiter import codes, pieces

TEST_PIECE = "test piece"

_STARS = (("1", "one"), ("2", "two"), ("3", "three"), ("4", "four"), ("5", "five"))
_GENERAL = (
    "{}*",
    "{}-star",
    "{} star general",
    "{}* general",
    "general {}",
    "gen {}",
    "{} star gen",
)

# Spellings beside the full name, by full name.
_OTHERS = {
    "Colonel": ("col",),
    "Lt. Colonel": ("lt col", "lieutenant colonel", "ltc"),
    "Major": ("maj",),
    "Captain": ("capt", "cpt"),
    "1st Lieutenant": ("first lieutenant", "1st lt", "first lt", "1lt"),
    "2nd Lieutenant": ("second lieutenant", "2nd lt", "second lt", "2lt"),
    "Sergeant": ("sgt", "serjeant"),
    "Private": ("pvt", "pte"),
    "Agent": ("spy",),
}


class UnknownPiece(ValueError):
    """No piece is called that; the text suggests the nearest."""


def kind(text: str) -> int:
    """The kind (1 to 15, see `arbiter.pieces`) that `text` names. Raises UnknownPiece."""
    found = _KINDS.get(_key(text))
    if found is None:
        raise UnknownPiece(f"unknown piece {text!r}: {_suggestion(text)}")
    return found


def word(text: str) -> int:
    """The contact word of the piece that `text` names, the test piece included."""
    if _key(text) == _key(TEST_PIECE):
        return codes.TEST_PIECE
    return codes.word(kind(text))


def _key(text: str) -> str:
    """What is left of a name when case, dots, spaces, hyphens and underscores do not matter."""
    return re.sub(r"[\s._-]", "", text.lower().replace("★", "star").replace("*", "star"))


def _suggestion(text: str) -> str:
    near = difflib.get_close_matches(_key(text), _SPELLINGS, n=1)
    if near:
        return f"did you mean {_SPELLINGS[near[0]]!r}?"
    return f"give one of {', '.join(name.lower() for name in pieces.NAMES)}"


def _spellings(name: str) -> list[str]:
    """All the ways to write the piece of that full name."""
    for number, word in _STARS:
        if name.startswith(f"{number}-star"):
            return [name.lower(), *(form.format(n) for form in _GENERAL for n in (number, word))]
    return [name.lower(), *_OTHERS.get(name, ())]


_SPELLINGS = {_key(s): s for name in pieces.NAMES for s in _spellings(name)}
_KINDS = {_key(s): pieces.kind(name) for name in pieces.NAMES for s in _spellings(name)}
