"""Pixels, piezo and button."""

from __future__ import annotations

from arbiter.hw import pinout
from hardware.electronics.pico import HEADER_PIN
from hardware.electronics.rig import Rig


def pixels(rig: Rig) -> None:
    """The data line through a buffer on the pixels' own supply; its input bears 3.3 V unpowered."""
    rig.join("PIX_IN", "U1", str(HEADER_PIN[pinout.PIXELS]))
    rig.add("buffer", "U2", p1="GND", p2="PIX_IN", p3="GND", p4="PIX_BUF", p5="VPIX")
    rig.two("100n", "C14", "VPIX", "GND")
    rig.two("330R", "R45", "PIX_BUF", "PIX_OUT")
    rig.add("xh3", "J7", p1="VPIX", p2="PIX_OUT", p3="GND")


def piezo(rig: Rig) -> None:
    """R47 empties the piezo between pulses; D3 is for those who fit a magnetic buzzer."""
    rig.join("BUZZ", "U1", str(HEADER_PIN[pinout.BUZZER]))
    rig.two("1k", "R46", "BUZZ", "BUZZ_BASE")
    rig.add("npn", "Q5", p1="BUZZ_BASE", p2="GND", p3="BUZZ_OUT")
    rig.two("1k", "R47", "VSYS", "BUZZ_OUT")
    rig.two("flyback", "D3", "VSYS", "BUZZ_OUT")
    rig.two("xh2", "J8", "VSYS", "BUZZ_OUT")


def button(rig: Rig) -> None:
    """To ground through 1 kohm, with the eighth resistor of RN1 as pull-up."""
    rig.join("BUTTON", "U1", str(HEADER_PIN[pinout.BUTTON]))
    rig.two("1k", "R48", "BUTTON", "BUTTON_IN")
    rig.join("BUTTON", "RN1", "9")
    rig.two("xh2", "J9", "BUTTON_IN", "GND")


def build(rig: Rig) -> None:
    """All that the players see, hear and press; HOLD's pull-up, the eighth of RN2; four holes."""
    for part in (pixels, piezo, button):
        part(rig)
    rig.join("HOLD", "RN2", "9")
    for number in range(1, 5):
        rig.add("hole", f"H{number}")
