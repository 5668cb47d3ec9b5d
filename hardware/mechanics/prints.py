"""How much filament and time each part takes, estimated from its mesh.

The estimate is that of a 0.4 mm nozzle and 0.2 mm layers: a shell 0.9 mm thick over the whole
surface, the given infill inside, and extrusion at `FLOW` on the average of fast and slow moves.
PrusaSlicer's own figures are within a tenth of these grams (a test compares them where it is
installed).
"""

from __future__ import annotations

import os
from pathlib import Path

from hardware.mechanics import mesh as meshes
from hardware.mechanics.catalogue import PARTS, PrintedPart
from hardware.mechanics.params import Params

PLA = 1.24e-3  # g per mm^3
TPU = 1.21e-3
NEODYMIUM = 7.5e-3
SHELL = 0.9  # mm
LAYER = 0.2  # mm
FLOW = 2.5  # mm^3 a second: PrusaSlicer 2.5 at its default speeds; many printers do thrice that


def grams(part: PrintedPart, mesh: meshes.Mesh) -> float:
    """Filament of one piece in g."""
    density = TPU if part.colour == "soft" else PLA
    return _plastic(part, mesh) * density


def minutes(part: PrintedPart, mesh: meshes.Mesh) -> float:
    """Printing time of one piece in min; a plate full of them takes somewhat less each."""
    return _plastic(part, mesh) / FLOW / 60


def _plastic(part: PrintedPart, mesh: meshes.Mesh) -> float:
    whole = meshes.volume(mesh)
    shell = min(whole, meshes.area(mesh) * SHELL)
    return shell + part.infill * (whole - shell)


def write_table(p: Params, folder: Path, path: Path) -> None:
    """The table of prints as Markdown, from the meshes in ``folder``."""
    rows = [_row(part, meshes.read_stl(folder / f"{part.name}.stl")) for part in PARTS]
    total = sum(row[0] for row in rows)
    time = sum(row[1] for row in rows)
    text = "\n".join(
        (
            "| part | pieces | colour | infill | size, mm | g each | g in all | min each |",
            "|---|---|---|---|---|---|---|---|",
            *[row[2] for row in rows],
            "",
            f"In all {total:.0f} g of filament and about {time / 60:.0f} hours of printing, on a "
            f"bed of {p.box.length:.0f} x {p.box.width:.0f} mm or more; no part needs support.",
            "",
        )
    )
    scratch = path.with_suffix(".tmp")
    scratch.write_text(text, encoding="utf-8")
    os.replace(scratch, path)


def _row(part: PrintedPart, mesh: meshes.Mesh) -> tuple[float, float, str]:
    low, high = meshes.bounds(mesh)
    size = " x ".join(f"{b - a:.1f}" for a, b in zip(low, high, strict=True))
    one, time = grams(part, mesh), minutes(part, mesh)
    cells = (
        part.name,
        str(part.count),
        part.colour,
        f"{part.infill:.0%}",
        size,
        f"{one:.1f}",
        f"{one * part.count:.0f}",
        f"{time:.0f}",
    )
    return one * part.count, time * part.count, "| " + " | ".join(cells) + " |"
