"""A recording in words: a line for each thing that a player does or notices."""

from __future__ import annotations

from arbiter_host import glyphs as shapes
from arbiter_host.glyphs import Glyphs
from arbiter_sim.recorder import notes, words
from arbiter_sim.recorder.track import Mark, Track

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
    for name in ("victory", "verdict", "aborted", "unseated", "waiting"):
        instants = track.aborts if name == "aborted" else track.states
        for t_ms, told in instants:
            if name in ("aborted", told):
                return t_ms + _SHOWN_MS
    return 0.0


def _input(mark: Mark) -> str:
    return _INPUTS[mark.verb].format(slot=mark.slot, what=mark.what)


def _box(track: Track, t_ms: float, glyphs: Glyphs) -> str:
    after = t_ms + _SETTLED_MS
    lights = [shapes.light(px, track.brightest, glyphs) for px in track.lights(after)]
    shown = " ".join("".join(part) for part in (lights[:3], lights[3:5], lights[5:]))
    hz, _ = track.tone(after)
    sound = f"  {glyphs.note} {notes.label(hz)}" if hz else ""
    return f"{shown}  {words.caption(track, t_ms)}{sound}"
