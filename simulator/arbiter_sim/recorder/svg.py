"""A recording as a plot over time: inputs, states, a lane for each light, tones by pitch."""

from __future__ import annotations

from math import inf
from typing import BinaryIO
from xml.sax.saxutils import escape, quoteattr

from arbiter_sim.recorder import notes, paint
from arbiter_sim.recorder.track import Changes, Done, Mark, T, Track

WIDTH = 1000
_LEFT, _RIGHT = 96, 976
_INPUTS, _STATES = 66, 92
_LANES, _LANE = 126, 20
_TONES, _TONES_HEIGHT = 312, 132
_AXIS = _TONES + _TONES_HEIGHT
HEIGHT = _AXIS + 44
_NAME_HEIGHT = 9
_FINEST = 0.2

_LIGHTS = ("red 1", "red 2", "red 3", "victory 1", "victory 2", "blue 1", "blue 2", "blue 3")
_STATE_FILL = {
    "deliberating": "#3d4452",
    "verdict": "#5b4a24",
    "victory": "#6a5418",
    "unseated": "#5a3a14",
}
_ARMY = {"red": "#e0645c", "blue": "#6f9cf0", "": "#c9ccd4"}
_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#c9ccd4}.title{font-size:16px;fill:#e8e8ec}"
    ".dim{fill:#8d919c}.small{font-size:10px}.note{font-size:10px;fill:#d9b46a}"
)


def write(track: Track, file: BinaryIO, done: Done) -> None:
    """The whole track as one SVG picture of WIDTH x HEIGHT."""
    plot = _Plot(track)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img" aria-label={quoteattr(track.title)}>',
        f"<style>{_STYLE}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="10" fill="#181a1f"/>',
        _text(_LEFT, 34, track.title, "title"),
        *plot.grid(),
        *plot.states(),
        *plot.lights(),
        *plot.tones(),
        *plot.inputs(),
        "</svg>",
    ]
    file.write(("\n".join(parts) + "\n").encode())
    done(track.end_ms)


class _Plot:
    def __init__(self, track: Track) -> None:
        self.track = track
        pitches = [notes.midi(hz) for _, (hz, _) in track.tones if hz] or [69.0]
        self.low, self.high = min(pitches) - 3, max(pitches) + 3
        # Of a long recording more frames than can be told apart: the last of each width counts.
        self.seen = list({round(self.x(t) / _FINEST): (t, px) for t, px in track.frames}.values())

    def x(self, t_ms: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * min(t_ms / (self.track.end_ms or 1), 1.0)

    def y(self, hz: float) -> float:
        return _AXIS - _TONES_HEIGHT * (notes.midi(hz) - self.low) / (self.high - self.low)

    def grid(self) -> list[str]:
        """Seconds, and the names of the lanes."""
        parts = [_text(12, _INPUTS + 4, "inputs", "dim"), _text(12, _STATES + 13, "state", "dim")]
        parts += [_text(12, _LANES + _LANE * i + 13, n, "dim") for i, n in enumerate(_LIGHTS)]
        parts += [_text(12, _TONES - 6, "sound", "dim")]
        for t_ms in _ticks(self.track.end_ms):
            x = self.x(t_ms)
            parts.append(f'<path d="M{x:.1f} {_INPUTS}V{_AXIS}" stroke="#2b2e36"/>')
            parts.append(_text(x, _AXIS + 18, f"{t_ms / 1000:g} s", "dim", "middle"))
        return parts

    def states(self) -> list[str]:
        parts = []
        for start, end, state in _spans(self.track.states, self.track.end_ms):
            x, width = self.x(start), self.x(end) - self.x(start)
            parts.append(_rect(x, _STATES, width, 20, _STATE_FILL.get(state, "#272a31")))
            if width > 7 * len(state):
                parts.append(_text(x + 5, _STATES + 14, state))
        return parts

    def lights(self) -> list[str]:
        parts = []
        brightest = self.track.brightest
        for lane in range(8):
            y = _LANES + _LANE * lane
            parts.append(_rect(_LEFT, y, _RIGHT - _LEFT, _LANE - 4, "#0e0f12"))
            changes = [(t, px[lane]) for t, px in self.seen]
            for start, end, px in _spans(changes, self.track.end_ms):
                if any(px):
                    x = self.x(start)
                    colour = paint.hexa(paint.shown(px, brightest))
                    parts.append(_rect(x, y, self.x(end) - x, _LANE - 4, colour))
        return parts

    def tones(self) -> list[str]:
        parts = [_rect(_LEFT, _TONES, _RIGHT - _LEFT, _TONES_HEIGHT, "#0e0f12"), *self._pitches()]
        for start, end, (hz, _) in _spans(self.track.tones, self.track.end_ms):
            if hz:
                x = self.x(start)
                width = max(self.x(end) - x, 1.5)  # a click is shorter than a line is wide
                parts.append(_rect(x, self.y(hz) - 2, width, 4, "#d9b46a"))
        return parts

    def _pitches(self) -> list[str]:
        """A line and a name for each pitch, but for those too near to the one below."""
        parts = []
        below = inf
        for hz in sorted({hz for _, (hz, _) in self.track.tones if hz}):
            y = self.y(hz)
            if below - y >= _NAME_HEIGHT:
                below = y
                parts.append(f'<path d="M{_LEFT} {y:.1f}H{_RIGHT}" stroke="#22252c"/>')
                parts.append(_text(_LEFT - 6, y + 3, notes.label(hz), "note", "end"))
        return parts

    def inputs(self) -> list[str]:
        parts = []
        for mark in self.track.marks:
            x, colour = self.x(mark.t_ms), _ARMY.get(mark.slot, _ARMY[""])
            line = f"M{x:.1f} {_INPUTS + 6}V{_AXIS}"
            tip = f"<title>{escape(_said(mark))}</title>"
            parts.append(f'<path d="{line}" stroke="{colour}" stroke-dasharray="2 4"/>')
            parts.append(f'<path d="{_arrow(mark, x)}" fill="{colour}">{tip}</path>')
        return parts


def _ticks(end_ms: float) -> list[int]:
    """About ten instants in whole steps of 1, 2 or 5."""
    steps = (step * scale for scale in (100, 1000, 10_000, 100_000) for step in (1, 2, 5))
    step = next((s for s in steps if end_ms / s <= 12), 1_000_000)
    return list(range(0, round(end_ms) + 1, step))


def _arrow(mark: Mark, x: float) -> str:
    """Down for a piece that goes in, up for one that goes out, a lozenge for anything else."""
    if mark.verb == "in":
        return f"M{x - 6:.1f} {_INPUTS - 6}h12l-6 12z"
    if mark.verb == "out":
        return f"M{x - 6:.1f} {_INPUTS + 6}h12l-6 -12z"
    return f"M{x:.1f} {_INPUTS - 6}l6 6l-6 6l-6 -6z"


def _said(mark: Mark) -> str:
    return f"{mark.t_ms:.0f} ms: {mark.slot} {mark.verb} {mark.what}".replace("  ", " ").rstrip()


def _spans(changes: Changes[T], end_ms: float) -> list[tuple[float, float, T]]:
    """(start, end, value), neighbours of one value joined."""
    spans: list[tuple[float, float, T]] = []
    for i, (start, value) in enumerate(changes):
        end = changes[i + 1][0] if i + 1 < len(changes) else end_ms
        if spans and spans[-1][2] == value:
            spans[-1] = (spans[-1][0], end, value)
        else:
            spans.append((start, end, value))
    return spans


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height}"'
    return f'<rect {place} rx="1.5" fill="{fill}"/>'


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} class="{kind}">{escape(words)}</text>'
