"""Blinka's `DigitalInOut`, refusing what the board's refuses and Blinka lets pass.

CircuitPython: shared-bindings/digitalio/DigitalInOut.c (`check_for_deinit`); native objects take no
new attributes.
"""

from typing import Any

import digitalio

_ATTRIBUTES = frozenset({"_pin", "direction", "value", "pull", "drive_mode"})


class _Dead:
    """What a deinitialized object has in place of a pin."""

    def init(self, **_: Any) -> None:
        self.value()

    def value(self, _level: int | None = None) -> int:
        raise ValueError(
            "Object has been deinitialized and can no longer be used. Create a new object."
        )

    def transmit(self, _wire: bytes) -> None:
        self.value()


_DEAD = _Dead()


class DigitalInOut(digitalio.DigitalInOut):
    """See `digitalio.DigitalInOut`."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _ATTRIBUTES and not name.startswith("_DigitalInOut__"):
            raise AttributeError(f"can't set attribute '{name}'")
        super().__setattr__(name, value)

    _pin: Any

    def deinit(self) -> None:
        """Give the pin back; any later use is an error."""
        if self._pin is not _DEAD:
            super().deinit()
            self._pin = _DEAD
