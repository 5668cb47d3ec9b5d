"""The box's states and verdict classes in a player's words."""

from __future__ import annotations

from arbiter import rules

WORDS = {
    "starting": "starting",
    "restarted": "started anew: looking for pieces",
    "asleep": "asleep: both slots are empty",
    "waiting": "waiting for the second piece",
    "unseated": "a piece is not seated rightly",
    "deliberating": "deliberating",
    "verdict": "the verdict's tone sounds",
    "victory": "the Flag is captured: Taps",
    "spent": "judged: take both pieces out",
    "void": "called off: take both pieces out",
    "service": "service mode: no battle is judged",
    "fault": "out of order",
}
STATES = tuple(WORDS)

CLASSES = {
    rules.RED: "red wins",
    rules.BLUE: "blue wins",
    rules.TIE: "a tie: both are out",
    rules.RED_CAPTURES: "red captures the Flag",
    rules.BLUE_CAPTURES: "blue captures the Flag",
    rules.FLAG_DUEL: "Flag against Flag: the attacker wins",
}
ABORTS = {
    "lifted": "a piece was lifted",
    "unseated": "a piece slipped",
    "changed": "a piece was changed",
}
