"""`usb_hid` and `usb_midi`, as far as boot.py can do without them.

CircuitPython: shared-bindings/usb_hid/__init__.c, shared-bindings/usb_midi/__init__.c.
"""

from typing import TYPE_CHECKING

from .base import BoardModule

if TYPE_CHECKING:
    from ..machine import Machine


def modules(machine: "Machine") -> dict[str, object]:
    """Module name to module, for one run."""

    def change() -> None:
        if machine.usb.attached:
            raise RuntimeError("Cannot change USB devices now")

    names = ("usb_hid", "usb_midi")
    return {name: BoardModule(name, disable=change, enable=change) for name in names}
