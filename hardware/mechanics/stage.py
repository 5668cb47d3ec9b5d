"""What the scenes share: colours, and parts put into their places."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from hardware.mechanics import props
from hardware.mechanics.assembly import Matrix
from hardware.mechanics.catalogue import word_of
from hardware.mechanics.params import Params, contact_x
from hardware.mechanics.render import Colour, Item, View
from hardware.mechanics.solid import Solid, load, placed, triangles, union

Scene = tuple[list[Item], View]
Load = Callable[[str], Solid]

ARMY: dict[str, Colour] = {"red": (206, 60, 50), "blue": (58, 108, 206)}
COLOURS: dict[str, Colour] = {
    "shell": (96, 104, 120),
    "lid": (132, 142, 158),
    "well": (168, 176, 188),
    "slot": (70, 76, 86),
    "sensor_carrier": (200, 170, 110),
    "battery_door": (120, 128, 142),
    "diffuser_3": (244, 244, 238),
    "diffuser_2": (244, 244, 238),
    "bumper": (44, 46, 52),
}
MAGNET: Colour = (214, 218, 224)
PLAIN: Colour = (84, 90, 102)


def loader(folder: Path) -> Load:
    """Reads each part's mesh once."""
    return lru_cache(maxsize=None)(lambda name: load(folder, name))


def item(solid: Solid, matrix: Matrix, colour: Colour) -> Item:
    """A solid moved to its place."""
    return Item(triangles(placed(solid, matrix)), colour)


def piece(p: Params, get: Load, kind: int, army: str, matrix: Matrix) -> list[Item]:
    """A piece with its insignia."""
    return [item(get("body"), matrix, ARMY[army]), props.insignia(p, kind, army, matrix)]


def magnets(p: Params, kind: int) -> Solid:
    """The three magnets of a kind, where they are in a piece."""
    discs = [
        Solid.cylinder(p.magnet.thickness, p.magnet.diameter / 2, circular_segments=32).translate(
            (x, 0, p.base.floor)
        )
        for i, x in enumerate(contact_x(p))
        if word_of(kind) >> (6 - i) & 1
    ]
    return union(discs)
