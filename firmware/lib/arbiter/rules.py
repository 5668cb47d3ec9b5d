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
    """Judge a battle of two kinds; a ValueError if they are not: no verdict on a guess."""
    if not (1 <= red <= _KIND_COUNT and 1 <= blue <= _KIND_COUNT):
        raise ValueError("a battle needs two pieces")
    return _VERDICTS[_TABLE[(red - 1) * _KIND_COUNT + blue - 1]]


def captures(cls: str) -> bool:
    """Whether a verdict of this class ends the game."""
    return cls in (RED_CAPTURES, BLUE_CAPTURES, FLAG_DUEL)


def _judge(red, blue):
    if red == blue == FLAG:
        return Verdict(FLAG_DUEL, ATTACKER, BOTH_FLAGS)
    if red == blue:
        return Verdict(TIE, "", EQUAL)
    why = _beats(red, blue)
    if why:
        return Verdict(RED_CAPTURES if why == FLAG_CAPTURED else RED, RED, why)
    why = _beats(blue, red)
    return Verdict(BLUE_CAPTURES if why == FLAG_CAPTURED else BLUE, BLUE, why)


def _beats(kind, other):
    if is_officer(kind) and is_officer(other):
        return HIGHER_OFFICER if kind < other else None
    return _WINS.get((_grade(kind), _grade(other)))


def _grade(kind):
    return SERGEANT if is_officer(kind) else kind


# Every battle is judged beforehand: if a verdict were worked out when it falls due, the time that
# takes would tell which rule made it.
_KIND_COUNT = len(KINDS)
_VERDICTS = []
_TABLE = bytearray()
for _red in KINDS:
    for _blue in KINDS:
        _verdict = _judge(_red, _blue)
        if _verdict not in _VERDICTS:
            _VERDICTS.append(_verdict)
        _TABLE.append(_VERDICTS.index(_verdict))
