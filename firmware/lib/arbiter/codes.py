"""The 3-of-7 contact code: which piece closes which three contacts.

A word is an int of 7 bits, contact 1 (leftmost as the piece's owner sees it) the highest. Every
word has three ones and no word's mirror is a word. So contacts that all fail the same way, lost
or falsely closed, never turn one piece into another, whether it stands rightly or backwards.
"""

from arbiter.pieces import EMPTY, KINDS, UNSEATED

CONTACTS = 7

WORDS = (  # by kind, 5-star General first
    0b0000111,
    0b0111000,
    0b1000011,
    0b0101100,
    0b1010001,
    0b0100110,
    0b0011001,
    0b1100100,
    0b0001011,
    0b1010100,
    0b0100011,
    0b1011000,
    0b0100101,
    0b1001010,
    0b0110001,
)
TEST_PIECE = 0b0010110  # for checking a slot; never a piece in play


def word(kind: int) -> int:
    """The word of a kind."""
    if kind not in KINDS:
        raise ValueError("not a kind of piece")
    return WORDS[kind - 1]


def decode(bits: int) -> int:
    """What a slot holds whose contacts read ``bits`` (0 to 127): a kind, EMPTY or UNSEATED."""
    return _CONTENTS[bits] - 1


def _contents_by_reading():
    table = bytearray([UNSEATED + 1] * (1 << CONTACTS))  # + 1: a bytearray holds no -1
    table[0] = EMPTY + 1
    for kind in KINDS:
        table[WORDS[kind - 1]] = kind + 1
    return table


_CONTENTS = _contents_by_reading()
