"""Who wins a battle: the 1980 rulebook, as one table."""

from collections import namedtuple

from arbiter.pieces import FLAG, SERGEANT

# Verdict classes: all that a player may learn from a battle.
RED = "red"
BLUE = "blue"
TIE = "tie"
RED_CAPTURES = "red-captures"
BLUE_CAPTURES = "blue-captures"
FLAG_DUEL = "flag-duel"
CLASSES = (RED, BLUE, TIE, RED_CAPTURES, BLUE_CAPTURES, FLAG_DUEL)

# Reasons. They tell ranks, so they never leave the device.
HIGHER_OFFICER = "higher officer"
OFFICER_OVER_PRIVATE = "officer over Private"
AGENT_OVER_OFFICER = "Agent over officer"
PRIVATE_OVER_AGENT = "Private over Agent"
FLAG_CAPTURED = "Flag captured"
EQUAL = "equal pieces"
BOTH_FLAGS = "Flag against Flag"

# winner: RED, BLUE, "" on a tie, or ATTACKER: the box cannot see who attacked, the players know.
ATTACKER = "attacker"
Verdict = namedtuple("Verdict", ("cls", "winner", "reason"))


def _red(why):
    return Verdict(RED, RED, why)


def _blue(why):
    return Verdict(BLUE, BLUE, why)


_TIE = Verdict(TIE, "", EQUAL)
_RED_CAPTURES = Verdict(RED_CAPTURES, RED, FLAG_CAPTURED)
_BLUE_CAPTURES = Verdict(BLUE_CAPTURES, BLUE, FLAG_CAPTURED)
_DUEL = Verdict(FLAG_DUEL, ATTACKER, BOTH_FLAGS)

# Red's piece down, blue's across: officer, Private, Agent, Flag.
_TABLE = (
    (None, _red(OFFICER_OVER_PRIVATE), _blue(AGENT_OVER_OFFICER), _RED_CAPTURES),
    (_blue(OFFICER_OVER_PRIVATE), _TIE, _red(PRIVATE_OVER_AGENT), _RED_CAPTURES),
    (_red(AGENT_OVER_OFFICER), _blue(PRIVATE_OVER_AGENT), _TIE, _RED_CAPTURES),
    (_BLUE_CAPTURES, _BLUE_CAPTURES, _BLUE_CAPTURES, _DUEL),
)
# Two officers, where the table has None: red's ranks higher, the same, lower.
_OFFICERS = (_red(HIGHER_OFFICER), _TIE, _blue(HIGHER_OFFICER))

_GRADE = bytes([0] * SERGEANT + [1, 2, 3])  # by kind - 1: the row or column of the table


def verdict(red: int, blue: int) -> Verdict:
    """Judge a battle of two kinds; a ValueError if they are not: no verdict on a guess.

    Every battle takes the very same steps: the time that a verdict takes tells nothing about it.
    """
    if not (1 <= red <= FLAG and 1 <= blue <= FLAG):
        raise ValueError("a battle needs two pieces")
    by_rank = _OFFICERS[(red >= blue) + (red > blue)]
    by_grade = _TABLE[_GRADE[red - 1]][_GRADE[blue - 1]]
    return (by_rank, by_grade)[by_grade is not None]


def captures(cls: str) -> bool:
    """Whether a verdict of this class ends the game."""
    return cls in (RED_CAPTURES, BLUE_CAPTURES, FLAG_DUEL)
