"""The Pico's names: CircuitPython 10, ports/raspberrypi/boards/raspberry_pi_pico/pins.c."""

from ..world import GPIOS
from .pin import Pin

_PINS = [Pin(gpio) for gpio in range(GPIOS)]

GPIO_NAMES = {f"GPIO{pin.id}": pin for pin in _PINS}

BOARD_NAMES = {f"GP{pin.id}": pin for pin in _PINS[:29]} | {
    "SMPS_MODE": _PINS[23],
    "VBUS_SENSE": _PINS[24],
    "LED": _PINS[25],
    "A0": _PINS[26],
    "GP26_A0": _PINS[26],
    "A1": _PINS[27],
    "GP27_A1": _PINS[27],
    "A2": _PINS[28],
    "GP28_A2": _PINS[28],
    "A3": _PINS[29],
    "VOLTAGE_MONITOR": _PINS[29],
}
