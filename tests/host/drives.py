"""Two firmware versions that refuse to be mixed, and drives that hold one of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from arbiter_host import deploy_plan, deploy_run, drive_content
from arbiter_host.deploy_plan import REMOVE, REPLACE, WRITE, Step
from arbiter_sim import Box
from arbiter_sim.drive import firmware_folder
from host.fat import FatFiles, blank

BOOT_OUT = (
    "Adafruit CircuitPython {version} on 2025-10-01; {name} with rp2040\r\n"
    "Board ID:{board_id}\r\nUID:{uid}\r\n"
)
PICO = {"name": "Raspberry Pi Pico", "board_id": "raspberry_pi_pico", "uid": "E66058388341602B"}
SETTINGS = b'# mine\nVOLUME = "low"\nSETTLE_MS = 80\n'


def boot_out(version: str = "10.0.0", **changes: str) -> bytes:
    """What CircuitPython writes at power-up."""
    return BOOT_OUT.format(version=version, **PICO | changes).encode()


def tree() -> dict[str, bytes]:
    """The drive that this version makes."""
    return drive_content.content(firmware_folder())


@lru_cache
def _strict(version: str) -> dict[str, bytes]:
    stamp = f'\nfrom arbiter import __version__ as _v\nassert _v == "{version}", _v\n'.encode()
    files = tree()
    init = files["lib/arbiter/__init__.py"].decode()
    new = re.sub(r'__version__ = ".*"', f'__version__ = "{version}"', init)
    files["lib/arbiter/__init__.py"] = new.encode()
    for name, data in files.items():
        if name.endswith(".py") and name != "lib/arbiter/__init__.py":
            files[name] = _stamped(data, stamp, last=name.startswith("lib/"))
    return files


def strict(version: str) -> dict[str, bytes]:
    """A firmware of that version, of which no file runs together with one of another version."""
    return dict(_strict(version))


def _stamped(source: bytes, stamp: bytes, last: bool) -> bytes:
    """A program never ends, so its stamp comes after its docstring; a module's at its end."""
    if last:
        return source + stamp
    lines = source.splitlines(keepends=True)
    docstring = ast.parse(source).body[0].end_lineno
    return b"".join([*lines[:docstring], stamp, *lines[docstring:]])


def fill(image: Path, files: Mapping[str, bytes], kilobytes: int = 1024) -> Path:
    """A FAT12 image with these files."""
    drive = FatFiles(blank(image, kilobytes))
    steps = deploy_plan.plan({}, files)
    deploy_run.carry_out(drive, steps)
    drive.close()
    return image


def do(tree: dict[str, bytes], step: Step) -> None:
    """A step on files in memory."""
    if step.kind == WRITE:
        tree[step.name] = step.data
    elif step.kind == REPLACE:
        tree[step.name] = tree.pop(step.source)
    elif step.kind == REMOVE:
        del tree[step.name]
    else:
        assert not any(name.startswith(f"{step.name}/") for name in tree)


def started(files: Mapping[str, bytes], folder: Path) -> str:
    """Start the box from these files; the version that greets.  Raises if it does not run."""
    lay_out(files, folder)
    with Box(folder) as box:
        box.insert("red", "private")
        box.wait_for("waiting", 500)
        (hello,) = [event for event in box.events if event.get("event") == "hello"]
        return str(hello["version"])


def lay_out(files: Mapping[str, bytes], folder: Path) -> None:
    """Make a folder hold these files; those that are right stay, and need not be compiled again."""
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        if path.relative_to(folder).as_posix() not in files:
            path.unlink()
    for name, data in files.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


def interrupted() -> dict[str, bytes]:
    """What is on a drive when the update from 0.0.1 to this version stops after its turn."""
    files = strict("0.0.1")
    for step in deploy_plan.plan(files, tree()):
        do(files, step)
        if (step.kind, step.name) == (REPLACE, "code.py"):
            return files
    raise AssertionError("the plan does not turn")
