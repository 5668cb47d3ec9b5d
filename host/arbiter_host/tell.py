"""One line for each thing that a box says: for pipes, logs and screen readers."""

from __future__ import annotations

from arbiter_host import states
from arbiter_host.messages import Aborted, Body, Counters, Error, Fault, Hello, State, Verdict
from arbiter_host.service_messages import SLOTS, Raw, Seen


def line(body: Body | Raw) -> str:
    """What happened, in a player's words."""
    match body:
        case Verdict(cls, battle):
            return f"battle {battle}: {states.CLASSES[cls]}"
        case State():
            return state(body)
        case Aborted(why):
            return f"no verdict: {states.ABORTS[why]}"
        case Fault(number, text):
            return f"fault {number}: {text}"
        case Hello(_, version, reader):
            return f"firmware {version}, reads {reader}"
        case Counters():
            return counters(body)
        case Error(text):
            return f"the box did not understand: {text}"
        case Raw():
            return ", ".join(f"{slot} {_seen(*body.of(slot))}" for slot in SLOTS)


def _seen(what: Seen, means: str) -> str:
    """What a slot sees in service mode, and what that is."""
    if isinstance(what, str):
        return f"{what}: {means}" if what else f"no tag: {means}"
    level, spread = what
    return f"{level} LSB, spread {spread}: {means}"


def state(told: State) -> str:
    """The state, and which slots hold what when that says more."""
    words = states.WORDS[told.state]
    if told.state in ("waiting", "unseated"):
        return f"{words} (red {told.red}, blue {told.blue})"
    return words


def counters(counted: Counters) -> str:
    """Since power-up; crashes since the last factory reset."""
    return (
        f"{counted.battles} battles, {counted.aborts} called off;"
        f" {counted.dropped} lines dropped, {counted.bad} not understood;"
        f" {counted.crashes} crashes ever"
    )
