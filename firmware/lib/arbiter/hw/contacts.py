"""Contacts to ground: the seven of a slot, or the one of the button."""

import digitalio

from arbiter.hw.pinout import pin


class Contacts:
    """A row of contacts, each closing its pin to ground."""

    def __init__(self, numbers: tuple) -> None:
        self._pins = []
        for number in numbers:
            contact = digitalio.DigitalInOut(pin(number))
            # Up, never down: RP2350 inputs with a pull-down stick high (erratum E9).
            contact.switch_to_input(pull=digitalio.Pull.UP)
            self._pins.append(contact)

    def sample(self) -> int:
        """Which contacts are closed, as bits, the first the highest."""
        bits = 0
        for contact in self._pins:
            bits <<= 1
            if not contact.value:
                bits |= 1
        return bits
