"""The builder of every part in the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from build123d import Part

from hardware.mechanics import lid, piece, shell, slot
from hardware.mechanics.catalogue import KINDS, base_name, word_of
from hardware.mechanics.params import Params

Builder = Callable[[Params], Part]

BUILDERS: dict[str, Builder] = {
    "body": piece.body,
    **{base_name(kind): partial(piece.base, word=word_of(kind)) for kind in KINDS},
    "slot": slot.slot,
    "sensor_carrier": slot.carrier,
    "shell": shell.shell,
    "lid": lid.lid,
    "well": lid.well,
    "battery_door": shell.door,
    "diffuser_3": partial(lid.diffuser, count=3),
    "diffuser_2": partial(lid.diffuser, count=2),
    "pixel_holder_3": partial(lid.holder, count=3),
    "pixel_holder_2": partial(lid.holder, count=2),
    "bumper": shell.bumper,
}
