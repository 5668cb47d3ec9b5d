"""What is wired to what: the wiring table and WireViz's input, from ``arbiter.hw.pinout``.

Two builds: the carrier board's cables, and a stripboard or breadboard with the Pico itself. The
tables come from the firmware's pin map, not from the netlist; a test compares the two.
"""

from __future__ import annotations

from typing import NamedTuple

from arbiter.hw import pinout
from hardware.electronics.pico import HEADER_PIN


class Wire(NamedTuple):
    """A pin of a connector: what it carries, and the Pico's GPIO behind it (None: a supply)."""

    connector: str
    pin: int
    signal: str
    gpio: int | None = None
    colour: str = "BK"  # IEC 60757


CONNECTOR_NAMES = {
    "J1": "Battery",
    "J2": "Red slot",
    "J3": "Blue slot",
    "J4": "Resistor readers",
    "J5": "NFC red",
    "J6": "NFC blue",
    "J7": "Pixels",
    "J8": "Piezo",
    "J9": "Button",
}

# Ribbon cable in resistor colours, first wire brown.
_RIBBON = ("BN", "RD", "OG", "YE", "GN", "BU", "VT", "GY", "WH", "BK")


def _slot(connector: str, gpios: tuple[int, ...]) -> list[Wire]:
    contacts = [Wire(connector, n, f"contact {n}", gpio) for n, gpio in enumerate(gpios, 1)]
    supplies = [(8, "common (ground)"), (9, "VS, supply of Hall switches"), (10, "ground")]
    wires = contacts + [Wire(connector, pin, signal) for pin, signal in supplies]
    return [wire._replace(colour=_RIBBON[wire.pin - 1]) for wire in wires]


def _nfc(connector: str, side: int) -> list[Wire]:
    (sda, scl), reset = pinout.NFC_BUSES[side], pinout.NFC_RESETS[side]
    lines = ((3, "SDA", sda, "GN"), (4, "SCL", scl, "YE"), (5, "RSTPD_N", reset, "WH"))
    supplies = [Wire(connector, 1, "+3V3", colour="RD"), Wire(connector, 2, "ground")]
    return supplies + [Wire(connector, *line) for line in lines]


def carrier_wires() -> list[Wire]:
    """Every pin of every connector of the carrier board."""
    wires = [Wire("J1", 1, "battery +", colour="RD"), Wire("J1", 2, "battery -")]
    wires += _slot("J2", pinout.RED) + _slot("J3", pinout.BLUE)
    for pin, side, gpio, colour in zip(
        (1, 3), ("red", "blue"), pinout.RESISTORS, ("RD", "BU"), strict=True
    ):
        wires += [Wire("J4", pin, f"{side} resistor", gpio, colour), Wire("J4", pin + 1, "AGND")]
    wires += _nfc("J5", 0) + _nfc("J6", 1)
    wires += [Wire("J7", 1, "VPIX, supply", colour="RD")]
    wires += [Wire("J7", 2, "data in", pinout.PIXELS, "GN"), Wire("J7", 3, "ground")]
    wires += [Wire("J8", 1, "VSYS", colour="RD"), Wire("J8", 2, "driven", pinout.BUZZER, "YE")]
    wires += [Wire("J9", 1, "button", pinout.BUTTON, "WH"), Wire("J9", 2, "ground")]
    return wires


def table() -> str:
    """The wiring table in Markdown."""
    lines = ["| connector | pin | wire | carries | GPIO | Pico pin |", "|---|---|---|---|---|---|"]
    for wire in carrier_wires():
        name = f"{wire.connector} {CONNECTOR_NAMES[wire.connector]}"
        gpio = "" if wire.gpio is None else f"GP{wire.gpio}"
        header = "" if wire.gpio is None else str(HEADER_PIN[wire.gpio])
        cells = (name, str(wire.pin), wire.colour, wire.signal, gpio, header)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


_SENSORS = (*(f"contact {n}" for n in range(1, 8)), "COM", "V+", "GND")
# What hangs on each cable's far end.
_FAR_ENDS = {
    "J1": ("3 x AA or LiPo", ("+", "-")),
    "J2": ("Red slot's sensors", _SENSORS),
    "J3": ("Blue slot's sensors", _SENSORS),
    "J7": ("8 NeoPixels", ("5V", "DIN", "GND")),
    "J8": ("Passive piezo", ("1", "2")),
    "J9": ("Button", ("1", "2")),
}


def wireviz() -> str:
    """The cables of the standard build (contacts or Hall switches) as WireViz's YAML."""
    wires = [wire for wire in carrier_wires() if wire.connector in _FAR_ENDS]
    lines = ["# Made by hardware.electronics.harness from arbiter.hw.pinout.", "connectors:"]
    for connector, (far, labels) in _FAR_ENDS.items():
        pins = [wire for wire in wires if wire.connector == connector]
        near = [f'"{w.signal}{_gpio(w)}"' for w in pins]
        lines += [f"  {connector}:", f"    type: {CONNECTOR_NAMES[connector]}"]
        lines += [f"    pinlabels: [{', '.join(near)}]", f"  {connector}X:", f"    type: {far}"]
        lines.append("    pinlabels: [" + ", ".join(f'"{label}"' for label in labels) + "]")
    lines.append("cables:")
    for connector in _FAR_ENDS:
        colours = [wire.colour for wire in wires if wire.connector == connector]
        lines += [f"  W{connector[1:]}:", "    gauge: 0.14 mm2", "    length: 0.2"]
        lines.append(f"    colors: [{', '.join(colours)}]")
    lines.append("connections:")
    for connector in _FAR_ENDS:
        count = sum(wire.connector == connector for wire in wires)
        ends = (connector, f"W{connector[1:]}", f"{connector}X")
        lines += ["  -"] + [f"    - {end}: [1-{count}]" for end in ends]
    return "\n".join(lines) + "\n"


def _gpio(wire: Wire) -> str:
    return "" if wire.gpio is None else f" (GP{wire.gpio})"
