"""The supply of the board: what it measures, and the line that keeps it on."""

import analogio
import board
import digitalio

from arbiter.hw import pinout

_DIVIDER = 3  # GP29 sees a third of VSYS (Raspberry Pi Pico datasheet, section 4.4)
_FULL_SCALE = 65535
_REFERENCE_MV = 3300


class Supply:
    """VSYS, measured; and the hold line of a board that switches itself off."""

    def __init__(self) -> None:
        self._vsys = analogio.AnalogIn(board.VOLTAGE_MONITOR)  # its name for GP29
        self._hold = digitalio.DigitalInOut(pinout.pin(pinout.HOLD))
        self._hold.switch_to_output(value=True)

    def millivolts(self) -> int:
        """VSYS at this instant, within some 3 %."""
        return self._vsys.value * _DIVIDER * _REFERENCE_MV // _FULL_SCALE

    def hold(self, on: bool) -> None:
        """Keep the supply on, or let a box on batteries go off until a piece goes in."""
        self._hold.value = on
