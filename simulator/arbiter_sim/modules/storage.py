"""`storage`, as far as a read-only drive goes (shared-bindings/storage/__init__.c)."""

from typing import TYPE_CHECKING

from ..errors import SimulationError
from .base import BoardModule

if TYPE_CHECKING:
    from ..machine import Machine


def module(machine: "Machine") -> BoardModule:
    """The module for one run."""

    def change_usb_drive() -> None:
        if machine.usb.attached:
            raise RuntimeError("Cannot change USB devices now")

    def remount(*_: object, **__: object) -> None:
        if machine.usb.attached:
            raise RuntimeError("Cannot remount path when visible via USB.")
        machine.refuse(SimulationError("storage.remount: the simulated drive is read-only"))

    return BoardModule(
        "storage",
        disable_usb_drive=change_usb_drive,
        enable_usb_drive=change_usb_drive,
        remount=remount,
    )
