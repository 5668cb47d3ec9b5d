"""A recording in words: a line for each thing that a player does or notices."""

from __future__ import annotations

from arbiter_host import glyphs as shapes
from arbiter_host.glyphs import Glyphs
from arbiter_sim.recorder import notes, words
from arbiter_sim.recorder.track import Mark, Track

_SETTLED_MS = 5  # lights and sound of a state begin within the same step of the firmware


def story(track: Track, glyphs: Glyphs) -> list[tuple[float, str]]:
    """(t_ms, line) in order of time: inputs, and each new state with its lights and sound."""
    lines = [(mark.t_ms, 0, _input(mark)) for mark in track.marks]
    before = "asleep"
    for t_ms, state in track.states:
        if state != before:
            lines.append((t_ms, 1, _box(track, t_ms, glyphs)))
        before = state
    return [(t_ms, f"{t_ms / 1000:7.3f} s  {line}") for t_ms, _, line in sorted(lines)]


def highlight(track: Track) -> float:
    """The instant that tells most in one picture: the verdict, else what prevented it."""
    seen = {state: t_ms for t_ms, state in reversed(track.states)}
    for state in ("victory", "verdict", "void", "unseated", "waiting"):
        if state in seen:
            return seen[state] + 60
    return 0.0


def _input(mark: Mark) -> str:
    verb = {"in": "goes in", "out": "is lifted"}.get(mark.verb, mark.verb)
    return " ".join(word for word in (mark.slot, mark.what, verb) if word)


def _box(track: Track, t_ms: float, glyphs: Glyphs) -> str:
    after = t_ms + _SETTLED_MS
    lights = [shapes.light(px, track.brightest, glyphs) for px in track.lights(after)]
    shown = " ".join("".join(part) for part in (lights[:3], lights[3:5], lights[5:]))
    hz, _ = track.tone(after)
    sound = f"  {glyphs.note} {notes.label(hz)}" if hz else ""
    return f"{shown}  {words.caption(track, t_ms)}{sound}"
