"""The pictures of the build guide: what each shows, from where, with which labels."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numpy as np

from arbiter import pieces
from hardware.mechanics import props
from hardware.mechanics.assembly import FLIP, HALF_TURN, Matrix, assembled, move, seat
from hardware.mechanics.catalogue import base_name, word_of
from hardware.mechanics.params import Params, contact_x
from hardware.mechanics.render import Colour, Item, Label, View
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


def _item(solid: Solid, matrix: Matrix, colour: Colour) -> Item:
    return Item(triangles(placed(solid, matrix)), colour)


def _box(
    p: Params, get: Load, without: tuple[str, ...] = (), lift: dict | None = None
) -> list[Item]:
    items = []
    for part in assembled(p):
        if part.group not in without:
            up = move(0, 0, (lift or {}).get(part.group, 0.0))
            colour = COLOURS.get(part.part, PLAIN)
            items.append(_item(get(part.part), up @ part.matrix, colour))
    return items


def _piece(p: Params, get: Load, kind: int, army: str, matrix: Matrix) -> list[Item]:
    return [_item(get("body"), matrix, ARMY[army]), props.insignia(p, kind, army, matrix)]


def _magnets(p: Params, kind: int) -> Solid:
    discs = [
        Solid.cylinder(p.magnet.thickness, p.magnet.diameter / 2, circular_segments=32).translate(
            (x, 0, p.base.floor)
        )
        for i, x in enumerate(contact_x(p))
        if word_of(kind) >> (6 - i) & 1
    ]
    return union(discs)


def box(p: Params, get: Load) -> Scene:
    """The finished box with a piece in each slot and some in the wells."""
    items = _box(p, get)
    for army, kind in (("red", 1), ("blue", 15)):
        items += _piece(p, get, kind, army, seat(p, army))
    floor = p.box.height - p.box.well_depth
    for i in range(3):
        y = -40 + 18 * i
        items += _piece(p, get, 13, "blue", HALF_TURN @ move(71, -y, floor))
        items += _piece(p, get, 12 - i, "red", move(71, y, floor))
    y, top = p.box.slot_y, p.box.height
    labels = [
        Label((30, -38, top), "3 pixels, red's side", (0.82, 0.93)),
        Label((-15, 0, top), "2 victory pixels", (0.44, 0.05)),
        Label((-30, 38, top), "3 pixels, blue's side", (0.16, 0.06)),
        Label((24, -y, top), "red's slot", (0.52, 0.93)),
        Label((-71, 45, top - 10), "losers' well", (0.07, 0.16)),
    ]
    return items, View(28, 40, labels=labels)


def exploded(p: Params, get: Load) -> Scene:
    """Everything in the order in which it goes together."""
    lift = {"lid": 85, "well": 150, "slot": 58, "carrier": 40, "diffuser": 60, "holder": 45}
    lift |= {"door": -40, "bumper": -30}
    items = _box(p, get, lift=lift) + props.board(p) + props.battery(p)
    labels = [
        Label((71, -58, 195), "well (2)", (0.92, 0.12)),
        Label((92, -70, 138), "lid", (0.95, 0.36)),
        Label((31, -66, 103), "slot (2)", (0.80, 0.60)),
        Label((31, -66, 80), "sensor carrier (2)", (0.87, 0.66)),
        Label((-30, -38, 112), "diffuser and holder (3)", (0.12, 0.49)),
        Label((-40, 40, 9), "carrier board", (0.10, 0.72)),
        Label((60, -74, 20), "shell", (0.93, 0.80)),
        Label((60, -26, -41), "battery door", (0.85, 0.95)),
        Label((-72, -63, -34), "bumper (4)", (0.22, 0.95)),
    ]
    return items, View(24, 22, (1100, 1150), labels=labels)


def inside(p: Params, get: Load) -> Scene:
    """The shell with board and battery, the lid taken off."""
    hidden = ("lid", "well", "slot", "carrier", "diffuser", "holder", "door", "bumper")
    items = _box(p, get, without=hidden) + props.board(p) + props.battery(p)
    labels = [
        Label((-98, 0, 26), "USB", (0.06, 0.34)),
        Label((-98, 52, 28), "button", (0.20, 0.08)),
        Label((-98, -52, 28), "sound", (0.05, 0.60)),
        Label((-40, -25, 9), "carrier board on 4 standoffs", (0.28, 0.93)),
        Label((48, 0, 16), "3 x AA, or a flat LiPo cell", (0.80, 0.93)),
        Label((89, 64, 20), "column for a lid screw", (0.82, 0.06)),
    ]
    return items, View(26, 48, labels=labels)


def lid_underside(p: Params, get: Load) -> Scene:
    """The lid upside down with everything that is fastened to it."""
    names = {"lid", "slot", "carrier", "diffuser", "holder", "well"}
    turn = FLIP @ move(0, 0, -p.box.height)
    items = []
    for part in assembled(p):
        if part.group in names:
            colour = COLOURS.get(part.part, PLAIN)
            items.append(_item(get(part.part), turn @ part.matrix, colour))
    labels = [
        Label((0, -60, 14), "blue's slot under its sensor carrier", (0.34, 0.95)),
        Label((32, -38, 12), "pixels 6 to 8", (0.86, 0.90)),
        Label((-15, 0, 12), "pixels 4 and 5", (0.10, 0.24)),
        Label((30, 38, 12), "pixels 1 to 3", (0.86, 0.08)),
        Label((71, 0, 25), "well", (0.95, 0.25)),
    ]
    return items, View(26, 46, labels=labels)


def piece_exploded(p: Params, get: Load) -> Scene:
    """One piece: body, magnets, base."""
    kind = 1
    items = _piece(p, get, kind, "red", move(0, 0, 26))
    items.append(_item(_magnets(p, kind), move(0, 0, 10), MAGNET))
    items.append(_item(get(base_name(kind)), np.eye(4), PLAIN))
    items += _piece(p, get, kind, "red", move(62, 0, 14))
    labels = [
        Label((-16, -3, 60), "body", (0.06, 0.12)),
        Label((10.2, 0, 11), "3 magnets, either pole up", (0.30, 0.92)),
        Label((-12, -4, 2), "base: the code", (0.10, 0.95)),
        Label((-18.2, -2, 1), "cut corner: front left", (0.12, 0.70)),
        Label((82.3, -1.6, 18), "key groove", (0.86, 0.93)),
        Label((68, -2, 34), "insignia in its recess", (0.84, 0.07)),
    ]
    return items, View(24, 24, (1100, 760), margin=0.1, labels=labels)


def bases(p: Params, get: Load) -> Scene:
    """All 16 bases from above with their magnets: how to tell them apart."""
    items, labels = [], []
    for n, kind in enumerate((*pieces.KINDS, 0)):
        x, y = 50.0 * (n % 4), -24.0 * (n // 4)
        items.append(_item(get(base_name(kind)), move(x, y, 0), PLAIN))
        items.append(_item(_magnets(p, kind), move(x, y, 0), MAGNET))
        name = pieces.name(kind) if kind else "test piece"
        labels.append(Label((x, y - 9.5, 3.6), name))
    return items, View(0, 89.9, (1100, 620), margin=0.07, labels=labels)


def section(p: Params, get: Load) -> Scene:
    """A seated piece, cut through the row of magnets and sensors."""
    kind = 1
    cut = [
        (get("slot"), move(0, 0, -p.slot.floor), COLOURS["slot"]),
        (
            get("sensor_carrier"),
            move(0, 0, -p.slot.floor - p.sensor.carrier_thickness),
            COLOURS["sensor_carrier"],
        ),
        (get("body"), np.eye(4), ARMY["red"]),
        (get(base_name(kind)), np.eye(4), (120, 126, 138)),
        (_magnets(p, kind), np.eye(4), MAGNET),
    ]
    back = [(placed(s, m).trim_by_plane((0, 1, 0), 0.0), c) for s, m, c in cut]
    items = [Item(triangles(s), c) for s, c in back]
    for item in props.sensors(p):
        item.triangles = item.triangles - np.array((0, 0, p.slot.floor))
        items.append(item)
    xs = contact_x(p)
    labels = [
        Label((xs[6], 0, p.base.floor + 0.5), "magnet", (0.93, 0.66)),
        Label((xs[0], -1, -p.slot.floor - 0.8), "Hall switch, contact 1", (0.12, 0.93)),
        Label((0, 0, -p.slot.floor / 2), f"closed floor, {p.slot.floor:g} mm", (0.45, 0.93)),
        Label((-20.9, 0, 9), f"play {p.slot.clearance:g} mm a side", (0.12, 0.40)),
        Label((8, 0, 2), "base with the code, glued in", (0.76, 0.42)),
        Label((28, 0, -3), "sensor carrier", (0.86, 0.93)),
    ]
    return items, View(0, 8, (1100, 900), labels=labels)


def sensors(p: Params, get: Load) -> Scene:
    """A carrier with its seven Hall switches."""
    down = move(0, 0, -p.sensor.carrier_thickness)
    items = [_item(get("sensor_carrier"), down, COLOURS["sensor_carrier"])]
    items += props.sensors(p)
    labels = [
        Label((contact_x(p)[0], 0, 0), "contact 1", (0.14, 0.14)),
        Label((contact_x(p)[6], 0, 0), "contact 7", (0.80, 0.12)),
        Label((contact_x(p)[3], 2.8, -8), "leads go down to perfboard", (0.45, 0.93)),
        Label((contact_x(p)[1], 0, 0), "marked face up, against the slot's floor", (0.62, 0.06)),
    ]
    return items, View(18, 38, (1100, 560), labels=labels)


def army(p: Params, get: Load) -> Scene:
    """The 15 kinds of red from the front, and blue's plain backs behind them."""
    items = []
    for n, kind in enumerate(pieces.KINDS):
        items += _piece(p, get, kind, "red", move(48.0 * (n % 5), 62.0 * (2 - n // 5), 0))
    for n in range(5):
        items += _piece(p, get, 1, "blue", move(48.0 * n, 205, 0) @ HALF_TURN)
    return items, View(0, 42, (1100, 820), margin=0.04)


SCENES: dict[str, Callable[[Params, Load], Scene]] = {
    "box": box,
    "box_exploded": exploded,
    "inside": inside,
    "lid_underside": lid_underside,
    "piece_exploded": piece_exploded,
    "bases": bases,
    "slot_section": section,
    "sensors": sensors,
    "army": army,
}
