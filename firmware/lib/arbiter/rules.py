"""Who wins a battle: the 1980 rulebook, as one table."""

from collections import namedtuple

from arbiter.pieces import AGENT, FLAG, KINDS, PRIVATE, SERGEANT, is_officer

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

# (the kind that wins, the kind that loses): why. All officers stand under SERGEANT here.
_WINS = {
    (SERGEANT, PRIVATE): OFFICER_OVER_PRIVATE,
    (AGENT, SERGEANT): AGENT_OVER_OFFICER,
    (PRIVATE, AGENT): PRIVATE_OVER_AGENT,
    (SERGEANT, FLAG): FLAG_CAPTURED,
    (PRIVATE, FLAG): FLAG_CAPTURED,
    (AGENT, FLAG): FLAG_CAPTURED,
}


def verdict(red: int, blue: int) -> Verdict:
    """Judge a battle of two kinds. Anything but two kinds is a ValueError: no verdict on a guess."""
    if red not in KINDS or blue not in KINDS:
        raise ValueError("a battle needs two pieces")
    if red == blue:
        return _both(red)
    why = _beats(red, blue)
    if why:
        return Verdict(RED_CAPTURES if why == FLAG_CAPTURED else RED, RED, why)
    why = _beats(blue, red)
    return Verdict(BLUE_CAPTURES if why == FLAG_CAPTURED else BLUE, BLUE, why)


def captures(cls: str) -> bool:
    """Whether a verdict of this class ends the game."""
    return cls in (RED_CAPTURES, BLUE_CAPTURES, FLAG_DUEL)


def _both(kind):
    if kind == FLAG:
        return Verdict(FLAG_DUEL, ATTACKER, BOTH_FLAGS)
    return Verdict(TIE, "", EQUAL)


def _beats(kind, other):
    if is_officer(kind) and is_officer(other):
        return HIGHER_OFFICER if kind < other else None
    return _WINS.get((_grade(kind), _grade(other)))


def _grade(kind):
    return SERGEANT if is_officer(kind) else kind
