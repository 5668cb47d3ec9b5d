"""KiCad from outside: its command line, the Python that has its module, its library tables."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from hardware.electronics.paths import OUT, ROOT
from hardware.electronics.sexp import Node, Quoted, dump, write_whole

INSTALL = "KiCad 9: on Debian 12, apt install -t bookworm-backports kicad (see the README)"


class MissingTool(Exception):
    """A program that is needed is not installed; says which and how to get it."""


def cli(*arguments: str | Path) -> None:
    """Run ``kicad-cli``; raises CalledProcessError with its output where it fails."""
    program = shutil.which("kicad-cli")
    if program is None:
        raise MissingTool(f"kicad-cli is not installed: {INSTALL}")
    command = [program, *map(str, arguments)]
    subprocess.run(command, check=True, cwd=OUT, capture_output=True, text=True)


def python_with_pcbnew() -> str:
    """The Python that KiCad's own module is installed for: seldom the one that runs this."""
    for name in ("/usr/bin/python3", "python3"):
        probe = [name, "-c", "import pcbnew"]
        if shutil.which(name) and subprocess.run(probe, capture_output=True).returncode == 0:
            return name
    raise MissingTool(f"no Python here can import pcbnew: {INSTALL}")


def run_pcbnew(module: str, *arguments: Path) -> None:
    """Run one of our modules by that Python."""
    command = [python_with_pcbnew(), "-m", module, *map(str, arguments)]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    subprocess.run(command, check=True, env=environment, stderr=subprocess.DEVNULL)


def write_tables(symbols: set[str], footprints: set[str]) -> None:
    """Tables that tell KiCad which of its libraries the project uses."""
    for name, key, folder, suffix, used in (
        ("sym-lib-table", "sym_lib_table", "SYMBOL", "kicad_sym", symbols),
        ("fp-lib-table", "fp_lib_table", "FOOTPRINT", "pretty", footprints),
    ):
        rows: Node = [key, ["version", "7"]]
        for library in sorted({item.split(":")[0] for item in used}):
            uri = f"${{KICAD9_{folder}_DIR}}/{library}.{suffix}"
            row = [["name", Quoted(library)], ["type", Quoted("KiCad")], ["uri", Quoted(uri)]]
            rows.append(["lib", *row, ["options", Quoted("")], ["descr", Quoted("")]])
        write_whole(OUT / name, dump(rows) + "\n")
