"""What a board house and a builder get of the routed board: gerbers, drill, positions, pictures."""

from __future__ import annotations

from pathlib import Path

from hardware.electronics import kicad
from hardware.electronics.paths import BOARD, FAB, OUT

_GERBER_LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,F.Silkscreen,B.Silkscreen,Edge.Cuts"


def export(folder: Path) -> None:
    """Gerbers, drill and position files of the committed board."""
    kicad.cli("pcb", "export", "gerbers", "--layers", _GERBER_LAYERS, "-o", f"{folder}/", BOARD)
    kicad.cli("pcb", "export", "drill", "-o", f"{folder}/", BOARD)
    positions = ("--format", "csv", "--units", "mm", "-o", folder / "carrier-pos.csv")
    kicad.cli("pcb", "export", "pos", *positions, BOARD)


def pictures() -> None:
    """The board from above and from below."""
    size = ("-w", "1400", "--height", "1000")
    for side in ("top", "bottom"):
        picture = OUT / f"board_{side}.png"
        kicad.cli("pcb", "render", "--side", side, *size, "-o", picture, BOARD)


def make() -> None:
    """All of it, where it belongs."""
    export(FAB)
    pictures()
