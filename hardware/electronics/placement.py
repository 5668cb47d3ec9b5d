"""Where each part stands on the board: x, y in mm from the top left corner, and turn in degrees.

Signals run from left to right: slots, clamps, diodes, series resistors, pull-ups, Pico, outputs.
"""

from __future__ import annotations

WIDTH_MM, HEIGHT_MM = 98.0, 66.0  # under 100 x 100, where board houses are cheapest

Place = tuple[float, float, float]

_ROW_MM = 3.55  # a SOT-23 with its courtyard
_ROWS = {1: 6.0, 2: 33.0}  # first row of the red and the blue slot


def _contact_rows() -> dict[str, Place]:
    """Diode and series resistor of each contact, a row a contact."""
    places: dict[str, Place] = {}
    for digit, top in _ROWS.items():
        for number in range(1, 8):
            y = top + _ROW_MM * (number - 1)
            places[f"D{digit}{number}"] = (25.0, y, 180)
            places[f"R{digit}{number}"] = (31.0, y, 0)
    return places


_HOLES: dict[str, Place] = {
    "H1": (4.0, 4.0, 0),
    "H2": (94.0, 4.0, 0),
    "H3": (4.0, 62.0, 0),
    "H4": (94.0, 62.0, 0),
}

_LEFT: dict[str, Place] = {
    "U1": (42.0, 4.2, 0),
    "J2": (7.5, 14.0, 0),
    "J3": (7.5, 40.0, 0),
    "U3": (18.5, 11.5, 0),
    "U4": (18.5, 23.5, 0),
    "U5": (18.5, 38.5, 0),
    "U6": (18.5, 50.5, 0),
    "RN1": (36.5, 7.0, 270),
    "RN2": (36.5, 33.0, 270),
    "J5": (14.0, 60.5, 0),
    "J6": (31.0, 60.5, 0),
    "J4": (48.0, 60.5, 0),
    "J9": (62.5, 60.5, 0),
    "R48": (73.0, 60.5, 0),
}

_POWER: dict[str, Place] = {
    "J1": (93.5, 17.0, 90),
    "F1": (85.5, 14.0, 180),
    "D1": (77.0, 14.0, 0),
    "C1": (69.5, 14.0, 180),
    "Q1": (69.5, 5.5, 180),
    "C4": (69.5, 9.8, 0),
    "R1": (75.0, 3.2, 0),
    "C2": (75.0, 6.1, 0),
    "C3": (75.0, 9.0, 0),
    "R2": (79.8, 3.2, 0),
    "R9": (79.8, 6.1, 0),
    "Q3": (85.0, 4.5, 180),
    "R7": (84.5, 8.2, 0),
    "R8": (88.8, 8.2, 0),
    "R3": (69.5, 18.0, 0),
    "C5": (74.0, 18.0, 0),
    "R4": (78.5, 18.0, 0),
    "R5": (69.5, 21.0, 0),
    "C6": (74.0, 21.0, 0),
    "R6": (78.5, 21.0, 0),
    "D2": (83.5, 20.0, 0),
}

_PIXELS: dict[str, Place] = {
    "J7": (93.5, 34.0, 90),
    "R31": (86.5, 25.0, 0),
    "C7": (86.5, 27.7, 0),
    "C8": (86.5, 30.4, 0),
    "Q2": (81.5, 26.5, 0),
    "R34": (81.5, 30.4, 0),
    "Q4": (76.5, 27.9, 0),
    "R32": (76.5, 23.9, 0),
    "R33": (76.5, 31.4, 0),
    "C9": (82.0, 37.5, 0),
    "U2": (76.5, 44.5, 0),
    "C14": (81.8, 44.0, 0),
    "R45": (86.2, 44.0, 0),
}

_OTHERS: dict[str, Place] = {
    "R41": (69.5, 24.6, 0),
    "C11": (69.5, 27.5, 0),
    "R42": (69.5, 30.4, 0),
    "C12": (69.5, 33.3, 0),
    "R43": (69.5, 36.5, 0),
    "R44": (69.5, 39.5, 0),
    "R49": (69.5, 42.4, 0),
    "R50": (69.5, 45.3, 0),
    "C13": (75.0, 36.5, 90),
    "U7": (68.0, 52.0, 0),
    "J8": (93.5, 52.5, 90),
    "Q5": (81.5, 52.0, 0),
    "R46": (76.5, 52.0, 0),
    "R47": (86.5, 49.5, 0),
    "D3": (86.5, 53.0, 0),
}

PLACES: dict[str, Place] = {
    **_contact_rows(),
    **_HOLES,
    **_LEFT,
    **_POWER,
    **_PIXELS,
    **_OTHERS,
}

# What the silkscreen says beside a connector: text, x, y in mm.
LABELS = (
    ("RED SLOT", 10.5, 7.2),
    ("BLUE SLOT", 9.0, 33.2),
    ("BATTERY 3-5 V", 90.5, 22.2),
    ("+", 93.5, 20.6),
    ("-", 93.5, 11.0),
    ("PIXELS", 94.0, 38.2),
    ("PIEZO", 94.0, 45.8),
    ("NFC RED", 19.0, 65.2),
    ("NFC BLUE", 36.0, 65.2),
    ("RESISTORS", 51.5, 65.2),
    ("BUTTON", 63.5, 65.2),
)

# Where a part's reference is printed, from its centre, in mm; by footprint, then by reference.
REFERENCE_OFFSETS = {
    "R_0805": (0.0, -1.35),
    "C_0805": (0.0, -1.35),
    "SOT-23": (0.0, -2.35),
    "SOT-23-": (0.0, -2.3),
    "D11 D12 D13 D14 D15 D16 D17 D21 D22 D23 D24 D25 D26 D27": (-3.2, 0.0),
    "C13": (-2.4, 0.0),
    "U1": (9.0, 25.0),
    "RN1": (0.0, -2.3),
    "RN2": (0.0, -2.3),
    "J2": (1.3, 16.6),
    "J3": (1.3, 16.4),
    "J1": (-3.8, 0.0),
    "J7": (-3.8, 0.0),
    "J8": (-3.8, 0.0),
    "F1": (0.0, 2.6),
    "C9": (1.7, 5.0),
    "Q3": (3.4, 0.0),
}
