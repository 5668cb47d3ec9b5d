"""A PN532 on an I2C bus, as far as the box uses one; it can fail in the ways that people report.

Commands and the status byte: NXP UM0701-02. Times are of the order that a logic analyser shows on
such modules; nothing in the firmware depends on them, tests vary them.
"""

import random
from collections.abc import Callable
from functools import partial

from ..world import Part, World
from . import frames
from .field import Field, Tag

GET_FIRMWARE_VERSION, SAM_CONFIGURATION = 0x02, 0x14
RF_CONFIGURATION, IN_LIST_PASSIVE_TARGET = 0x32, 0x4A
_FIELD_ITEM, _RETRIES_ITEM = 0x01, 0x05
_VERSION = bytes.fromhex("32010607")  # a PN532, firmware 1.6
_FOR_EVER = 0xFF

_BOOT_US = 2_000
_ACK_US = 500
_WORK_US = 300
_GUARD_US = 5_000  # a field must be on so long before the first call (ISO/IEC 14443-3, 5.3)
_CALL_US = 3_000
_SELECT_US = 4_000

FAULTS = ("absent", "mute", "hung")


class PN532(Part):
    """The chip; as a part it hangs on its reset line.

    `missing` is the probability that a search overlooks the tags, `mangling` that it gets a UID
    wrong. `fail` breaks it.
    """

    address = 0x24

    def __init__(self, name: str, world: World, field: Field) -> None:
        self.missing = 0.02
        self.mangling = 0.0
        self.field = field
        self._world = world
        self._chance = random.Random(f"{world.seed} pn532 {name}")
        self._fault = ""
        self._fault_lasts = False
        self._held = False
        self._boots_until = 0
        self._begin()

    def fail(self, fault: str, lasting: bool = True) -> None:
        """From now on it is "absent" (does not answer its address), "mute" (takes commands and
        acknowledges none) or "hung" (acknowledges and then does nothing). Not `lasting`, a reset
        mends it.
        """
        if fault not in FAULTS:
            raise ValueError(f"fault {fault!r}: give one of {', '.join(FAULTS)}")
        self._fault, self._fault_lasts = fault, lasting

    def mend(self) -> None:
        """It works again."""
        self._fault = ""

    @property
    def field_on(self) -> bool:
        """Whether its antenna radiates."""
        return self._field_on

    # The reset line.

    def hold(self, level: int | None) -> None:
        """Low is reset; the module's own pull-up ends it."""
        if level == 0:
            self._held = True
            if not self._fault_lasts:
                self._fault = ""
            self._begin()
        elif self._held:
            self._held = False
            self._boots_until = self._world.now + _BOOT_US

    # The bus.

    def write(self, data: bytes) -> bool:
        """A frame from the host. An empty write only asks whether somebody is there."""
        if not self._answers:
            return False
        if data and self._fault != "mute":
            self._take(data)
        return True

    def read(self, count: int) -> bytes | None:
        """The status byte, then the frame if one is ready; reading the status alone leaves it."""
        if not self._answers:
            return None
        if not self._queue or self._world.now < self._queue[0][0]:
            return bytes(count)
        frame = self._queue[0][1]
        if count > 1:
            self._queue.pop(0)
        return (b"\x01" + frame + bytes(count))[:count]

    @property
    def _answers(self) -> bool:
        is_up = not self._held and self._world.now >= self._boots_until
        return is_up and self._fault != "absent"

    # Its work.

    def _begin(self) -> None:
        self._queue: list[tuple[int, bytes]] = []  # (us from which it can be read, frame)
        self._retries = _FOR_EVER
        self._work = 0  # the ordinal of the command at work; another one ends it
        self._switch(False)

    def _take(self, data: bytes) -> None:
        """A new frame ends whatever was under way."""
        self._work += 1
        self._queue.clear()
        if frames.ACK in data:
            return
        order = frames.command(data)
        if order is None:
            return
        self._queue.append((self._world.now + _ACK_US, frames.ACK))
        if self._fault != "hung":
            self._carry_out(*order)

    def _carry_out(self, command: int, parameters: bytes) -> None:
        if command == IN_LIST_PASSIVE_TARGET:
            self._search()
        elif command == GET_FIRMWARE_VERSION:
            self._answer(command, _VERSION)
        elif command == SAM_CONFIGURATION:
            self._answer(command)
        elif command == RF_CONFIGURATION:
            self._configure(parameters)
            self._answer(command)
        else:
            self._put(frames.SYNTAX_ERROR, _ACK_US + _WORK_US)

    def _configure(self, parameters: bytes) -> None:
        if parameters[0] == _FIELD_ITEM:
            self._switch(bool(parameters[1] & 1))
        elif parameters[0] == _RETRIES_ITEM:
            self._retries = parameters[3]

    def _switch(self, on: bool) -> None:
        self._field_on = on
        if not on:
            self.field.lose_power()

    def _search(self) -> None:
        guard = 0 if self._field_on else _GUARD_US
        self._switch(True)
        overlooks = self._chance.random() < self.missing
        self._later(_ACK_US + guard, partial(self._call, self._retries, overlooks))

    def _call(self, retries: int, overlooks: bool) -> None:
        answers = self.field.call(self._chance)
        if answers and not overlooks:
            self._later(_SELECT_US, partial(self._found, answers))
        elif retries == 0:
            self._later(_CALL_US, partial(self._found, []))
        else:
            left = retries if retries == _FOR_EVER else retries - 1
            self._later(_CALL_US, partial(self._call, left, overlooks))

    def _found(self, tags: list[Tag]) -> None:
        targets = b"".join(self._target(n, tag) for n, tag in enumerate(tags[:2], 1))
        self._answer(IN_LIST_PASSIVE_TARGET, bytes([len(tags[:2])]) + targets, 0)

    def _target(self, number: int, tag: Tag) -> bytes:
        uid = bytearray(tag.uid)
        if self._chance.random() < self.mangling:
            uid[self._chance.randrange(1, len(uid))] ^= 1 << self._chance.randrange(8)
        # SENS_RES and SEL_RES of an NTAG213 (its data sheet, 8.5).
        return bytes([number, 0x00, 0x44, 0x00, len(uid)]) + uid

    def _answer(self, command: int, payload: bytes = b"", after: int = _ACK_US + _WORK_US) -> None:
        self._put(frames.response(command, payload), after)

    def _put(self, frame: bytes, after: int) -> None:
        self._queue.append((self._world.now + after, frame))

    def _later(self, us: int, do: Callable[[], None]) -> None:
        self._world.at(self._world.now + us, partial(self._go_on, self._work, do))

    def _go_on(self, work: int, do: Callable[[], None]) -> None:
        if work == self._work:
            do()
