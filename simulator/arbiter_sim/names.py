"""Piece names as people write them."""

import difflib
import re

from arbiter import codes, pieces

TEST_PIECE = "test piece"

_NUMBERS = (("1", "one"), ("2", "two"), ("3", "three"), ("4", "four"), ("5", "five"))
_STARS = "*★☆⭐"
_GENERAL = (
    "{}-star general",
    "{}-star",
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
    "Sergeant": ("sgt", "serjeant", "sarge"),
    "Private": ("pvt", "pte"),
    "Agent": ("spy",),
}


# Words that several pieces share.
_GENERALS = tuple(name for name in pieces.NAMES if name.endswith("General"))
_LIEUTENANTS = ("Lt. Colonel", "1st Lieutenant", "2nd Lieutenant")
_SHARED = {
    **dict.fromkeys(("general", "gen", "star", "stargeneral"), _GENERALS),
    **dict.fromkeys(("lieutenant", "lieut", "lt"), _LIEUTENANTS),
}


class UnknownPiece(ValueError):
    """No piece is called that, or several are; the text suggests the nearest."""


def kind(text: str) -> int:
    """The kind (1 to 15, see `arbiter.pieces`) that `text` names. Raises UnknownPiece."""
    found = _KINDS.get(_key(text))
    if found is None:
        raise UnknownPiece(f"unknown piece {text!r}: {_suggestion(_key(text))}")
    return found


def word(text: str) -> int:
    """The contact word of the piece that `text` names, the test piece included."""
    if _key(text) == _key(TEST_PIECE):
        return codes.TEST_PIECE
    return codes.word(kind(text))


def _key(text: str) -> str:
    """What is left of a name when case, dots, spaces, hyphens and underscores do not matter.

    One piece or several are the same, and so are stars and their number.
    """
    # U+FE0F asks for the coloured form of the star before it.
    key = re.sub(r"[\s._\ufe0f-]", "", text.lower())
    stars = re.match(f"[{_STARS}]+", key)
    if stars:
        key = f"{len(stars[0])}star{key[stars.end() :]}"
    return _singular(re.sub(f"[{_STARS}]", "star", key))


def _singular(key: str) -> str:
    if key.endswith("ies"):
        return f"{key[:-3]}y"
    return key.removesuffix("s")


def _suggestion(key: str) -> str:
    # A number that no piece has leaves the question open: "6*", "3rd lieutenant".
    bare = re.sub(r"^\d+(st|nd|rd|th)?", "", key)
    if bare in _SHARED:
        return f"say which, {' or '.join(_SHARED[bare])}"
    near = difflib.get_close_matches(key, [*_KINDS, *_SHARED], n=1)
    if not near:
        return f"give one of {', '.join(name.lower() for name in pieces.NAMES)}"
    if near[0] in _SHARED:
        return _suggestion(near[0])
    return f"did you mean {pieces.name(_KINDS[near[0]]).lower()!r}?"


def _spellings(name: str) -> list[str]:
    """All the ways to write the piece of that full name."""
    for number, word in _NUMBERS:
        if name.startswith(f"{number}-star"):
            return [form.format(n) for form in _GENERAL for n in (number, word)]
    return [name.lower(), *_OTHERS.get(name, ())]


_KINDS = {_key(s): pieces.kind(name) for name in pieces.NAMES for s in _spellings(name)}
