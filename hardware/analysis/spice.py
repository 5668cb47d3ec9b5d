"""Run an ngspice deck of this folder and read what it measured."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
_MEASURED = re.compile(r"^(\w+)\s*=\s*([-+]?[\d.]+(?:e[-+]?\d+)?)", re.MULTILINE)


class SpiceError(Exception):
    """ngspice is missing, or the deck did not run."""


def measure(deck: str, **parameters: float) -> dict[str, float]:
    """The ``.measure`` figures of ``deck`` in SI units; ``parameters`` replace its ``.param``s."""
    if shutil.which("ngspice") is None:
        raise SpiceError("ngspice is not installed: apt install ngspice")
    text = (FOLDER / deck).read_text(encoding="utf-8")
    for name, value in parameters.items():
        text, count = re.subn(rf"(?m)^(\.param {name}\s*=).*$", rf"\g<1> {value:g}", text)
        if count != 1:
            raise SpiceError(f"{deck} has no parameter {name}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / deck
        path.write_text(text, encoding="utf-8")
        run = subprocess.run(["ngspice", "-b", str(path)], capture_output=True, text=True)
    wanted = re.findall(r"(?m)^\.measure tran (\w+)", text)
    found = {name: float(value) for name, value in _MEASURED.findall(run.stdout)}
    missing = [name for name in wanted if name not in found]
    if run.returncode or missing:
        raise SpiceError(f"{deck}: no figure for {', '.join(missing) or 'anything'}")
    return {name: found[name] for name in wanted}
