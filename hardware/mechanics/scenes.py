"""The pictures of the build guide by their names."""

from __future__ import annotations

from collections.abc import Callable

from hardware.mechanics import scenes_box, scenes_piece
from hardware.mechanics.params import Params
from hardware.mechanics.stage import Load, Scene

SCENES: dict[str, Callable[[Params, Load], Scene]] = {
    "box": scenes_box.box,
    "box_exploded": scenes_box.exploded,
    "inside": scenes_box.inside,
    "lid_underside": scenes_box.lid_underside,
    "piece_exploded": scenes_piece.piece_exploded,
    "bases": scenes_piece.bases,
    "slot_section": scenes_piece.section,
    "sensors": scenes_piece.sensors,
    "army": scenes_piece.army,
}
