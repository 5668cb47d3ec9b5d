"""Every printed part: how it is made, how many are needed, how it lies on the bed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from build123d import Part

from arbiter import codes, pieces
from hardware.mechanics import lid, piece, shell, slot
from hardware.mechanics.params import Params

UPRIGHT = (0.0, 0.0, 0.0)
UPSIDE_DOWN = (180.0, 0.0, 0.0)


@dataclass(frozen=True)
class PrintedPart:
    """One part; ``turn`` is the rotation about x, y, z in degrees from its model to the bed."""

    name: str
    build: Callable[[Params], Part]
    count: int
    colour: str
    infill: float
    turn: tuple[float, float, float] = UPRIGHT


def word_of(kind: int) -> int:
    """The word of a kind of piece, or of the test piece for 0."""
    return codes.word(kind) if kind else codes.TEST_PIECE


def base_name(kind: int) -> str:
    """The file name of a kind's base: its number in rank order, and its name in small letters."""
    if not kind:
        return "base_00_test_piece"
    plain = pieces.name(kind).lower().replace(".", "").replace("-", "_").replace(" ", "_")
    return f"base_{kind:02d}_{plain}"


def _base(kind: int) -> PrintedPart:
    count = 2 * pieces.COUNTS[kind - 1] if kind else 1
    return PrintedPart(base_name(kind), lambda p: piece.base(p, word_of(kind)), count, "black", 1.0)


BASES = tuple(_base(kind) for kind in (0, *pieces.KINDS))

BOX_PARTS = (
    PrintedPart("slot", slot.slot, 2, "black", 1.0),
    PrintedPart("sensor_carrier", slot.carrier, 2, "black", 0.2),
    PrintedPart("shell", shell.shell, 1, "black", 0.15),
    PrintedPart("lid", lid.lid, 1, "black", 0.15, UPSIDE_DOWN),
    PrintedPart("well", lid.well, 2, "black", 0.15),
    PrintedPart("battery_door", shell.door, 1, "black", 0.2),
    PrintedPart("diffuser_3", lambda p: lid.diffuser(p, 3), 2, "white", 1.0),
    PrintedPart("diffuser_2", lambda p: lid.diffuser(p, 2), 1, "white", 1.0),
    PrintedPart("pixel_holder_3", lambda p: lid.holder(p, 3), 2, "black", 0.2),
    PrintedPart("pixel_holder_2", lambda p: lid.holder(p, 2), 1, "black", 0.2),
    PrintedPart("bumper", shell.bumper, 4, "soft", 0.3),
)

# Half of the bodies are printed in each army's colour, and one more for the test piece.
PARTS = (PrintedPart("body", piece.body, 43, "red and blue", 0.15), *BASES, *BOX_PARTS)
