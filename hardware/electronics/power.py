"""Battery to VSYS: fuse, reverse protection, the latch that a piece sets, the pixels' switch.

VS is the battery behind fuse and diode: always on. A piece that goes in pulls its slot's WAKE line
low; the edge, through a capacitor, opens Q1 for some 0.3 s. By then the Pico's 3V3 is up and holds
Q1 open through HOLD's pull-up. Firmware that drives GP28 low lets go. Because it is the edge that
counts, a piece forgotten in a slot does not keep the box on.
"""

from __future__ import annotations

from arbiter.hw import pinout
from hardware.electronics.pico import HEADER_PIN, V3V3_PIN, VSYS_PIN
from hardware.electronics.rig import Rig


def battery(rig: Rig) -> None:
    """J1 to VS. D1 blocks a reversed battery, and the USB from charging the cells."""
    rig.two("xh2", "J1", "BAT+", "GND")
    rig.two("fuse", "F1", "BAT+", "BAT_FUSED")
    rig.two("schottky", "D1", "VS", "BAT_FUSED")
    rig.two("10u", "C1", "VS", "GND")


def latch(rig: Rig) -> None:
    """Q1 between VS and VSYS. C2 and C3 slow its gate, so that VSYS rises without a surge.

    Both are small against C5 and C6, or these could not pull the gate down on an empty battery.
    """
    rig.add("pmos", "Q1", p1="PWR_GATE", p2="VS", p3="VSYS")
    rig.two("470k", "R1", "VS", "PWR_GATE")
    rig.two("100n", "C2", "VS", "PWR_GATE")
    rig.two("22n", "C3", "VSYS", "PWR_GATE")
    rig.two("10u", "C4", "VSYS", "GND")
    rig.join("VSYS", "U1", str(VSYS_PIN))
    rig.join("+3V3", "U1", str(V3V3_PIN))


def wake(rig: Rig) -> None:
    """The edge of either slot's WAKE line kicks the gate low; each slot has its own capacitor."""
    rig.two("47k", "R2", "PWR_GATE", "KICK")
    rig.add("or-diode", "D2", p1="KICK_RED", p2="KICK_BLUE", p3="KICK")
    for side, pull_up, capacitor, back in (("RED", "R3", "C5", "R4"), ("BLUE", "R5", "C6", "R6")):
        rig.two("220k", pull_up, "VS", f"WAKE_{side}")
        rig.two("1u", capacitor, f"WAKE_{side}", f"KICK_{side}")
        rig.two("470k", back, "VS", f"KICK_{side}")


def hold(rig: Rig) -> None:
    """Q3 keeps Q1 open while HOLD is high. R8 against R7: below 1.9 V on HOLD it lets go."""
    rig.join("HOLD", "U1", str(HEADER_PIN[pinout.HOLD]))
    rig.two("47k", "R7", "HOLD", "HOLD_BASE")
    rig.two("22k", "R8", "HOLD_BASE", "GND")
    rig.add("npn", "Q3", p1="HOLD_BASE", p2="GND", p3="HOLD_PULL")
    rig.two("47k", "R9", "PWR_GATE", "HOLD_PULL")


def pixel_supply(rig: Rig) -> None:
    """Q2 between VSYS and VPIX, so that a box on USB can make its dark pixels draw nothing."""
    rig.add("pmos", "Q2", p1="PIX_GATE", p2="VSYS", p3="VPIX")
    rig.two("1M", "R31", "VSYS", "PIX_GATE")
    rig.two("1u", "C7", "VSYS", "PIX_GATE")
    rig.two("100n", "C8", "VPIX", "PIX_GATE")
    rig.two("47k", "R32", "HOLD", "PIX_BASE")
    rig.two("22k", "R33", "PIX_BASE", "GND")
    rig.add("npn", "Q4", p1="PIX_BASE", p2="GND", p3="PIX_PULL")
    rig.two("100k", "R34", "PIX_GATE", "PIX_PULL")
    rig.two("bulk", "C9", "VPIX", "GND")


def build(rig: Rig) -> None:
    """The whole power path."""
    for part in (battery, latch, wake, hold, pixel_supply):
        part(rig)
    rig.power("GND", "BAT+", "VS", "VSYS", "VPIX")
