"""Pictures of pieces, bases and sensors."""

from __future__ import annotations

import numpy as np

from arbiter import pieces
from hardware.mechanics import props
from hardware.mechanics.assembly import HALF_TURN, move
from hardware.mechanics.catalogue import base_name
from hardware.mechanics.params import Params, contact_x
from hardware.mechanics.render import Item, Label, View
from hardware.mechanics.solid import placed, triangles
from hardware.mechanics.stage import ARMY, COLOURS, MAGNET, PLAIN, Load, Scene, item, magnets, piece


def piece_exploded(p: Params, get: Load) -> Scene:
    """One piece: body, magnets, base."""
    kind = 1
    items = piece(p, get, kind, "red", move(0, 0, 26))
    items.append(item(magnets(p, kind), move(0, 0, 10), MAGNET))
    items.append(item(get(base_name(kind)), np.eye(4), PLAIN))
    items += piece(p, get, kind, "red", move(62, 0, 14))
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
        items.append(item(get(base_name(kind)), move(x, y, 0), PLAIN))
        items.append(item(magnets(p, kind), move(x, y, 0), MAGNET))
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
        (magnets(p, kind), np.eye(4), MAGNET),
    ]
    back = [(placed(s, m).trim_by_plane((0, 1, 0), 0.0), c) for s, m, c in cut]
    items = [Item(triangles(s), c) for s, c in back]
    for part in props.sensors(p):
        part.triangles = part.triangles - np.array((0, 0, p.slot.floor))
        items.append(part)
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
    items = [item(get("sensor_carrier"), down, COLOURS["sensor_carrier"])]
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
        items += piece(p, get, kind, "red", move(48.0 * (n % 5), 62.0 * (2 - n // 5), 0))
    for n in range(5):
        items += piece(p, get, 1, "blue", move(48.0 * n, 205, 0) @ HALF_TURN)
    return items, View(0, 42, (1100, 820), margin=0.04)
