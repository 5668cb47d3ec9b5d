"""The one timed log of all that leaves the box."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

PIXELS = 8

Colour = tuple[int, int, int]


class Entry(NamedTuple):
    """One thing that left the box.

    `t_us` is simulated microseconds since power-on. `data` depends on `kind`:
    "frame": bytes on the wire of the pixel chain; "tone": (Hz as really sounded, duty cycle 0..1),
    (0.0, 0.0) being silence; "usb": bytes received by the host on the data port; "console": text.
    """

    t_us: int
    kind: str
    data: Any


class Log(list[Entry]):
    """A list of `Entry`, with views of each kind. While it is closed nothing gets in."""

    def __init__(self, pixel_order: str = "GRB") -> None:
        super().__init__()
        if "".join(sorted(pixel_order)) not in ("BGR", "BGRW"):
            raise ValueError(f"pixel order {pixel_order!r}: give R, G, B and perhaps W, once each")
        self.pixel_order = pixel_order
        self.closed = False

    def add(self, t_us: int, kind: str, data: Any) -> None:
        """Append an entry, unless the power is off."""
        if not self.closed:
            self.append(Entry(t_us, kind, data))

    def frames(self) -> list[tuple[float, tuple[Colour, ...]]]:
        """(ms, the eight colours the chain shows) for each frame sent."""
        shown = DARK
        frames = []
        for t_us, wire in self._of("frame"):
            shown = decode(wire, self.pixel_order, shown)
            frames.append((t_us / 1000, shown))
        return frames

    def tones(self) -> list[tuple[float, float, float]]:
        """(ms, Hz, duty cycle) for each change of tone; 0 Hz is silence."""
        return [(t_us / 1000, hz, duty) for t_us, (hz, duty) in self._of("tone")]

    def usb(self) -> bytes:
        """All bytes the host received on the data port."""
        return b"".join(data for _, data in self._of("usb"))

    def text(self) -> str:
        """All that was printed on the console, lines ended by a newline alone."""
        return "".join(text for _, text in self._of("console"))

    def since(self, t_ms: float) -> "Log":
        """A copy of what left the box from `t_ms` on, its times counted from there."""
        start = round(t_ms * 1000)
        later = Log(self.pixel_order)
        later.extend(e._replace(t_us=e.t_us - start) for e in self if e.t_us >= start)
        return later

    def jsonl(self) -> str:
        """The log as text, one JSON object a line (keys: t_ms, k, then those of the kind)."""
        return "".join(json.dumps(record) + "\n" for record in self.records())

    def records(self) -> "Records":
        """The log as JSON objects; see `jsonl`."""
        return Records(self)

    def _of(self, kind: str) -> Iterator[tuple[int, Any]]:
        return ((entry.t_us, entry.data) for entry in self if entry.kind == kind)


class Records:
    """A log as JSON objects: made while one goes through them, as often as one likes."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def __iter__(self) -> Iterator[dict[str, Any]]:
        shown = DARK
        for t_us, kind, data in self._log:
            record: dict[str, Any] = {"t_ms": t_us / 1000, "k": kind}
            if kind == "frame":
                shown = decode(data, self._log.pixel_order, shown)
                record |= {"wire": data.hex(), "px": [list(colour) for colour in shown]}
            elif kind == "tone":
                # Four decimals of duty: the compare register's rounding is no news to a reader.
                record |= {"hz": round(data[0], 2), "duty": round(data[1], 4)}
            elif kind == "usb":
                record["text"] = data.decode("utf-8", "replace")
            else:
                record["text"] = data
            yield record


DARK: tuple[Colour, ...] = ((0, 0, 0),) * PIXELS


def decode(wire: bytes, order: str, before: tuple[Colour, ...] = DARK) -> tuple[Colour, ...]:
    """The (red, green, blue) of each pixel after `wire`, in a chain that showed `before`.

    A pixel takes the first bytes that reach it and passes the rest on, so a short frame leaves the
    last pixels as they were. The white of an RGBW pixel is added to all three colours.
    """
    step = len(order)
    red, green, blue = (order.index(letter) for letter in "RGB")
    white = order.find("W")
    shown = list(before)
    for number in range(min(PIXELS, len(wire) // step)):
        levels = wire[number * step : (number + 1) * step]
        extra = levels[white] if white >= 0 else 0
        shown[number] = (
            min(255, levels[red] + extra),
            min(255, levels[green] + extra),
            min(255, levels[blue] + extra),
        )
    return tuple(shown)
