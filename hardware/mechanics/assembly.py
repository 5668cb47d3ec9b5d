"""Where every part goes in the finished box, as 4 x 4 matrices from its printed mesh.

The box's axes: x to the right and z up from its bottom, red's player at y < 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hardware.mechanics import lid, shell
from hardware.mechanics.params import Params

Matrix = np.ndarray


@dataclass(frozen=True)
class Placed:
    """A part in its place; ``group`` says what it is taken out with."""

    part: str
    matrix: Matrix
    group: str


def move(x: float, y: float, z: float) -> Matrix:
    matrix = np.eye(4)
    matrix[:3, 3] = (x, y, z)
    return matrix


HALF_TURN = np.diag((-1.0, -1.0, 1.0, 1.0))  # about z: from red's side to blue's
FLIP = np.diag((1.0, -1.0, -1.0, 1.0))  # about x: upper face down


def seat(p: Params, army: str) -> Matrix:
    """From a piece's own axes to its place in the slot of ``army``."""
    z = p.box.height - p.box.lid - p.slot.depth
    at_red = move(0, -p.box.slot_y, z)
    return at_red if army == "red" else HALF_TURN @ at_red


def assembled(p: Params) -> list[Placed]:
    """All parts of the box, without pieces."""
    top = p.box.height
    placed = [
        Placed("shell", np.eye(4), "shell"),
        Placed("lid", move(0, 0, top) @ FLIP, "lid"),
        Placed("battery_door", move(p.box.battery_x, 0, -shell.DOOR), "door"),
    ]
    for army in ("red", "blue"):
        slot = seat(p, army) @ move(0, 0, -p.slot.floor)
        down = move(0, 0, -p.sensor.carrier_thickness)
        placed += [Placed("slot", slot, "slot"), Placed("sensor_carrier", slot @ down, "carrier")]
    placed += [
        Placed(
            "well", move(side * lid.well_x(p), 0, top - p.box.well_depth - p.box.well_wall), "well"
        )
        for side in (-1, 1)
    ]
    return placed + _lights(p) + _feet(p)


def _lights(p: Params) -> list[Placed]:
    placed = []
    under = p.box.height - p.box.lid
    for count, y in lid.rows(p):
        diffuser = move(0, y, under - lid.DIFFUSER)
        holder = move(0, y, under - lid.DIFFUSER) @ FLIP
        placed.append(Placed(f"diffuser_{count}", diffuser, "diffuser"))
        placed.append(Placed(f"pixel_holder_{count}", holder, "holder"))
    return placed


def _feet(p: Params) -> list[Placed]:
    return [
        Placed("bumper", move(x, y, -p.box.foot_height), "bumper")
        for x, y in shell.bumper_places(p)
    ]
