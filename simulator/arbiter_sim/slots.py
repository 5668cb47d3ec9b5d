"""A slot: seven contacts to ground, the two of a resistor, an antenna; and the piece in it."""

from functools import partial

from . import bounce
from .nfc.field import Field
from .piece import Piece
from .touches import Contact, Load, Reach, Touch
from .world import Net, World

CONTACTS = 7
SEATINGS = ("straight", "crooked", "backwards")


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
        self._contacts = [Contact(world, net) for net in nets]
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

    @property
    def changed_us(self) -> int:
        """When one of its contacts last closed or opened."""
        return max(contact.changed_us for contact in self._contacts)

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
        self._contact = Contact(world, net)

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
