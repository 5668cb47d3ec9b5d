"""Every printed part by name: how many, of what, how it lies on the bed. Needs no CAD program."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter import codes, pieces


@dataclass(frozen=True)
class PrintedPart:
    """One part; ``infill`` from 0 to 1; upside down means turned half about x for printing."""

    name: str
    count: int
    colour: str
    infill: float
    upside_down: bool = False


def word_of(kind: int) -> int:
    """The word of a kind of piece, or of the test piece for 0."""
    return codes.word(kind) if kind else codes.TEST_PIECE


def base_name(kind: int) -> str:
    """The file name of a kind's base: its number in rank order, and its name in small letters."""
    if not kind:
        return "base_00_test_piece"
    plain = pieces.name(kind).lower().replace(".", "").replace("-", "_").replace(" ", "_")
    return f"base_{kind:02d}_{plain}"


KINDS = (0, *pieces.KINDS)  # 0 is the test piece

BASES = tuple(
    PrintedPart(base_name(kind), 2 * pieces.COUNTS[kind - 1] if kind else 1, "black", 1.0)
    for kind in KINDS
)

BOX_PARTS = (
    PrintedPart("slot", 2, "black", 1.0),
    PrintedPart("sensor_carrier", 2, "black", 0.2),
    PrintedPart("shell", 1, "black", 0.15),
    PrintedPart("lid", 1, "black", 0.15, upside_down=True),
    PrintedPart("well", 2, "black", 0.15),
    PrintedPart("battery_door", 1, "black", 0.2),
    PrintedPart("diffuser_3", 2, "white", 1.0),
    PrintedPart("diffuser_2", 1, "white", 1.0),
    PrintedPart("pixel_holder_3", 2, "black", 0.2),
    PrintedPart("pixel_holder_2", 1, "black", 0.2),
    PrintedPart("bumper", 4, "soft", 0.3),
)

# Half of the bodies are printed in each army's colour, and one more for the test piece.
PARTS = (PrintedPart("body", 43, "red and blue", 0.15), *BASES, *BOX_PARTS)
