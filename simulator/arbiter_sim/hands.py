"""What people do to a box, whatever runs its firmware."""

from collections.abc import Callable
from typing import Protocol

from arbiter import codes
from arbiter.hw import pinout

from . import names
from .slots import Button, Slot
from .world import World

_QUICK_MS = 8


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

    def insert(
        self, slot: str, piece: str | int, seating: str = "straight", over_ms: float = _QUICK_MS
    ) -> None:
        """Put a piece in: a name as in `names` or a kind. Its contacts close within `over_ms`.

        `seating` is "straight", "crooked" (one or two contacts never close) or "backwards".
        """
        self._slot(slot).insert(_word(piece), seating, in_us(over_ms))

    def lift(self, slot: str, over_ms: float = _QUICK_MS) -> None:
        """Take the piece out."""
        self._slot(slot).lift(in_us(over_ms))

    def swap(self, slot: str, piece: str | int) -> None:
        """Take the piece out and put another in at once."""
        self._slot(slot).swap(_word(piece), in_us(_QUICK_MS))

    def hold(self, slot: str, bits: int) -> None:
        """Hold a contact word (bit 6 is contact 1), steadily and at once."""
        self._slot(slot).hold(bits)

    def reading(self, slot: str) -> int:
        """The contact word that the slot makes at this instant, bounces and faults included."""
        return self._slot(slot).reading

    def dirty(self, slot: str, contact: int) -> None:
        """From now on the contact (1 to 7) stays open, whatever piece is in."""
        self._slot(slot).contact(contact).fault(dirty=True)

    def short(self, slot: str, contact: int) -> None:
        """From now on the contact stays closed, piece or no piece."""
        self._slot(slot).contact(contact).fault(shorted=True)

    def clean(self, slot: str, contact: int) -> None:
        """The contact works again."""
        self._slot(slot).contact(contact).fault()

    def press(self, ms: float = 100) -> None:
        """Press the button and let go after `ms`."""
        self._button.press(in_us(ms))

    @property
    def now_ms(self) -> float:
        """Simulated milliseconds since the world began."""
        return self._world.now / 1000

    def at(self, ms_from_now: float, happen: Callable[[], None]) -> None:
        """Have `happen` called when that much more time has passed."""
        self._world.at(self._world.now + in_us(ms_from_now), happen)

    def _slot(self, name: str) -> Slot:
        if name not in self._slots:
            raise ValueError(f"slot {name!r}: give red or blue")
        return self._slots[name]


def _word(piece: str | int) -> int:
    return names.word(piece) if isinstance(piece, str) else codes.word(piece)


def in_us(ms: float) -> int:
    """Milliseconds as microseconds. Raises ValueError if they are negative."""
    if ms < 0:
        raise ValueError(f"{ms} ms: time does not go backwards")
    return round(ms * 1000)
