"""A recording in words: a line for each thing that a player does or notices."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from arbiter_host import glyphs as shapes
from arbiter_host.glyphs import Glyphs
from arbiter_sim.recorder import notes, words
from arbiter_sim.recorder.track import Lights, Mark, Track

_INPUTS = {
    "in": "{slot}: {what} goes in",
    "out": "{slot}: the piece is lifted",
    "dirty": "{slot}: {what} gets dirty",
    "short": "{slot}: {what} is shorted",
    "clean": "{slot}: {what} works again",
    "press": "the {what} is pressed",
    "host": "the host {what}",
}
_SHOWN_MS = 60  # into a state: its lights are on, and its first note sounds
_PACE_MS = 200  # between two lines about lights that move
_SETTLED_MS = 5  # lights and sound of a state begin within the same step of the firmware


def story(track: Track, glyphs: Glyphs) -> list[tuple[float, str]]:
    """(t_ms, line) in order of time: inputs, and each new state with its lights and sound.

    While nobody is told states, each change of lights and sound itself.
    """
    lines = [(mark.t_ms, 0, _input(mark)) for mark in track.marks]
    before = "asleep"
    for t_ms, state in track.states:
        if state != before:
            look = _look(track, t_ms + _SETTLED_MS, glyphs)
            lines.append((t_ms, 1, _joined(look[0], words.caption(track, t_ms), look[1])))
        before = state
    lines += [(t_ms, 1, line) for t_ms, line in _untold(track, glyphs)]
    return [(t_ms, f"{t_ms / 1000:7.3f} s  {line}") for t_ms, _, line in sorted(lines)]


def highlight(track: Track) -> float:
    """The instant that tells most in one picture: the verdict, else what prevented it."""
    for name in ("victory", "verdict", "aborted", "unseated", "waiting"):
        instants = track.aborts if name == "aborted" else track.states
        for t_ms, told in instants:
            if name in ("aborted", told):
                return t_ms + _SHOWN_MS
    return max(track.frames, key=lambda frame: _light(frame[1]), default=(0.0, ()))[0]


def _light(lights: Lights) -> int:
    return sum(map(sum, lights))


def _input(mark: Mark) -> str:
    return _INPUTS[mark.verb].format(slot=mark.slot, what=mark.what)


def _look(track: Track, t_ms: float, glyphs: Glyphs) -> tuple[str, str]:
    """(lights, sound) at an instant; no sound is an empty text."""
    lights = [shapes.light(px, track.brightest, glyphs) for px in track.lights(t_ms)]
    hz, _ = track.tone(t_ms)
    shown = " ".join("".join(part) for part in (lights[:3], lights[3:5], lights[5:]))
    return shown, f"{glyphs.note} {notes.label(hz)}" if hz else ""


def _untold(track: Track, glyphs: Glyphs) -> Iterator[tuple[float, str]]:
    """(t_ms, line) for what changes while the box tells nobody its state."""
    changes = [t_ms for t_ms, _ in (*track.frames, *track.tones)]
    # What follows too soon on a line is seen a moment later.
    instants = sorted({*changes, *(t_ms + _PACE_MS for t_ms in changes)})
    before, last_ms = _look(track, 0.0, glyphs), -inf
    for t_ms in instants:
        look = _look(track, t_ms + _SETTLED_MS, glyphs)
        # A new sound is news at once, also a short one.
        paced = t_ms - last_ms >= _PACE_MS or look[1] not in ("", before[1])
        if look != before and paced and t_ms <= track.end_ms and not _is_told(track, t_ms):
            yield t_ms, _joined(look[0], _lit(track, t_ms + _SETTLED_MS), look[1] or "silent")
            last_ms = t_ms
            before = look


def _is_told(track: Track, t_ms: float) -> bool:
    """Whether somebody reads, at that time, what the box says of itself."""
    moves = [m.what for m in track.marks if m.verb == "host" and m.t_ms <= t_ms]
    reads = [what for what in moves if what in ("reads", "stalls", "leaves")][-1:]
    return reads in ([], ["reads"]) and track.state(t_ms) != "" and track.states[0][0] <= t_ms


def _lit(track: Track, t_ms: float) -> str:
    """Which lights are on, in words."""
    lit = [any(px) for px in track.lights(t_ms)]
    parts = {"red": lit[:3], "middle": lit[3:5], "blue": lit[5:]}
    told = [f"{sum(part)} {name}" for name, part in parts.items() if any(part)]
    return f"lit: {', '.join(told)}" if told else "dark"


def _joined(*parts: str) -> str:
    return "  ".join(part for part in parts if part)
