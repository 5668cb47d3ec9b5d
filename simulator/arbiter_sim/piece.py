"""A piece as the readers meet it: what it closes, what it conducts, what it answers."""

import hashlib
import math
from typing import NamedTuple

# E24 values in ohms, by kind, 5-star General first.
RESISTORS = (
    *(150, 330, 510, 750, 1_000, 1_300, 1_800, 2_400),
    *(3_000, 3_900, 5_100, 6_800, 10_000, 16_000, 33_000),
)

_UID_BYTES = 7
_NXP = 0x04  # the maker's byte of an NTAG213's UID (ISO/IEC 7816-6)


class Piece(NamedTuple):
    """`word`: the contacts it closes. `ohms`: of its resistor. `uid`: of its tag, if it has one."""

    word: int
    ohms: float = math.inf
    uid: bytes = b""


def uid(label: str) -> bytes:
    """The UID of the tag in the piece of that label: always the same, unlike all others."""
    return bytes([_NXP]) + hashlib.sha256(label.encode()).digest()[: _UID_BYTES - 1]
