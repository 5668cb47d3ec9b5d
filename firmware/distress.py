"""Says by light and on the console that the box cannot run.

It uses only what is built into CircuitPython: it is there for the day when /lib is not.
"""

import time

import board
import digitalio
import microcontroller
import neopixel_write
import usb_cdc

# Numbers of arbiter.faults, which may be what is missing.
MISSING_LIBRARY = 5
OLD_CIRCUITPYTHON = 6

# The victory pair, amber and faint; green first on the wire, as most chains have it.
_LIT = bytes(9) + bytes((12, 30, 0)) * 2 + bytes(9)
_DARK = bytes(24)


def call(number: int, text: str) -> None:
    """Blink the number on the victory pair and on the board's own light, and say why, for ever."""
    microcontroller.watchdog.mode = None  # type: ignore[union-attr]
    chain, light = _outputs()
    if usb_cdc.console is not None:
        usb_cdc.console.write_timeout = 0  # or a console that nobody reads would stop the blinking
    while True:
        if usb_cdc.console is not None and usb_cdc.console.connected:
            usb_cdc.console.write((text + "\r\n").encode())
        for _ in range(number):
            _show(chain, light, True)
            time.sleep(0.25)
            _show(chain, light, False)
            time.sleep(0.25)
        time.sleep(1.5)


def shine() -> None:
    """Light the victory pair and leave it lit: for a program that must end."""
    chain, light = _outputs()
    _show(chain, light, True)


def _outputs():
    chain, light = board.GP16, board.LED  # type: ignore[attr-defined]
    return _output(chain), _output(light)


def _output(pin):
    output = digitalio.DigitalInOut(pin)
    output.switch_to_output()
    return output


def _show(chain, light, on):
    neopixel_write.neopixel_write(chain, _LIT if on else _DARK)
    light.value = on
