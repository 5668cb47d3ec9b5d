"""Pins of the Pico that the board connects and today's firmware does not use: each with its reason.

The firmware's own pins are ``arbiter.hw.pinout``; a test holds that the board connects those and
these, and no other.
"""

from __future__ import annotations

from typing import NamedTuple


class ExtraPin(NamedTuple):
    """A GPIO, the net it stands on, and what it is for."""

    gpio: int
    net: str
    reason: str


EXTRA_PINS = (
    ExtraPin(19, "NFC_RST_BLUE", "reset of the blue side's PN532: one field on at a time"),
    ExtraPin(20, "SDA", "I2C0 data, for two PN532"),
    ExtraPin(21, "SCL", "I2C0 clock, for two PN532"),
    ExtraPin(22, "NFC_RST_RED", "reset of the red side's PN532"),
    ExtraPin(26, "RES_RED", "ADC0: the red piece's resistor against 2.2 kohm from ADC_VREF"),
    ExtraPin(27, "RES_BLUE", "ADC1: the blue piece's resistor against 2.2 kohm from ADC_VREF"),
    ExtraPin(
        28, "HOLD", "high or input: power stays on; low: pixels off, and a battery box goes off"
    ),
)

# GP29 (ADC3) reads VSYS / 3 through the divider on the Pico itself; the board has no part in it.
ON_MODULE = (ExtraPin(29, "VSYS", "ADC3: VSYS / 3, the divider is on the Pico"),)

# Header pin of each GPIO, from the Raspberry Pi Pico datasheet, figure 2; Pico 2 is the same.
HEADER_PIN = dict(
    zip(
        (*range(23), 26, 27, 28),
        # Pins 3, 8, 13, 18, 23 and 28 are ground, 30 is RUN, 33 is AGND.
        (*(1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20), 21, 22, 24, 25, 26, 27)
        + (29, 31, 32, 34),
        strict=True,
    )
)
GROUND_PINS = (3, 8, 13, 18, 23, 28, 38)
AGND_PIN, ADC_VREF_PIN, V3V3_PIN, VSYS_PIN, VBUS_PIN = 33, 35, 36, 39, 40
