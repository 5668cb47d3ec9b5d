"""Pictures of the box: finished, taken apart, its inside, its lid from below."""

from __future__ import annotations

from hardware.mechanics import props
from hardware.mechanics.assembly import FLIP, HALF_TURN, assembled, move, seat
from hardware.mechanics.params import Params
from hardware.mechanics.render import Item, Label, View
from hardware.mechanics.stage import COLOURS, PLAIN, Load, Scene, item, piece


def _box(
    p: Params, get: Load, without: tuple[str, ...] = (), lift: dict | None = None
) -> list[Item]:
    items = []
    for part in assembled(p):
        if part.group not in without:
            up = move(0, 0, (lift or {}).get(part.group, 0.0))
            colour = COLOURS.get(part.part, PLAIN)
            items.append(item(get(part.part), up @ part.matrix, colour))
    return items


def box(p: Params, get: Load) -> Scene:
    """The finished box with a piece in each slot and some in the wells."""
    items = _box(p, get)
    for army, kind in (("red", 1), ("blue", 15)):
        items += piece(p, get, kind, army, seat(p, army))
    floor = p.box.height - p.box.well_depth
    for i in range(3):
        y = -40 + 18 * i
        items += piece(p, get, 13, "blue", HALF_TURN @ move(71, -y, floor))
        items += piece(p, get, 12 - i, "red", move(71, y, floor))
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
        Label((-98, 55, 16), "button", (0.20, 0.08)),
        Label((-8, 6, 2.4), "sound: a piezo over the slits", (0.50, 0.08)),
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
            items.append(item(get(part.part), turn @ part.matrix, colour))
    labels = [
        Label((0, -60, 14), "blue's slot under its sensor carrier", (0.34, 0.95)),
        Label((32, -38, 12), "pixels 6 to 8", (0.86, 0.90)),
        Label((-15, 0, 12), "pixels 4 and 5", (0.10, 0.24)),
        Label((30, 38, 12), "pixels 1 to 3", (0.86, 0.08)),
        Label((71, 0, 25), "well", (0.95, 0.25)),
    ]
    return items, View(26, 46, labels=labels)
