"""`python -m hardware.mechanics`: writes the printed parts, the sheets and the pictures.

build      STL, STEP and 3MF of every part, and the table of prints
sheets     insignia and playing board as SVG and PDF
pictures   the guide's pictures, from the built parts
sensing    the numbers behind the choice of Hall switches
check      everything that must hold, by the tests; needs pytest
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware.mechanics.params import PARAMETERS, BadParameter, load

HERE = Path(__file__).parent
PARTS = HERE / "parts"


def build(parameters: Path, folder: Path) -> None:
    from hardware.mechanics import export, parts, prints

    p = load(parameters)
    written = export.export_parts(p, parts.PARTS, folder)
    prints.write_table(p, folder, folder / "prints.md")
    print(f"{len(written)} files of {len(parts.PARTS)} parts in {folder.name}")


def sheets(parameters: Path, folder: Path) -> None:
    from hardware.insignia import sheets as insignia
    from hardware.mechanics import board_sheet

    p = load(parameters)
    written = [
        *insignia.write_all(p, folder / "insignia"),
        *board_sheet.write_all(p, folder / "mechanics" / "board"),
    ]
    print(f"{len(written)} sheets")


def pictures(parameters: Path, folder: Path) -> None:
    from hardware.mechanics import pictures as drawn

    for path in drawn.write_all(load(parameters), PARTS, folder):
        print(path.name)


def sensing(parameters: Path) -> None:
    from hardware.mechanics import sensing_table

    print(sensing_table.table(load(parameters)))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m hardware.mechanics",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("build", "sheets", "pictures", "sensing"))
    parser.add_argument("--parameters", type=Path, default=PARAMETERS)
    parser.add_argument("--out", type=Path, help="the folder to write to, if not the usual one")
    given = parser.parse_args(arguments)
    try:
        if given.what == "build":
            build(given.parameters, given.out or PARTS)
        elif given.what == "sheets":
            sheets(given.parameters, given.out or HERE.parent)
        elif given.what == "pictures":
            pictures(given.parameters, given.out or HERE / "pictures")
        else:
            sensing(given.parameters)
    except (BadParameter, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
