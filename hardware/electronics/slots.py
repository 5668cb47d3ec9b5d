"""The two slots: seven contacts or open-drain Hall switches each, and the other two readers.

Each line: connector, ESD clamp, the cathode of a double diode. One anode goes through 330 ohm to
the Pico's pin, the other to the slot's WAKE line. The diode is why the box can be off: without it
the wake line would feed the dead Pico through its pins, and be held low by them.
"""

from __future__ import annotations

from arbiter.hw import pinout
from hardware.electronics.pico import ADC_VREF_PIN, AGND_PIN, HEADER_PIN
from hardware.electronics.rig import Rig

CONTACTS = 7
SIDES = (("RED", pinout.RED, 1), ("BLUE", pinout.BLUE, 2))
# Pins of the slot's connector: contact n on pin n, then these. VS is the supply of Hall switches.
COMMON_PIN, SUPPLY_PIN, GROUND_PIN = "8", "9", "10"
# Protected lines of a USBLC6-4: its pins 1, 3, 4 and 6; supply on 5, ground on 2.
_CLAMP_PINS = ("1", "3", "4", "6")


def slot(rig: Rig, side: str, gpios: tuple[int, ...], digit: int) -> None:
    """One slot. ``digit`` begins the references of its parts: D11 to D17, R11 to R17."""
    connector = f"J{digit + 1}"
    rig.add("slot", connector)
    for pin, net in ((COMMON_PIN, "GND"), (SUPPLY_PIN, "VS"), (GROUND_PIN, "GND")):
        rig.join(net, connector, pin)
    rig.add("network", f"RN{digit}", p1="+3V3")
    for number, gpio in enumerate(gpios, 1):
        contact(rig, side, number, gpio, digit)
    lines = [f"{side}{number}_IN" for number in range(1, CONTACTS + 1)]
    clamp(rig, f"U{2 * digit + 1}", "VS", lines[:4])
    clamp(rig, f"U{2 * digit + 2}", "VS", lines[4:])


def contact(rig: Rig, side: str, number: int, gpio: int, digit: int) -> None:
    """One line from the connector to the Pico, with its 10 kohm pull-up on the Pico's side."""
    outside, inside, middle = (f"{side}{number}{end}" for end in ("_IN", "", "_D"))
    rig.join(outside, f"J{digit + 1}", str(number))
    diode, resistor = f"D{digit}{number}", f"R{digit}{number}"
    rig.add("isolator", diode, p1=middle, p2=f"WAKE_{side}", p3=outside)
    rig.two("330R", resistor, middle, inside)
    rig.join(inside, f"RN{digit}", str(number + 1))
    rig.join(inside, "U1", str(HEADER_PIN[gpio]))


def clamp(rig: Rig, ref: str, rail: str, lines: list[str]) -> None:
    """A clamp of up to four lines to ground and to a rail that no line ever lies above."""
    rig.add("esd", ref, p5=rail, p2="GND")
    for pin, net in zip(_CLAMP_PINS, lines, strict=False):
        rig.join(net, ref, pin)
    rig.leave_open(ref)


def resistor_reader(rig: Rig) -> None:
    """2.2 kohm, 1 %, from ADC_VREF to each ADC pin; the piece's resistor goes to AGND.

    Clamped to 3V3, not to VS: of an almost empty battery VS lies below ADC_VREF, and would pull an
    open slot down until it read as a Flag.
    """
    rig.add("xh4", "J4", p1="RES_RED", p2="AGND", p3="RES_BLUE", p4="AGND")
    rig.join("AGND", "U1", str(AGND_PIN))
    parts = (("RED", "R41", "C11"), ("BLUE", "R42", "C12"))
    for (side, pull_up, capacitor), gpio in zip(parts, pinout.RESISTORS, strict=True):
        rig.two("2k2", pull_up, "ADC_VREF", f"RES_{side}")
        rig.two("10n", capacitor, f"RES_{side}", "AGND")
        rig.join(f"RES_{side}", "U1", str(HEADER_PIN[gpio]))
    clamp(rig, "U7", "+3V3", ["RES_RED", "RES_BLUE", "BUTTON_IN"])
    rig.join("ADC_VREF", "U1", str(ADC_VREF_PIN))
    rig.power("ADC_VREF")


def nfc_readers(rig: Rig) -> None:
    """A bus for each PN532, because both answer to 0x24; a module without RSTPD_N works too."""
    parts = (("RED", "J5", "R43", "R44"), ("BLUE", "J6", "R49", "R50"))
    pins = zip(parts, pinout.NFC_BUSES, pinout.NFC_RESETS, strict=True)
    for (side, connector, sda_up, scl_up), (sda, scl), reset in pins:
        rig.add("xh5", connector, p1="+3V3", p2="GND")
        for pin, name, gpio in (("3", "SDA", sda), ("4", "SCL", scl), ("5", "NFC_RST", reset)):
            rig.join(f"{name}_{side}", connector, pin)
            rig.join(f"{name}_{side}", "U1", str(HEADER_PIN[gpio]))
        rig.two("4k7", sda_up, "+3V3", f"SDA_{side}")
        rig.two("4k7", scl_up, "+3V3", f"SCL_{side}")
    rig.two("10u", "C13", "+3V3", "GND")


def build(rig: Rig) -> None:
    """Both slots and both other readers."""
    for side, gpios, digit in SIDES:
        slot(rig, side, gpios, digit)
    resistor_reader(rig)
    nfc_readers(rig)
