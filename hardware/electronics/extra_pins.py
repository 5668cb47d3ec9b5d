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
    ExtraPin(
        28, "HOLD", "high or input: power stays on; low: pixels off, and a battery box goes off"
    ),
)

# GP29 (ADC3) reads VSYS / 3 through the divider on the Pico itself; the board has no part in it.
ON_MODULE = (ExtraPin(29, "VSYS", "ADC3: VSYS / 3, the divider is on the Pico"),)

GROUND_PINS = (3, 8, 13, 18, 23, 28, 38)
AGND_PIN, ADC_VREF_PIN, V3V3_PIN, VSYS_PIN, VBUS_PIN = 33, 35, 36, 39, 40
_RUN_PIN, _ENABLE_PIN = 30, 37
_NO_GPIO = (*GROUND_PINS, AGND_PIN, ADC_VREF_PIN, V3V3_PIN, VSYS_PIN, VBUS_PIN, _RUN_PIN)

# Header pin of each GPIO: Raspberry Pi Pico datasheet, figure 2; Pico 2 is the same.
HEADER_PIN = dict(
    zip(
        (*range(23), 26, 27, 28),
        (pin for pin in range(1, 41) if pin not in (*_NO_GPIO, _ENABLE_PIN)),
        strict=True,
    )
)
