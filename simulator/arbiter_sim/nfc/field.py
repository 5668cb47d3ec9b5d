"""The radio field of one antenna, and tags of NTAG213 kind (ISO/IEC 14443-3 A) in it."""

import random
from typing import NamedTuple


class Tag:
    """A sticker. In a field that stays on, one that was selected misses every second call."""

    def __init__(self, uid: bytes) -> None:
        self.uid = uid
        self._selected = False

    def lose_power(self) -> None:
        """The field is gone."""
        self._selected = False

    def answers(self) -> bool:
        """Whether it answers a call: one that is selected goes back to idle at it, in silence."""
        self._selected = not self._selected
        return self._selected


class Neighbour(NamedTuple):
    """Another antenna's field, from which a tag answers with that probability."""

    field: "Field"
    probability: float


class Field:
    """What an antenna can reach. Only the firmware turns it on and off, through its PN532."""

    def __init__(self) -> None:
        self.tags: list[Tag] = []
        self.neighbour: Neighbour | None = None

    def lose_power(self) -> None:
        """The antenna is off, or out of reach."""
        for tag in self._reached(0.0):
            tag.lose_power()

    def call(self, chance: random.Random) -> list[Tag]:
        """The tags that answer a call to all of them."""
        return [tag for tag in self._reached(chance.random()) if tag.answers()]

    def _reached(self, luck: float) -> list[Tag]:
        if self.neighbour is not None and luck < self.neighbour.probability:
            return [*self.tags, *self.neighbour.field.tags]
        return self.tags
