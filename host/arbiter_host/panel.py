"""The live view's two panels, as text: the box, and the link. Shapes tell what colours tell."""

from __future__ import annotations

from rich.text import Text

from arbiter import cues
from arbiter_host import states
from arbiter_host.glyphs import Glyphs
from arbiter_host.service_messages import Seen
from arbiter_host.view import View

WIDTH = 58  # columns of the box: fits 80, and 60 too
_RED, _BLUE, _GOLD, _FAINT = "bold #ff6b5e", "bold #6f9bff", "#d6b062", "grey62"
_BRIGHT = "#f4f4f4"

# Of each colour of the firmware's palette: the glyph's name, and the terminal's style.
_LOOKS = {
    cues.OFF: ("dark", _FAINT),
    **dict.fromkeys(range(3, 6), ("white", "bold #f4f4f4")),
    **dict.fromkeys(range(1, 3), ("dim", "#b8b8b8")),
    cues.DIM_WHITE: ("dim", "#b8b8b8"),
    cues.AMBER: ("amber", "bold #ff9a2e"),
    cues.RED: ("red", "bold #ff4136"),
    cues.BLUE: ("blue", "bold #4f7cff"),
    cues.GREEN: ("white", "bold #4fd06a"),
    cues.GOLD: ("gold", "bold #ffcf3f"),
    cues.DIM_RED: ("red", "#a8443c"),
    cues.DIM_BLUE: ("blue", "#41589c"),
    cues.DIM_GOLD: ("gold", "#a08438"),
}
_SEATS = {"seated": "piece seated", "unseated": "not seated!", "empty": "empty", "unread": ""}
_WHAT = {"contacts": "contacts 1 to 7", "resistors": "LSB of 4096", "nfc": "tag's UID"}


def box(view: View, glyphs: Glyphs) -> Text:
    """Labels, lights, slots, and a caption with the tone."""
    lights = [_light(index, glyphs) for index in view.echo.lights]
    gap = Text("  ")
    rows = [
        _row(Text("RED", _RED), Text("THE ARBITER", _GOLD), Text("BLUE", _BLUE)),
        Text(""),
        _row(gap.join(lights[:3]), gap.join(lights[3:5]), gap.join(lights[5:])),
        Text(""),
        *_slots(view, glyphs),
        _row(Text(""), _caption(view), Text("")),
    ]
    return Text("\n").join(rows)


def link(view: View) -> Text:
    """The link, the box behind it, and what both have counted."""
    lines = [_link(view)]
    if view.fault:
        lines.append(Text(f"fault {view.fault.number}: {view.fault.text}", "bold #ff9a2e"))
    counted = f"battles {view.battles}"
    if view.counters:
        counted += (
            f"   called off {view.counters.aborts}   crashes {view.counters.crashes}"
            f"   lines dropped {view.counters.dropped}   not understood {view.counters.bad}"
        )
    lines.append(Text(counted))
    lines.append(
        Text(f"here: bad lines {view.bad}   late replies {view.late}   links {view.links}", _FAINT)
    )
    return Text("\n").join(lines)


def _light(index: int, glyphs: Glyphs) -> Text:
    name, style = _LOOKS[index]
    return Text(getattr(glyphs, name), style)


def _slots(view: View, glyphs: Glyphs) -> list[Text]:
    """Two rows: whether pieces are seated; in service mode what is seen there, and what it is."""
    if view.sees is None:
        return [_row(_seat(view, "red"), _tone(view, glyphs), _seat(view, "blue")), Text("")]
    (red, red_is), (blue, blue_is) = view.sees.of("red"), view.sees.of("blue")
    what = Text(_WHAT.get(view.reader, ""), _FAINT)
    return [
        _row(_seen(red, view.reader, glyphs), what, _seen(blue, view.reader, glyphs)),
        _row(Text(red_is, "bold"), Text(""), Text(blue_is, "bold")),
    ]


def _seen(seen: Seen, reader: str, glyphs: Glyphs) -> Text:
    if isinstance(seen, list):
        level, spread = seen
        return Text(f"{level}, spread {spread}", _BRIGHT)
    if reader == "contacts":
        marks = {"1": glyphs.white, "0": glyphs.dim}
        return Text(" ".join(marks.get(digit, digit) for digit in seen), _BRIGHT)
    return Text(seen or "no tag", _BRIGHT)


def _seat(view: View, slot: str) -> Text:
    return Text(_SEATS[getattr(view.state, slot)] if view.state else "", _FAINT)


def _tone(view: View, glyphs: Glyphs) -> Text:
    return Text(f"{glyphs.note} {view.echo.hz} Hz" if view.echo.hz else "silent", _GOLD)


def _caption(view: View) -> Text:
    if not view.connected:
        return Text("no link: waiting for the box", "bold #ff9a2e")
    if view.verdict:
        return Text(states.CLASSES[view.verdict], "bold")
    return Text(states.WORDS[view.state.state] if view.state else "", "bold")


def _link(view: View) -> Text:
    if view.connected:
        return Text(f"{view.address}   firmware {view.firmware}   reads {view.reader}")
    return Text(view.lost_why or "connecting", "bold #ff9a2e")


def _row(left: Text, middle: Text, right: Text) -> Text:
    """Three texts: at the left edge, in the middle, at the right edge."""
    lead = max(1, (WIDTH - middle.cell_len) // 2 - left.cell_len)
    gap = max(1, WIDTH - left.cell_len - lead - middle.cell_len - right.cell_len)
    return Text.assemble(left, " " * lead, middle, " " * gap, right)
