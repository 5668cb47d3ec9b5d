"""What a player reads from lights and tones, in words.  No rank is in them: the box tells none."""

from __future__ import annotations

from arbiter_sim.recorder.track import Track

STATES = {
    "asleep": "asleep",
    "waiting": "waiting for the second piece",
    "unseated": "a piece is not seated rightly",
    "deliberating": "deliberating",
    "void": "called off: take both pieces out",
    "fault": "a fault: the blinks are its number",
}
CLASSES = {
    "red": "red wins",
    "blue": "blue wins",
    "tie": "a tie: both are out",
    "red-captures": "red captures the Flag",
    "blue-captures": "blue captures the Flag",
    "flag-duel": "Flag against Flag: the attacker wins",
}


def caption(track: Track, t_ms: float) -> str:
    """The verdict while it stands, else the state; nothing if nobody reads the box's port."""
    if track.aborted(t_ms):
        return "called off: no verdict"
    verdict = track.verdict(t_ms)
    state = track.state(t_ms)
    return CLASSES.get(verdict or "", STATES.get(state, state))
