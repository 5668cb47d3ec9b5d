"""How the schematic is laid out: blocks, where each symbol stands, which pins a drawn wire joins.

All in grid squares of 2.54 mm from the block's corner. A pin that no wire reaches gets a power
symbol or a label with its net's name; the equality with SKiDL's netlist is tested, not trusted.
A wire is a list of stops: ``"R1.2"`` is a pin, ``(20, 11)`` a point.
"""

from __future__ import annotations

from typing import NamedTuple

from hardware.electronics.symbols import Spot

Stop = str | tuple[float, float]


class Block(NamedTuple):
    """A framed part of the sheet. ``labels``: net, x, y, turn; ``flags`` (PWR_FLAG): net, x, y."""

    title: str
    x: float
    y: float
    width: float
    height: float
    spots: dict[str, Spot]
    wires: tuple[tuple[Stop, ...], ...] = ()
    labels: tuple[tuple[str, float, float, int], ...] = ()
    flags: tuple[tuple[str, float, float], ...] = ()
    notes: tuple[tuple[str, float, float], ...] = ()


def _slot(title: str, side: str, digit: int, y: float) -> Block:
    """Connector, clamps and pull-ups by name; a drawn row a contact."""
    spots = {
        f"J{digit + 1}": Spot(8.5, 7),
        f"U{2 * digit + 1}": Spot(9, 16),
        f"U{2 * digit + 2}": Spot(9, 28),
        f"RN{digit}": Spot(24, 8),
    }
    wires: list[tuple[Stop, ...]] = []
    for number in range(1, 8):
        row = 4.0 + 4.5 * (number - 1)
        diode, resistor = f"D{digit}{number}", f"R{digit}{number}"
        spots[resistor] = Spot(38, row, 270)
        spots[diode] = Spot(44, row)
        wires += [(f"{resistor}.1", f"{diode}.1"), (f"{diode}.2", (49.5, row))]
    wires.append(((49.5, 4.0), (49.5, 31.0)))
    labels = [(f"{side}{n}_IN", 44.0, 4.5 * n + 1.5, 0) for n in range(1, 8)]
    labels.append((f"WAKE_{side}", 49.5, 31.0, 270))
    note = "Contact n on pin n; a closed contact pulls its line to pin 8.", 1.5, 34.5
    return Block(title, 5, y, 54, 37, spots, tuple(wires), tuple(labels), (), (note,))


_PICO = Block(
    "Pico or Pico 2",
    61,
    5,
    37,
    37,
    {"U1": Spot(18, 19)},
    labels=(("ADC_VREF", 31, 33, 0),),
    flags=(("ADC_VREF", 31, 33),),
    notes=(("VSYS / 3 is on GP29, on the Pico itself.", 1.5, 36),),
)

_POWER = Block(
    "Battery, reverse protection, latch: a piece wakes it, HOLD keeps it, HOLD low lets go",
    100,
    5,
    54,
    37,
    {
        "J1": Spot(4, 7, 0, "y"),
        "F1": Spot(9.5, 7, 90),
        "D1": Spot(14.5, 7, 180),
        "C1": Spot(19, 9.5),
        "R1": Spot(26, 9.5),
        "C2": Spot(30, 9.5),
        "Q1": Spot(35, 8, 90, "y"),
        "C3": Spot(40, 9.5),
        "C4": Spot(46, 9.5),
        "R9": Spot(40, 17.5),
        "Q3": Spot(39, 23),
        "R7": Spot(31.5, 23, 90),
        "R8": Spot(35, 25.5),
        "R2": Spot(21.5, 14, 270),
        "D2": Spot(15, 21, 0, "x"),
        "R4": Spot(9, 18.5),
        "C5": Spot(9, 24.5, 180),
        "R3": Spot(4, 24.5),
        "R6": Spot(21, 18.5),
        "C6": Spot(21, 24.5, 180),
        "R5": Spot(26, 24.5),
    },
    (
        ("J1.1", "F1.1"),
        ("F1.2", "D1.2"),
        ("D1.1", "Q1.2"),
        ((19, 7), "C1.1"),
        ((26, 7), "R1.1"),
        ((30, 7), "C2.1"),
        ("Q1.3", (49, 7)),
        ((40, 7), "C3.1"),
        ((46, 7), "C4.1"),
        ("Q1.1", (35, 13)),
        ((26, 13), (40, 13)),
        ("R1.2", (26, 13)),
        ("C2.2", (30, 13)),
        ("C3.2", (40, 13)),
        ((40, 13), "R9.1"),
        ("R9.2", "Q3.3"),
        ("R7.2", "Q3.1"),
        ((35, 23), "R8.1"),
        ((26, 13), (26, 14), "R2.1"),
        ("R2.2", (15, 14), "D2.3"),
        ("D2.1", (9, 21)),
        ("R4.2", "C5.2"),
        ("C5.1", (9, 27)),
        ("R3.2", (4, 27), (9, 27), (9, 28)),
        ("D2.2", (21, 21)),
        ("R6.2", "C6.2"),
        ("C6.1", (21, 28)),
        ("R5.2", (26, 27), (21, 27)),
    ),
    (
        ("VS", 23, 7, 90),
        ("VSYS", 49, 7, 90),
        ("WAKE_RED", 9, 28, 270),
        ("WAKE_BLUE", 21, 28, 270),
    ),
    (("BAT+", 7, 7), ("VS", 17, 7), ("VSYS", 43, 7)),
    (
        ("VS is always on; VSYS only while Q1 is open.", 27, 31),
        ("The edge of WAKE counts, not its level: a piece that", 27, 32.5),
        ("is forgotten in a slot does not keep the box on.", 27, 34),
    ),
)

_PIXELS = Block(
    "Pixels: switched supply, 5 V data",
    100,
    44,
    54,
    31,
    {
        "R31": Spot(6, 9.5),
        "C7": Spot(10, 9.5),
        "Q2": Spot(15, 8, 90, "y"),
        "C8": Spot(20, 9.5),
        "C9": Spot(26, 9.5),
        "R34": Spot(15, 15.5),
        "Q4": Spot(14, 21),
        "R32": Spot(6.5, 21, 90),
        "R33": Spot(10, 23.5),
        "U2": Spot(32, 20),
        "R45": Spot(40.5, 20, 90),
        "J7": Spot(48, 20),
        "C14": Spot(40, 11),
    },
    (
        ((6, 7), "Q2.2"),
        ((6, 7), "R31.1"),
        ((10, 7), "C7.1"),
        ("Q2.3", (30, 7)),
        ((20, 7), "C8.1"),
        ((26, 7), "C9.1"),
        ((6, 12), (20, 12)),
        ("R31.2", (6, 12)),
        ("C7.2", (10, 12)),
        ("C8.2", (20, 12)),
        ("Q2.1", (15, 12), "R34.1"),
        ("R34.2", "Q4.3"),
        ("R32.2", "Q4.1"),
        ((10, 21), "R33.1"),
        ("U2.4", "R45.1"),
        ("R45.2", "J7.2"),
    ),
    (("VSYS", 6, 7, 90), ("VPIX", 30, 7, 90)),
    (("VPIX", 23, 7),),
    (("U2 reads 3.3 V as high at any VPIX: see the build guide's table.", 20, 28.5),),
)

_OUTPUTS = Block(
    "Piezo and button",
    61,
    44,
    37,
    31,
    {
        "R47": Spot(15, 7.5),
        "D3": Spot(20, 7.5, 270),
        "J8": Spot(27, 7),
        "Q5": Spot(14, 14),
        "R46": Spot(7.5, 14, 90),
        "R48": Spot(14, 24, 90),
        "J9": Spot(21, 24),
    },
    (
        ((15, 5), (25, 5), "J8.1"),
        ((15, 5), "R47.1"),
        ((20, 5), "D3.1"),
        ((15, 10), (25, 10), "J8.2"),
        ("R47.2", (15, 10)),
        ("D3.2", (20, 10)),
        ((15, 10), "Q5.3"),
        ("R46.2", "Q5.1"),
        ("R48.2", "J9.1"),
    ),
    (("VSYS", 15, 5, 90), ("BUTTON_IN", 17, 24, 90)),
    notes=(("R47 empties the piezo; D3 is for a magnetic buzzer.", 1.5, 18.5),),
)

_READERS = Block(
    "The two other readers: resistors, NFC",
    61,
    77,
    55,
    31,
    {
        "R41": Spot(10, 7),
        "C11": Spot(16, 12.5),
        "R42": Spot(10, 19),
        "C12": Spot(16, 24.5),
        "J4": Spot(26, 12),
        "J5": Spot(36, 10),
        "J6": Spot(36, 22),
        "R43": Spot(44, 9),
        "R44": Spot(49, 9),
        "R49": Spot(44, 21),
        "R50": Spot(49, 21),
        "C13": Spot(24, 24),
    },
    (
        ("R41.2", (10, 10), (16, 10), "C11.1"),
        ("R42.2", (10, 22), (16, 22), "C12.1"),
    ),
    (("RES_RED", 10, 10, 180), ("RES_BLUE", 10, 22, 180)),
)

_REST = Block(
    "Clamp of resistor readers and button; holes",
    118,
    77,
    36,
    21,
    {
        **{f"H{number}": Spot(-3 + 8 * number, 5) for number in range(1, 5)},
        "U7": Spot(16, 14),
    },
    notes=(("To 3V3: VS may lie below ADC_VREF.", 1.5, 8.5),),
)

BLOCKS = (
    _slot("Red slot: seven contacts or open-drain Hall switches", "RED", 1, 5),
    _slot("Blue slot: seven contacts or open-drain Hall switches", "BLUE", 2, 44),
    _PICO,
    _POWER,
    _PIXELS,
    _OUTPUTS,
    _READERS,
    _REST,
)

_BESIDE = ((7.5, -1.1, "left"), (7.5, 1.1, "left"))
_ABOVE_J = ((0, -7.2, ""), (0, -5.2, ""))
# Reference and value where the usual place is taken: mm right and down of the symbol, and side.
TEXT_PLACES: dict[str, tuple[tuple[float, float, str], ...]] = {
    **{f"U{number}": _BESIDE for number in range(3, 8)},
    **{f"D{digit}{n}": ((-5.8, 3.2, ""), (-5.8, 5.2, "")) for digit in (1, 2) for n in range(1, 8)},
    **{f"J{number}": _ABOVE_J for number in (1, 7, 8, 9)},
    **{f"J{number}": ((0, -10.0, ""), (0, -8.0, "")) for number in (4, 5, 6)},
    "J2": ((1.3, -9.8, ""), (1.3, -7.8, "")),
    "J3": ((1.3, -9.8, ""), (1.3, -7.8, "")),
    "RN1": ((14, -1.1, "left"), (14, 1.1, "left")),
    "RN2": ((14, -1.1, "left"), (14, 1.1, "left")),
    "U1": ((-1, -18, ""), (-1, -16, "")),
    "U2": ((2, 6.5, "left"), (2, 8.5, "left")),
    "D2": ((0, 4.0, ""), (0, 6.0, "")),
    "D3": ((6.8, -1.1, ""), (6.8, 1.1, "")),
}
