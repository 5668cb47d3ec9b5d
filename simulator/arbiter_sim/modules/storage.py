"""`storage`, as far as a read-only drive goes (shared-bindings/storage/__init__.c)."""

from functools import partial
from typing import TYPE_CHECKING

from ..errors import SimulationError
from .base import BoardModule

if TYPE_CHECKING:
    from ..machine import Machine


def module(machine: "Machine") -> BoardModule:
    """The module for one run."""

    def show_drive(shown: bool) -> None:
        if machine.usb.attached:
            raise RuntimeError("Cannot change USB devices now")
        machine.usb.drive = shown

    def remount(*_: object, **__: object) -> None:
        if machine.usb.attached:
            raise RuntimeError("Cannot remount path when visible via USB.")
        machine.refuse(SimulationError("storage.remount: the simulated drive is read-only"))

    return BoardModule(
        "storage",
        disable_usb_drive=partial(show_drive, False),
        enable_usb_drive=partial(show_drive, True),
        remount=remount,
    )
