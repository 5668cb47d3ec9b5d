"""Speaks with a box in service mode: a method for each request that only such a box takes.

    with Service(address) as box:
        if box.in_service:
            print(box.raw(), box.contacts())

A slot is "red" or "blue", a piece its full name as in `arbiter.pieces`. A request that the box
cannot meet raises Refused, whose ``text`` is the box's own sentence: why, and what to do.
"""

from __future__ import annotations

from arbiter import protocol
from arbiter_host.client import Client
from arbiter_host.link_errors import Refused
from arbiter_host.service_messages import (
    SERVICE,
    Contacts,
    Erased,
    Keys,
    Levels,
    Lights,
    Live,
    Measurement,
    Page,
    Raw,
    Setting,
    Sound,
    Tag,
    Windows,
)

STATE = "service"  # a box's state in service mode
COLOURS = ("red", "green", "blue", "white")  # in which its lights can be tested


class Service(Client):
    """One box; opens and raises as `Client` does, in play too: then every request is refused."""

    shapes = SERVICE

    @property
    def in_service(self) -> bool:
        """Whether the box is in service mode."""
        return self.state().state == STATE

    def raw(self) -> Raw:
        """What the slots see, and what it is."""
        return self._ask(protocol.RAW, Raw)

    def live(self, on: bool) -> Live:
        """Whether each change is told by an event `Raw`, ten a second at most; see ``poll``."""
        return self._ask("live", Live, (("on", on),))

    def lights(self, colour: str = "white") -> Lights:
        """Light each pixel in turn, then all, in one of `COLOURS`."""
        return self._ask("selftest", Lights, (("part", "lights"), ("colour", colour)))

    def sound(self) -> Sound:
        """Sound a scale."""
        return self._ask("selftest", Sound, (("part", "sound"),))

    def contacts(self) -> Contacts:
        """Which contacts were seen closed, and which open, since power-up."""
        return self._ask("selftest", Contacts, (("part", "contacts"),))

    def settings(self) -> list[str]:
        """The keys of all settings."""
        return self._ask("settings", Keys).keys

    def setting(self, key: str) -> Setting:
        """A setting: what it is, may be, and comes from."""
        return self._ask("setting", Setting, (("key", key),))

    def set(self, key: str, value: int | str | None) -> Setting:
        """Set it on the device, from the next start on; None leaves it to settings.toml again."""
        return self._ask("set", Setting, (("key", key), ("value", value)))

    def reset_factory(self) -> None:
        """Have the box forget all that it keeps over power-off."""
        self._ask("reset-factory", Erased, (("word", "erase"),))

    def measure(self, slot: str, piece: str) -> Measurement:
        """Measure the piece in a slot, and keep its level."""
        return self._ask("measure", Measurement, (("slot", slot), ("piece", piece)))

    def levels(self, slot: str) -> list[int | None]:
        """The levels that were measured in a slot, by kind; None where there is none."""
        return self._ask("measured", Levels, (("slot", slot),)).levels

    def calibrate(self, slot: str) -> Windows:
        """Make a slot's windows of the 15 levels, and keep them."""
        return self._ask("calibrate", Windows, (("slot", slot),))

    def uncalibrate(self, slot: str) -> Windows:
        """Back to the windows of the design, with nothing measured."""
        return self._ask("uncalibrate", Windows, (("slot", slot),))

    def register(self, slot: str, piece: str) -> Tag:
        """Have the tag in a slot belong to that piece of the slot's army."""
        return self._ask("register", Tag, (("slot", slot), ("piece", piece)))

    def forget(self, tag: str) -> Tag:
        """Have a tag belong to no piece."""
        return self._ask("forget", Tag, (("tag", tag),))

    def tags(self) -> dict[str, tuple[str, str]]:
        """All that are registered: (slot, piece) by tag."""
        known: dict[str, tuple[str, str]] = {}
        while True:
            page = self._ask("tags", Page, (("from", len(known)),))
            known |= {tag: (slot, piece) for tag, slot, piece in page.tags}
            if not page.tags or len(known) >= page.count:
                return known

    def _refused(self, ask: str, sentence: str) -> Refused:  # noqa: ARG002 - it names the request
        return Refused(self.address, sentence)
