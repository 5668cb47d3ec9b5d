"""``python -m hardware.analysis``: run everything, write the table into the build guide."""

from __future__ import annotations

import sys
from pathlib import Path

from hardware.analysis import contacts, pixels, sound, supply, windows
from hardware.analysis.result import Result, markdown
from hardware.analysis.spice import SpiceError
from hardware.electronics.sexp import write_whole

GUIDE = Path(__file__).resolve().parent.parent / "build_guide.md"
BEGIN, END = "<!-- results: begin -->\n", "<!-- results: end -->\n"


def all_results() -> list[Result]:
    """Every line of the table, in the guide's order; needs ngspice."""
    return [
        line for module in (windows, contacts, sound, pixels, supply) for line in module.results()
    ]


def into_guide(guide: str, table: str) -> str:
    """The guide with the table between its two marks; raises ValueError where they are missing."""
    before, begin, rest = guide.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"build_guide.md lacks its marks {BEGIN.strip()} and {END.strip()}")
    return before + begin + "\n" + table + "\n" + end + after


def main() -> None:
    """Write the table; say which figures are out of their limits, and exit with 1 then."""
    try:
        found = all_results()
        text = into_guide(GUIDE.read_text(encoding="utf-8"), markdown(found))
    except (SpiceError, ValueError, OSError) as error:
        sys.exit(f"hardware analysis: {error}")
    write_whole(GUIDE, text)
    bad = [line for line in found if not line.holds]
    for line in bad:
        print(f"{line.subject}: {line.name}: {line.value:.4g} {line.unit}, must be {line.limit}")
    print(f"{len(found)} figures, {len(bad)} out of limits")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
