"""The 15 kinds of piece, as small ints: CircuitPython has no enum.

What a slot holds is a kind (1 to 15), ``EMPTY`` or ``UNSEATED``. Neither of the last two is a
kind, so a slot that was never read cannot pass for a piece.
"""

UNSEATED = -1
EMPTY = 0

# Name and number in an army of 21, from the 1980 rulebook; highest rank first.
_ARMY = (
    ("5-star General", 1),
    ("4-star General", 1),
    ("3-star General", 1),
    ("2-star General", 1),
    ("1-star General", 1),
    ("Colonel", 1),
    ("Lt. Colonel", 1),
    ("Major", 1),
    ("Captain", 1),
    ("1st Lieutenant", 1),
    ("2nd Lieutenant", 1),
    ("Sergeant", 1),
    ("Private", 6),
    ("Agent", 2),
    ("Flag", 1),
)

KINDS = tuple(range(1, len(_ARMY) + 1))
NAMES = tuple([name for name, _ in _ARMY])
COUNTS = tuple([count for _, count in _ARMY])

SERGEANT = 12  # the lowest officer
PRIVATE = 13
AGENT = 14
FLAG = 15


def is_officer(kind: int) -> bool:
    """Whether ``kind`` is a 5-star General to Sergeant; the lower number outranks the higher."""
    return 1 <= kind <= SERGEANT


def name(kind: int) -> str:
    """The name of a kind."""
    if kind not in KINDS:
        raise ValueError("not a kind of piece")
    return NAMES[kind - 1]


def kind(name: str) -> int:
    """The kind of that exact name."""
    if name not in NAMES:
        raise ValueError("not the name of a piece")
    return NAMES.index(name) + 1
