"""Runs once after a reset, before USB is there: decides what a computer may see of the box.

It uses only what is built into CircuitPython: the button held at a reset always opens the box
again, whatever is wrong with the files in /lib.
"""

import os
import time

import board
import digitalio
import storage
import supervisor
import usb_cdc
import usb_hid
import usb_midi

# After an error code.py starts again by itself, and finds out that it did.
supervisor.set_next_code_file(
    "/code.py",
    reload_on_error=True,
    sticky_on_success=True,
    sticky_on_error=True,
    sticky_on_reload=True,
)

button = digitalio.DigitalInOut(board.GP18)  # type: ignore[attr-defined]
button.switch_to_input(pull=digitalio.Pull.UP)
time.sleep(0.01)  # the pull-up has a cable to charge
sealed = os.getenv("SEALED") == 1 and button.value

usb_hid.disable()
usb_midi.disable()
usb_cdc.enable(console=not sealed, data=True)
if sealed:
    storage.disable_usb_drive()
