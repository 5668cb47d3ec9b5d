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


_VERDICTS = (
    Verdict(TIE, "", EQUAL),
    Verdict(RED, RED, HIGHER_OFFICER),
    Verdict(BLUE, BLUE, HIGHER_OFFICER),
    Verdict(RED, RED, OFFICER_OVER_PRIVATE),
    Verdict(BLUE, BLUE, OFFICER_OVER_PRIVATE),
    Verdict(RED, RED, AGENT_OVER_OFFICER),
    Verdict(BLUE, BLUE, AGENT_OVER_OFFICER),
    Verdict(RED, RED, PRIVATE_OVER_AGENT),
    Verdict(BLUE, BLUE, PRIVATE_OVER_AGENT),
    Verdict(RED_CAPTURES, RED, FLAG_CAPTURED),
    Verdict(BLUE_CAPTURES, BLUE, FLAG_CAPTURED),
    Verdict(FLAG_DUEL, ATTACKER, BOTH_FLAGS),
)


def _table():
    """A row for each red kind: the number of the verdict against each blue kind."""
    # Against            the officers          Private Agent Flag
    rows = [bytes([2] * n + [0] + [1] * (SERGEANT - 1 - n) + [3, 6, 9]) for n in range(SERGEANT)]
    private = bytes([4] * SERGEANT + [0, 7, 9])
    agent = bytes([5] * SERGEANT + [8, 0, 9])
    flag = bytes([10] * (SERGEANT + 2) + [11])
    return b"".join(rows + [private, agent, flag])


_TABLE = _table()


def verdict(red: int, blue: int) -> Verdict:
    """Judge a battle of two kinds; a ValueError if they are not: no verdict on a guess.

    It is looked up, so that it takes the same time for every pair: a verdict that had to be
    worked out would tell by its timing which rule made it.
    """
    if not (1 <= red <= FLAG and 1 <= blue <= FLAG):
        raise ValueError("a battle needs two pieces")
    return _VERDICTS[_TABLE[(red - 1) * FLAG + blue - 1]]


def captures(cls: str) -> bool:
    """Whether a verdict of this class ends the game."""
    return cls in (RED_CAPTURES, BLUE_CAPTURES, FLAG_DUEL)
