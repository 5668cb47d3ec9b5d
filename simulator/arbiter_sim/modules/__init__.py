"""The modules that CircuitPython has and Blinka lacks, made anew for every run of a program."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from . import (
    clock,
    language,
    microcontroller,
    pins,
    storage,
    supervisor,
    system,
    usb_cdc,
    usb_others,
    watchdog,
)

if TYPE_CHECKING:
    from ..machine import Machine

# A file of the drive is found before these, but after all others (measured on 10.0.0 and 9.1.4).
EXTENSIBLE = ("json", "collections")


def provided(machine: "Machine") -> Mapping[str, object]:
    """Module name to module, for one run of one program."""
    return {
        "time": clock.module(machine),
        "supervisor": supervisor.module(machine),
        "usb_cdc": usb_cdc.module(machine),
        **usb_others.modules(machine),
        "storage": storage.module(machine),
        "microcontroller": microcontroller.module(machine),
        "watchdog": watchdog.module(),
        **system.modules(machine),
        **language.modules(machine),
        **pins.modules(),
    }
