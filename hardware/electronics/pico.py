"""The Pico's header: which of its pins is which GPIO, supply or ground. Pico 2 is the same.

What each GPIO does is ``arbiter.hw.pinout``; the board connects those and no other.
"""

from __future__ import annotations

# Raspberry Pi Pico datasheet, figure 2.
GROUND_PINS = (3, 8, 13, 18, 23, 28, 38)
AGND_PIN, ADC_VREF_PIN, V3V3_PIN, VSYS_PIN, VBUS_PIN = 33, 35, 36, 39, 40
_RUN_PIN, _ENABLE_PIN = 30, 37
_NO_GPIO = (*GROUND_PINS, AGND_PIN, ADC_VREF_PIN, V3V3_PIN, VSYS_PIN, VBUS_PIN, _RUN_PIN)

# GP29 has no pin: it measures VSYS / 3 by a divider on the Pico itself.
HEADER_PIN = dict(
    zip(
        (*range(23), 26, 27, 28),
        (pin for pin in range(1, 41) if pin not in (*_NO_GPIO, _ENABLE_PIN)),
        strict=True,
    )
)
