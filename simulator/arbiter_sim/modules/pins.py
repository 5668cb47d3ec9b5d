"""The pin modules: Blinka's and Adafruit's own code, over our lowest layer."""

import sys

from ..backend import install
from ..backend.analog import AnalogIn, AnalogOut
from ..backend.i2c import I2C
from ..backend.pico import BOARD_NAMES
from ..backend.pwm import PWMOut
from .base import BoardModule


def modules() -> dict[str, object]:
    """Module name to module."""
    install()
    import adafruit_pixelbuf
    import digitalio
    import neopixel_write

    # Only now: it derives from a class of Blinka's, which must find our layer when it is imported.
    from ..backend.digital import DigitalInOut

    return {
        "board": BoardModule("board", board_id="raspberry_pi_pico", **BOARD_NAMES),
        "digitalio": BoardModule(
            "digitalio",
            DigitalInOut=DigitalInOut,
            Direction=digitalio.Direction,
            DriveMode=digitalio.DriveMode,
            Pull=digitalio.Pull,
        ),
        "pwmio": BoardModule("pwmio", PWMOut=PWMOut),
        "busio": BoardModule("busio", I2C=I2C),
        "analogio": BoardModule("analogio", AnalogIn=AnalogIn, AnalogOut=AnalogOut),
        "neopixel_write": neopixel_write,
        "adafruit_pixelbuf": adafruit_pixelbuf,
    }


def library(name: str) -> object | None:
    """An installed library that a builder would copy to the drive, if `name` is one."""
    return sys.modules["neopixel"] if name == "neopixel" else None
