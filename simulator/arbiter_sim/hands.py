"""What people do to a box, whatever runs its firmware."""

import math
from collections.abc import Callable
from typing import Protocol

from arbiter import codes, pieces
from arbiter.hw import pinout

from . import names
from .nfc.field import Neighbour
from .nfc.pn532 import PN532
from .piece import RESISTORS, Piece, uid
from .slots import Button, Slot
from .world import World

ARMIES = ("red", "blue")
_QUICK_MS = 8
_USB_MV = 5000
# Of the Pico itself: VSYS by a divider on a GPIO (Raspberry Pi Pico datasheet, section 4.4).
_VSYS, _VSYS_DIVIDER, _REFERENCE_MV = 29, 3, 3300
_OTHER = {"red": "blue", "blue": "red"}


class Computer(Protocol):
    """The computer at the data port; see `usb.UsbHost`."""

    def read(self) -> None: ...
    def stall(self) -> None: ...
    def detach(self) -> None: ...
    def send(self, data: bytes) -> None: ...


class Hands:
    """Pieces, contacts and the button, on the nets of the arbiter's pin map.

    Slots are "red" and "blue"; times are milliseconds of the world.
    """

    host: Computer

    def __init__(self, world: World) -> None:
        self._world = world
        self._button = Button(world, world.nets[pinout.BUTTON])
        self._slots = {
            name: Slot(name, world, [world.nets[gpio] for gpio in gpios])
            for name, gpios in (("red", pinout.RED), ("blue", pinout.BLUE))
        }
        self._chips: dict[str, PN532] = {}
        self._wire_readers()
        self.supply(_USB_MV)

    def _wire_readers(self) -> None:
        """Connect dividers and PN532 as the pin map says; whether they are read, firmware knows."""
        nets = self._world.nets
        pins = zip(ARMIES, pinout.RESISTORS, pinout.NFC_BUSES, pinout.NFC_RESETS, strict=True)
        for name, analog, (sda, scl), reset in pins:
            slot = self._slots[name]
            nets[analog].share = slot.load.share
            chip = self._chips[name] = PN532(name, self._world, slot.field)
            nets[sda].device = nets[scl].device = nets[reset].part = chip

    def insert(
        self,
        slot: str,
        piece: str | int,
        seating: str = "straight",
        over_ms: float = _QUICK_MS,
        army: str | None = None,
        number: int = 1,
    ) -> None:
        """Put a piece in: a name as in `names` or a kind. Its contacts close within `over_ms`.

        `seating` is "straight", "crooked" (one or two contacts never close) or "backwards"; `army`
        is the slot's own, unless a piece of the other one gets there; `number` tells pieces of a
        kind apart, as their tags do. The piece has contacts, a resistor and a tag at once.
        """
        held = _piece(piece, army or slot, number)
        self._slot(slot).insert(held, seating, in_us(over_ms))

    def lift(self, slot: str, over_ms: float = _QUICK_MS) -> None:
        """Take the piece out."""
        self._slot(slot).lift(in_us(over_ms))

    def swap(self, slot: str, piece: str | int) -> None:
        """Take the piece out and put another in at once."""
        self._slot(slot).swap(_piece(piece, slot), in_us(_QUICK_MS))

    def hold(self, slot: str, bits: int) -> None:
        """Hold a contact word (bit 6 is contact 1), steadily and at once."""
        self._slot(slot).hold(bits)

    def reading(self, slot: str) -> int:
        """The contact word that the slot makes at this instant, bounces and faults included."""
        return self._slot(slot).reading

    def dirty(self, slot: str, contact: int) -> None:
        """From now on the contact (1 to 7) stays open, whatever piece is in."""
        self._slot(slot).fault(contact, dirty=True)

    def short(self, slot: str, contact: int) -> None:
        """From now on the contact stays closed, piece or no piece."""
        self._slot(slot).fault(contact, shorted=True)

    def clean(self, slot: str, contact: int) -> None:
        """The contact works again."""
        self._slot(slot).fault(contact)

    def pn532(self, slot: str) -> PN532:
        """The slot's PN532, to break it."""
        self._slot(slot)
        return self._chips[slot]

    def overhear(self, slot: str, probability: float) -> None:
        """From now on the slot's antenna reaches, so often, the tag in the other slot, too."""
        self._slot(slot).field.neighbour = Neighbour(self._slots[_OTHER[slot]].field, probability)

    def supply(self, millivolts: float) -> None:
        """The board's supply (VSYS) from now on; until then it is a computer's 5 V."""
        share = millivolts / _VSYS_DIVIDER / _REFERENCE_MV
        self._world.nets[_VSYS].share = lambda: share

    def press(self, ms: float = 100) -> None:
        """Press the button and let go after `ms`."""
        self._button.press(in_us(ms))

    def hold_button(self, down: bool = True) -> None:
        """Press the button and keep it down, or let go of it; steadily and at once."""
        self._button.hold(down)

    @property
    def now_ms(self) -> float:
        """Simulated milliseconds since the world began."""
        return self._world.now / 1000

    @property
    def last_change_ms(self) -> float:
        """When a contact of a slot last closed or opened, bounces included; 0 if none did yet."""
        return max(slot.changed_us for slot in self._slots.values()) / 1000

    def at(self, ms_from_now: float, happen: Callable[[], None]) -> None:
        """Have `happen` called when that much more time has passed."""
        self._world.at(self._world.now + in_us(ms_from_now), happen)

    def _slot(self, name: str) -> Slot:
        if name not in self._slots:
            raise ValueError(f"slot {name!r}: give red or blue")
        return self._slots[name]


def _piece(piece: str | int, army: str, number: int = 1) -> Piece:
    """The piece of that name or kind; the test piece has neither resistor nor tag."""
    # True and 1.0 would pass for 1.
    if not isinstance(piece, str) and type(piece) is not int:
        raise TypeError(f"piece {piece!r}: give a name, or a kind as a whole number")
    if isinstance(piece, str):
        if names.word(piece) == codes.TEST_PIECE:
            return Piece(codes.TEST_PIECE)
        piece = names.kind(piece)
    return Piece(codes.word(piece), RESISTORS[piece - 1], uid(_label(army, piece, number)))


def registry() -> dict[str, list[str | int]]:
    """What a box knows that was shown every piece: [army, kind] by UID in hexadecimal."""
    known = ((army, kind) for army in ARMIES for kind in pieces.KINDS)
    return {uid(_label(army, kind)).hex(): [army, kind] for army, kind in known}


def _label(army: str, kind: int, number: int = 1) -> str:
    return f"{army} {kind}" if number == 1 else f"{army} {kind} {number}"


def in_us(ms: float) -> int:
    """Milliseconds as microseconds. Raises ValueError if they are negative or no number."""
    if not math.isfinite(ms):
        raise ValueError(f"{ms} ms: give a finite time")
    if ms < 0:
        raise ValueError(f"{ms} ms: time does not go backwards")
    return round(ms * 1000)
