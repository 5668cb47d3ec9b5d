"""The box drawn in a terminal, from a track and an instant.  Nothing here prints or waits."""

from __future__ import annotations

from rich.text import Text

from arbiter_host import glyphs as shapes
from arbiter_host.glyphs import Glyphs
from arbiter_sim.recorder import notes, paint, words
from arbiter_sim.recorder.track import Track

INNER = 58
HEIGHT = 10
_SLOT_WIDTH = 9
_SLIDE_MS = 150  # a piece is seen half in for this long
_ARMY = {"red": "bold red", "blue": "bold bright_blue"}
_WOOD, _GOLD, _FAINT = "rgb(150,104,68)", "rgb(214,176,98)", "grey50"


def picture(track: Track, t_ms: float, glyphs: Glyphs) -> Text:
    """The box at ``t_ms``: HEIGHT lines of INNER + 2 columns."""
    rows = [
        _labels(),
        _lights(track, t_ms, glyphs),
        *_slots(track, t_ms, glyphs),
        _caption(track, t_ms),
    ]
    lines = [_edge(glyphs.frame[0], glyphs.frame[4], glyphs.frame[1])]
    lines += [_framed(row, glyphs.frame[5]) for row in rows]
    lines += [_edge(glyphs.frame[2], glyphs.frame[4], glyphs.frame[3]), _pieces(track, t_ms)]
    return Text("\n").join(lines)


def progress(t_ms: float, end_ms: float, glyphs: Glyphs) -> Text:
    """A bar as wide as the box, with the time in seconds."""
    clock = f" {t_ms / 1000:4.1f} s of {end_ms / 1000:.1f} s"
    room = INNER + 2 - len(clock)
    done = round(room * min(t_ms / end_ms, 1.0)) if end_ms else room
    full, rest = glyphs.bar
    return Text.assemble((full * done, _GOLD), (rest * (room - done), _FAINT), (clock, _FAINT))


def lights(track: Track, t_ms: float, glyphs: Glyphs) -> list[Text]:
    """The eight lights, each a glyph in its colour."""
    brightest = track.brightest
    drawn = []
    for px in track.lights(t_ms):
        style = f"bold {paint.hexa(paint.shown(px, brightest))}" if any(px) else _FAINT
        drawn.append(Text(shapes.light(px, brightest, glyphs), style))
    return drawn


def _edge(left: str, line: str, right: str) -> Text:
    return Text(left + line * INNER + right, _WOOD)


def _framed(row: Text, side: str) -> Text:
    return Text.assemble((side, _WOOD), row, " " * (INNER - row.cell_len), (side, _WOOD))


def _labels() -> Text:
    return _spread(
        Text("RED", _ARMY["red"]), Text("THE ARBITER", _GOLD), Text("BLUE", _ARMY["blue"])
    )


def _lights(track: Track, t_ms: float, glyphs: Glyphs) -> Text:
    drawn = lights(track, t_ms, glyphs)
    gap = Text("  ")
    return _spread(gap.join(drawn[:3]), gap.join(drawn[3:5]), gap.join(drawn[5:]))


def _slots(track: Track, t_ms: float, glyphs: Glyphs) -> list[Text]:
    red, blue = (_slot(track, t_ms, slot, glyphs) for slot in ("red", "blue"))
    hz, _ = track.tone(t_ms)
    sound = Text(f"{glyphs.note} {notes.label(hz)}" if hz else "", _GOLD)
    middle = [Text(), sound, Text(), Text()]
    return [_spread(*row) for row in zip(red, middle, blue, strict=True)]


def _slot(track: Track, t_ms: float, slot: str, glyphs: Glyphs) -> list[Text]:
    """Four lines; a piece is a plain block: the box shows no rank."""
    inside, since_ms = track.piece_since(slot, t_ms)
    upper, lower = glyphs.piece
    blank = " " * len(upper)
    if since_ms < _SLIDE_MS:
        upper, lower = blank, upper
    elif not inside:
        upper = lower = blank
    corners, style = glyphs.slot, _ARMY[slot]
    line = corners[4] * (_SLOT_WIDTH - 2)
    body = [f"{corners[5]} {row} {corners[5]}" for row in (upper, lower)]
    return [
        Text(row, style)
        for row in (corners[0] + line + corners[1], *body, corners[2] + line + corners[3])
    ]


def _caption(track: Track, t_ms: float) -> Text:
    style = "bold" if track.verdict(t_ms) else ""
    return _spread(Text(), Text(words.caption(track, t_ms), style), Text())


def _pieces(track: Track, t_ms: float) -> Text:
    """Under the box, outside it: what the players hold secret and the spectator may know."""
    red, blue = (Text(_piece(track, slot, t_ms), "italic grey62") for slot in ("red", "blue"))
    return Text.assemble(" ", red, " " * (INNER - red.cell_len - blue.cell_len), blue, " ")


def _piece(track: Track, slot: str, t_ms: float) -> str:
    inside, _ = track.piece_since(slot, t_ms)
    if not inside:
        return ""
    return [m for m in track.marks if m.slot == slot and m.verb == "in" and m.t_ms <= t_ms][-1].what


def _spread(left: Text, middle: Text, right: Text) -> Text:
    """Three texts in a row: at the left, in the middle, at the right."""
    margin = 3
    lead = (INNER - middle.cell_len) // 2
    gap = INNER - margin - right.cell_len - lead - middle.cell_len
    return Text.assemble(
        " " * margin, left, " " * (lead - margin - left.cell_len), middle, " " * gap, right
    )
