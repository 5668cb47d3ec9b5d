"""A PN532 and its antenna, through Adafruit's library, in steps of a few ms.

Commands and frames: NXP UM0701-02, "PN532 User Manual".
"""

import time

import busio
import digitalio
from adafruit_pn532.adafruit_pn532 import BusyError
from adafruit_pn532.i2c import PN532_I2C

from arbiter.hw.pinout import pin

_BUS_HZ = 400_000  # the most that a PN532 takes
_ACKNOWLEDGE_MS = 15  # the most that it takes to acknowledge (UM0701-02, 6.2)

_RF_CONFIGURATION = 0x32
_FIELD, _RETRIES = 0x01, 0x05
_IN_LIST_PASSIVE_TARGET = 0x4A
_TWO_TARGETS, _ISO14443A = 0x02, 0x00
_ONCE_MORE = 0x01  # how often a search is repeated by the chip before it says that nothing is there

# Of one target with a UID of seven bytes. A longer answer (two tags, a bank card) is cut short and
# fails its checksum, as it should: it is no piece.
_ANSWER_BYTES = 13
_UID_LENGTH, _UID = 5, 6


class _Chip(PN532_I2C):
    """The library's PN532, asking whether it is ready without its pauses of 10 ms."""

    def _wait_ready(self, timeout=1):
        tries = min(int(timeout * 1000), _ACKNOWLEDGE_MS)
        status = bytearray(1)
        while True:
            with self._i2c as bus:
                bus.readinto(status)
            if status[0] == 1:
                return True
            if tries == 0:
                return False
            tries -= 1
            time.sleep(0.001)


class Antenna:
    """One slot's PN532. Whatever it does not do raises OSError; after that, reset it."""

    _chip: _Chip  # once it was started

    def __init__(self, bus_pins: tuple, reset: int) -> None:
        self._bus_pins = bus_pins
        self._bus: busio.I2C | None = None
        self._reset = digitalio.DigitalInOut(pin(reset))
        self._reset.switch_to_output(True)

    def reset(self) -> None:
        """Hold the chip in reset, which takes its field away."""
        self._reset.value = False

    def release(self) -> None:
        """Let the chip start: it takes a few ms."""
        self._reset.value = True

    def start(self) -> None:
        """Make a chip that was reset ready to search."""
        try:
            self._open_bus()
            self._chip = _Chip(self._bus)
        except (ValueError, RuntimeError, BusyError, IndexError):
            raise OSError("no PN532") from None
        self._do(_RF_CONFIGURATION, (_RETRIES, 0xFF, 0x01, _ONCE_MORE))
        self.off()

    def search(self) -> None:
        """Turn the field on and begin to look for tags."""
        self._send(_IN_LIST_PASSIVE_TARGET, (_TWO_TARGETS, _ISO14443A))

    def found(self):
        """None while the search goes on, else the UIDs; of a tag that cannot be read, b""."""
        try:
            answer = self._chip.process_response(_IN_LIST_PASSIVE_TARGET, _ANSWER_BYTES, timeout=0)
            return None if answer is None else _uids(answer)
        except (RuntimeError, BusyError, IndexError):
            return [b""]

    def off(self) -> None:
        """Turn the field off."""
        self._do(_RF_CONFIGURATION, (_FIELD, 0x00))

    def _open_bus(self):
        # Once: not at power-up, for the bus of a box without this chip has no pull-ups.
        if self._bus is None:
            sda, scl = self._bus_pins
            self._bus = busio.I2C(pin(scl), pin(sda), frequency=_BUS_HZ)

    def _send(self, command, parameters):
        try:
            done = self._chip.send_command(command, parameters)
        except (RuntimeError, BusyError):
            done = False
        if not done:
            raise OSError("not acknowledged")

    def _do(self, command, parameters):
        self._send(command, parameters)
        try:
            done = self._chip.process_response(command)
        except (RuntimeError, BusyError, IndexError):
            done = None
        if done is None:
            raise OSError("not done")


def _uids(answer):
    if answer[0] == 0:
        return []
    uid = bytes(answer[_UID : _UID + answer[_UID_LENGTH]])
    return [uid if answer[0] == 1 else b""]
