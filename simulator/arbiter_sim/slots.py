"""A slot: seven contacts to ground, the two of a resistor, an antenna; and the piece in it."""

import math
import random
from functools import partial

from . import bounce, converter
from .nfc.field import Field, Tag
from .piece import Piece
from .world import Net, World

CONTACTS = 7
SEATINGS = ("straight", "crooked", "backwards")


class Touch:
    """Where a piece touches. Dirt keeps it open whatever touches it, a short closed."""

    def __init__(self) -> None:
        self._touched = False
        self._dirty = False
        self._shorted = False
        self._movement = 0

    def touch(self, touched: bool) -> None:
        """Something presses it, or no longer does; whatever was still under way is over."""
        self._movement += 1
        self._set(touched)

    def move(self, world: World, touched: bool, changes_us: list[int]) -> None:
        """Become `touched` after bouncing: a change at each of the times, counted from now."""
        self._movement += 1
        level = touched
        for later in changes_us:
            world.at(world.now + later, partial(self._bounce, self._movement, level))
            level = not level

    def fault(self, dirty: bool = False, shorted: bool = False) -> None:
        """Set its faults; neither cleans it."""
        self._dirty = dirty
        self._shorted = shorted
        self._set(self._touched)

    def _bounce(self, movement: int, touched: bool) -> None:
        # A later movement takes over from one that is not finished.
        if movement == self._movement:
            self._set(touched)

    @property
    def closed(self) -> bool:
        """Whether it conducts now."""
        return self._shorted or (self._touched and not self._dirty)

    def _set(self, touched: bool) -> None:
        self._touched = touched
        self._tell()

    def _tell(self) -> None:
        """Let what is behind it know."""


class Contact(Touch):
    """A contact to ground on a net."""

    def __init__(self, net: Net) -> None:
        super().__init__()
        self._net = net

    def _tell(self) -> None:
        if self.closed:
            self._net.drive("a closed contact", 0, push_pull=False)
        else:
            self._net.release("a closed contact")


class Load(Touch):
    """The two contacts of a slot's divider, and the resistor that a piece puts between them.

    Shorted, the pin is on ground. Real parts: each resistor its own, each touch another contact.
    """

    def __init__(self, world: World, name: str) -> None:
        super().__init__()
        self._seed = f"{world.seed} {name}"
        self._divider = converter.divider(random.Random(f"{self._seed} divider"))
        self._ohms = math.inf

    def take(self, ohms: float, movement: int) -> None:
        """A piece with a resistor of that nominal value is to touch it from now on."""
        contact = random.Random(f"{self._seed} movement {movement} resistance")
        own = random.Random(f"{self._seed} resistor {ohms}")
        self._ohms = converter.part(ohms, own) + contact.uniform(0, converter.MOST_CONTACT_OHMS)

    def share(self) -> float:
        """The voltage on the pin now, as a share of the reference."""
        if self._shorted:
            return 0.0
        return self._divider.share(self._ohms if self.closed else math.inf)


class Reach(Touch):
    """A piece's tag, in the reach of the slot's antenna or not."""

    def __init__(self, field: Field) -> None:
        super().__init__()
        self._field = field
        self._tag: Tag | None = None

    def take(self, uid: bytes) -> None:
        """A piece with that tag comes or goes from now on; one without has an empty UID."""
        self._tag = Tag(uid) if uid else None

    def _tell(self) -> None:
        for tag in self._field.tags:
            tag.lose_power()
        self._field.tags = [self._tag] if self._tag is not None and self.closed else []


class Slot:
    """Contact 1 is the leftmost as the owner sees it and bit 6 of a word.

    `load` and `field` are the slot's other two readers: they are always there, as the piece's
    contacts are, and the firmware decides which of them it asks.
    """

    def __init__(self, name: str, world: World, nets: list[Net]) -> None:
        self.name = name
        self.occupied = False
        self.load = Load(world, name)
        self.field = Field()
        self._world = world
        self._contacts = [Contact(net) for net in nets]
        self._reach = Reach(self.field)
        self._piece: list[Touch] = []

    def insert(self, piece: Piece, seating: str, over_us: int) -> None:
        """A piece goes in, within `over_us`.

        Raises ValueError if the slot is occupied or the seating unknown.
        """
        if seating not in SEATINGS:
            raise ValueError(f"seating {seating!r}: give one of {', '.join(SEATINGS)}")
        if self.occupied:
            raise ValueError(f"the {self.name} slot already holds a piece: lift it first")
        word = mirrored(piece.word) if seating == "backwards" else piece.word
        touching: list[Touch] = [*self._touching(word)]
        self.occupied = True
        movement = self._world.movement()
        self.load.take(piece.ohms, movement)
        self._reach.take(piece.uid)
        if seating == "crooked":
            # Its resistor touches with one end at most, its tag is out of reach.
            lost = bounce.missing(self._world.seed, movement, len(touching))
            self._piece = [c for ordinal, c in enumerate(touching) if ordinal not in lost]
        else:
            # A resistor and a tag have no right and left.
            self._piece = [*touching, self.load, self._reach]
        self._move(True, movement, over_us)

    def lift(self, over_us: int) -> None:
        """The piece comes out, within `over_us`. Raises ValueError if there is none."""
        if not self.occupied:
            raise ValueError(f"the {self.name} slot holds no piece to lift")
        self.occupied = False
        self._move(False, self._world.movement(), over_us)
        self._piece = []

    def swap(self, piece: Piece, over_us: int) -> None:
        """The piece comes out and another goes in as soon as the contacts are at rest."""
        self.lift(over_us)
        self.occupied = True
        lifted = self._piece

        def put() -> None:
            # Unless another hand was quicker.
            if self._piece is lifted:
                self.occupied = False
                self.insert(piece, "straight", over_us)

        self._world.at(self._world.now + over_us + bounce.BOUNCE_US, put)

    def hold(self, word: int) -> None:
        """Hold the contacts of `word` closed and the others open, at once and without bounce."""
        self.occupied = word != 0
        self._piece = [*self._touching(word)]
        for touch in (*self._contacts, self.load, self._reach):
            touch.touch(touch in self._piece)

    @property
    def reading(self) -> int:
        """The word that the contacts make at this instant."""
        return int("".join("1" if contact.closed else "0" for contact in self._contacts), 2)

    def fault(self, number: int, dirty: bool = False, shorted: bool = False) -> None:
        """Set the faults of contact `number`, 1 to 7.

        A slot for resistors has but one to fail: contact 1 is that one, too.
        """
        self.contact(number).fault(dirty, shorted)
        if number == 1:
            self.load.fault(dirty, shorted)

    def contact(self, number: int) -> Contact:
        """Contact `number`, 1 to 7. Raises ValueError for another."""
        if number not in range(1, CONTACTS + 1):
            raise ValueError(f"contact {number!r}: give a number from 1 to {CONTACTS}")
        return self._contacts[number - 1]

    def _touching(self, word: int) -> list[Contact]:
        """The contacts that a word's ones stand for, from the left."""
        if word not in range(1 << CONTACTS):
            raise ValueError(f"word {word!r}: give {CONTACTS} bits, 0 to {(1 << CONTACTS) - 1}")
        digits = f"{word:0{CONTACTS}b}"
        return [c for digit, c in zip(digits, self._contacts, strict=True) if digit == "1"]

    def _move(self, touched: bool, movement: int, over_us: int) -> None:
        for ordinal, contact in enumerate(self._piece):
            changes_us = bounce.changes(self._world.seed, movement, ordinal, over_us)
            contact.move(self._world, touched, changes_us)


class Button:
    """A push button to ground; it bounces like any contact."""

    def __init__(self, world: World, net: Net) -> None:
        self._world = world
        self._contact = Contact(net)

    def press(self, for_us: int) -> None:
        """Press it now and let go after `for_us`."""
        self._move(True)
        self._world.at(self._world.now + for_us, partial(self._move, False))

    def hold(self, down: bool) -> None:
        """Press it, or let go, without bounce."""
        self._contact.touch(down)

    def _move(self, touched: bool) -> None:
        movement = self._world.movement()
        self._contact.move(self._world, touched, bounce.changes(self._world.seed, movement, 0, 0))


def mirrored(word: int) -> int:
    """The word that a piece reads as when it is put in backwards."""
    return int(f"{word:0{CONTACTS}b}"[::-1], 2)
