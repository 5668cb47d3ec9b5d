"""The build for those who order no board: a stripboard, its netlist checked against what is meant.

Strips run from left to right, a row each; holes of 2.54 mm are counted from the top left.
The Pico's left pins stand in column 10 and its right pins in column 17, so each slot's plug is
straight across from its pins and needs no link. Left out against the board: latch, clamps, the
switched pixel supply; the pixels' supply is dropped by a diode, where the board shifts the level.
"""

from __future__ import annotations

from typing import NamedTuple

from arbiter.hw import pinout
from hardware.electronics.pico import GROUND_PINS, HEADER_PIN, VSYS_PIN

Hole = tuple[int, int]  # row, column

ROWS, COLUMNS = 29, 31
_LEFT, _RIGHT = 10, 17


class Item(NamedTuple):
    """A part with its pins' holes, or a wire link (no name: two holes)."""

    ref: str
    value: str
    holes: tuple[Hole, ...]
    labels: tuple[str, ...] = ()


def _pico_hole(pin: int) -> Hole:
    return (pin, _LEFT) if pin <= 20 else (41 - pin, _RIGHT)


def _slot(ref: str, value: str, gpios: tuple[int, ...]) -> Item:
    """A plug that takes the slot's seven pins and the grounds between them, straight across."""
    rows = sorted(HEADER_PIN[gpio] for gpio in gpios)
    first, last = (rows[0] - 1, rows[-1]) if value.startswith("red") else (rows[0], rows[-1])
    pins = range(first, last + 1)
    name = {HEADER_PIN[gpio]: str(n) for n, gpio in enumerate(gpios, 1)}
    labels = tuple(name.get(pin, "GND") for pin in pins)
    return Item(ref, value, tuple((pin, 2) for pin in pins), labels)


PICO = Item("U1", "Pico", tuple(_pico_hole(pin) for pin in range(1, 41)))
PARTS = (
    PICO,
    _slot("J2", "red slot", pinout.RED),
    _slot("J3", "blue slot", pinout.BLUE),
    Item("J9", "button", ((17, 29), (18, 29)), ("1", "2")),
    Item("R2", "1k", ((19, 21), (22, 21)), ("1", "2")),
    Item("Q1", "2N3904", ((21, 24), (22, 24), (23, 24)), ("E", "B", "C")),
    Item("R3", "1k", ((23, 26), (24, 26)), ("1", "2")),
    Item("J8", "piezo", ((23, 29), (24, 29)), ("2", "1")),
    Item("D2", "1N4001", ((24, 22), (27, 22)), ("A", "K")),
    Item("R1", "330R", ((20, 25), (26, 25)), ("1", "2")),
    Item("C1", "470u", ((27, 27), (25, 27)), ("+", "-")),
    Item("J7", "pixels", ((25, 29), (26, 29), (27, 29)), ("GND", "DIN", "5V")),
    Item("D1", "1N5817", ((28, 23), (24, 23)), ("A", "K")),
    Item("J1", "battery", ((28, 29), (29, 29)), ("+", "-")),
)
LINKS = (((2, 19), (24, 19)), ((18, 20), (21, 20)), ((21, 18), (25, 18)), ((25, 20), (29, 20)))
CUTS = tuple((row, 13) for row in range(1, 21))

# What must be connected: net, then the pins on it, as (reference, label).
MEANT = {
    "BAT+": (("J1", "+"), ("D1", "A")),
    "VSYS": (("D1", "K"), ("D2", "A"), ("R3", "2"), ("J8", "1"), ("U1", str(VSYS_PIN))),
    "VPIX": (("D2", "K"), ("C1", "+"), ("J7", "5V")),
    "PIX_OUT": (("R1", "2"), ("J7", "DIN")),
    "PIX_IN": (("R1", "1"), ("U1", str(HEADER_PIN[pinout.PIXELS]))),
    "BUZZ": (("R2", "1"), ("U1", str(HEADER_PIN[pinout.BUZZER]))),
    "BUZZ_BASE": (("R2", "2"), ("Q1", "B")),
    "BUZZ_OUT": (("Q1", "C"), ("R3", "1"), ("J8", "2")),
    "BUTTON": (("J9", "1"), ("U1", str(HEADER_PIN[pinout.BUTTON]))),
}
# The Pico joins its grounds inside; the strips join these to it.
GROUNDS = {("J9", "2"), ("Q1", "E"), ("C1", "-"), ("J7", "GND"), ("J1", "-")}


def _labels(item: Item) -> tuple[str, ...]:
    return item.labels or tuple(str(n) for n in range(1, len(item.holes) + 1))


def _piece(hole: Hole) -> tuple[int, int]:
    """The piece of strip that a hole is on: row, and how many cuts lie to its left."""
    return hole[0], sum(row == hole[0] and column < hole[1] for row, column in CUTS)


def nets() -> set[frozenset[tuple[str, str]]]:
    """The pins that strips and links really join, of two pins or more."""
    joined = {_piece(hole): _piece(hole) for item in PARTS for hole in item.holes}
    for link in LINKS:
        for hole in link:
            joined.setdefault(_piece(hole), _piece(hole))

    def find(piece: tuple[int, int]) -> tuple[int, int]:
        while joined[piece] != piece:
            piece = joined[piece]
        return piece

    for one, other in LINKS:
        joined[find(_piece(one))] = find(_piece(other))
    for pin in GROUND_PINS[1:]:
        joined[find(_piece(_pico_hole(pin)))] = find(_piece(_pico_hole(GROUND_PINS[0])))
    groups: dict[tuple[int, int], set[tuple[str, str]]] = {}
    for item in PARTS:
        for label, hole in zip(_labels(item), item.holes, strict=True):
            groups.setdefault(find(_piece(hole)), set()).add((item.ref, label))
    return {frozenset(group) for group in groups.values() if len(group) > 1}


def meant() -> set[frozenset[tuple[str, str]]]:
    """The same as it should be, from the firmware's pin map."""
    wanted = {frozenset(pins) for pins in MEANT.values()}
    ground = {("U1", str(pin)) for pin in GROUND_PINS} | GROUNDS
    for ref, gpios in (("J2", pinout.RED), ("J3", pinout.BLUE)):
        for number, gpio in enumerate(gpios, 1):
            wanted.add(frozenset({(ref, str(number)), ("U1", str(HEADER_PIN[gpio]))}))
        ground.add((ref, "GND"))
    return wanted | {frozenset(ground)}


def holes_used_twice() -> list[Hole]:
    """Holes that two parts, links or cuts want."""
    used = [hole for item in PARTS for hole in item.holes]
    used += [hole for link in LINKS for hole in link] + list(CUTS)
    return sorted({hole for hole in used if used.count(hole) > 1})
