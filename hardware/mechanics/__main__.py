"""Writes the printed parts, the sheets and the pictures.

build      STL, STEP and 3MF of every part, and the table of prints
sheets     insignia and playing board as SVG and PDF
pictures   the guide's pictures, from the built parts
sensing    prints the numbers behind the choice of Hall switches
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware.mechanics import sources
from hardware.mechanics.params import PARAMETERS, BadParameter, Params, load


def build(p: Params, out: Path | None) -> str:
    """All printed parts, or none of them."""
    from hardware.mechanics import export, prints
    from hardware.mechanics.catalogue import PARTS

    folder = out or sources.PARTS
    written = export.export_parts(p, PARTS, folder)
    prints.write_table(p, folder, folder / "prints.md")
    sources.stamp(folder, sources.of_parts(p))
    return f"{len(written)} files of {len(PARTS)} parts"


def sheets(p: Params, out: Path | None) -> str:
    """Insignia and playing board."""
    from hardware.insignia import sheets as insignia
    from hardware.mechanics import board_sheet

    labels = insignia.write_all(p, out or sources.INSIGNIA)
    board = board_sheet.write_all(p, out or sources.BOARD)
    for folder in {out or sources.INSIGNIA, out or sources.BOARD}:
        sources.stamp(folder, sources.of_sheets(p))
    return f"{len(labels) + len(board)} sheets"


def pictures(p: Params, out: Path | None) -> str:
    """The guide's pictures, from the parts as they were built."""
    from hardware.mechanics import pictures as drawn

    folder = out or sources.PICTURES
    written = drawn.write_all(p, sources.PARTS, folder)
    sources.stamp(folder, sources.of_pictures(p))
    return f"{len(written)} pictures"


def sensing(p: Params, out: Path | None) -> str:
    """The table of margins, as in the page on sensing."""
    from hardware.mechanics import sensing_table

    text = sensing_table.table(p)
    if out:
        out.write_text(text + "\n", encoding="utf-8")
    return text


JOBS = {"build": build, "sheets": sheets, "pictures": pictures, "sensing": sensing}


def main(arguments: list[str] | None = None) -> int:
    """Run one job; a dimension that cannot work is one line on stderr and exit status 2."""
    parser = argparse.ArgumentParser(
        prog="python -m hardware.mechanics",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=tuple(JOBS))
    parser.add_argument("--parameters", type=Path, default=PARAMETERS)
    parser.add_argument("--out", type=Path, help="write there, not to the usual place")
    given = parser.parse_args(arguments)
    try:
        print(JOBS[given.what](load(given.parameters), given.out))
    except (BadParameter, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
