"""Where a piece touches its slot: contacts to ground, the two of its resistor, its tag."""

import math
import random
from functools import partial

from . import converter
from .nfc.field import Field, Tag
from .world import Net, World


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
    """A contact to ground on a net; `changed_us` is when it last closed or opened."""

    def __init__(self, world: World, net: Net) -> None:
        super().__init__()
        self.changed_us = 0
        self._world = world
        self._net = net
        self._was_closed = False

    def _tell(self) -> None:
        if self.closed != self._was_closed:
            self._was_closed = self.closed
            self.changed_us = self._world.now
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
