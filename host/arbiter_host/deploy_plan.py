"""What deploy does to a drive, as a list of steps, such that it may end after any of them.

A firmware is many files, and a board may lose power between any two writes.  So the new files are
first written to a folder of their own, where nothing looks.  Then one rename puts a new code.py in
place whose first line points there: from here on the new firmware starts, before it the old one.
Now lib/ is not in use and can be written file by file.  At last a plain code.py takes the place of
the pointing one, and the folder goes.

What lies in lib/, a file or a folder, is a *unit*: it is replaced as a whole or not at all.  So is
a module in the root.  A *program* is one of those that CircuitPython itself starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from arbiter_host.drive_content import PROGRAM, SETTINGS, Tree

NEXT = "arbiter-next"
WRITE, REPLACE, REMOVE, REMOVE_FOLDER = "write", "replace", "remove", "remove folder"
_PATHS = "; ".join(f'sys.path.insert(0, "/{NEXT}{folder}")' for folder in ("/lib", ""))
_POINTER = f"import sys; {_PATHS}  # while files are replaced\n".encode()
_PROGRAMS = ("boot.py", "code.py", "main.py", "repl.py", "safemode.py")

# What the drive shall be: path to content, or to None where there shall be no file.
Target = Mapping[str, bytes | None]


class Step(NamedTuple):
    """One operation: write `name`, replace it by `source`, remove it, or remove that folder."""

    kind: str
    name: str
    data: bytes = b""
    source: str = ""


def plan(present: Tree, target: Target, settings_first: bool = False) -> list[Step]:
    """How to get from what is on the drive to the target.

    Files that the target does not name are left alone, but for those of a unit that it names.
    Settings change after the program, so that an older one is not given keys that it does not know;
    `settings_first` is for going back to an older one.

    A run that was interrupted past its turning point must be brought to `recovery` first.
    """
    target = {**_stale(present, target), **target}
    course = _Course(present, target)
    if is_pointing(present):
        course.turn_the_rest()
    else:
        course.clear()
        course.swap(name for name in target if _is_other(name))
        if settings_first:
            course.swap([SETTINGS])
        course.turn()
    course.settle()
    course.swap([SETTINGS])
    course.clear()
    return course.steps


def recovery(present: Tree) -> Target:
    """What an interrupted run was about to make; empty if it was not past its turning point."""
    if not is_pointing(present):
        return {}
    inside = f"{NEXT}/"
    staged = {n.removeprefix(inside): d for n, d in present.items() if n.startswith(inside)}
    target: dict[str, bytes | None] = {n: d for n, d in staged.items() if _unit(n)}
    # A pointing program that still waits in the folder is whole: nothing turns before all is there.
    for tree in (present, staged):
        pointing = {n: d for n, d in tree.items() if _is_program(n) and d.startswith(_POINTER)}
        target |= {name: data.removeprefix(_POINTER) for name, data in pointing.items()}
    return target


def is_pointing(present: Tree) -> bool:
    """Whether a program on the drive runs from the folder of an interrupted run."""
    return any(present[name].startswith(_POINTER) for name in filter(_is_program, present))


def leftovers(present: Tree) -> list[str]:
    """Files of an interrupted run."""
    return [name for name in present if name.startswith(f"{NEXT}/")]


class _Course:
    """Steps, and what the drive holds after them."""

    def __init__(self, present: Tree, target: Target) -> None:
        self.steps: list[Step] = []
        self._drive = dict(present)
        self._target = target
        self._programs = _ordered(filter(_is_program, target))

    def clear(self) -> None:
        """Remove the folder with what is in it, if it is or was there."""
        for name in leftovers(self._drive):
            self._remove(name)
        if any(step.name.startswith(f"{NEXT}/") for step in self.steps):
            self.steps = [step for step in self.steps if step.kind != REMOVE_FOLDER]
            self.steps.append(Step(REMOVE_FOLDER, NEXT))

    def swap(self, names: Iterable[str]) -> None:
        """Change files each by a rename, so that there is no moment without it."""
        for name in names:
            data = self._target.get(name)
            if name not in self._target or self._drive.get(name) == data:
                continue
            if data is None:
                self._remove(name)
            else:
                waiting = f"{NEXT}/plain/{name}"
                self._write(waiting, data)
                self._replace(name, waiting)

    def turn(self) -> None:
        """Write all changed units aside, and have the programs start from there."""
        units = {_unit(name) for name in self._changed()} - {None}
        if not units or PROGRAM not in self._drive:
            return  # nothing starts from lib/
        for name, data in self._target.items():
            if data is not None and _unit(name) in units:
                self._write(f"{NEXT}/{name}", data)
        turned = {name: self._target[name] for name in self._programs}
        pointing = {name: _POINTER + data for name, data in turned.items() if data is not None}
        for name, data in pointing.items():
            self._write(f"{NEXT}/{name}", data)
        for name in pointing:
            self._replace(name, f"{NEXT}/{name}")

    def turn_the_rest(self) -> None:
        """Replace the programs that an interrupted turn left, lest one of them starts from lib/."""
        waiting = [f"{NEXT}/{name}" for name in self._programs]
        for source in waiting:
            if self._drive.get(source, b"").startswith(_POINTER):
                self._replace(source.removeprefix(f"{NEXT}/"), source)

    def settle(self) -> None:
        """Write lib/, which nothing starts from; then have the programs start from it."""
        changed = [name for name in self._changed() if _unit(name)]
        # Removing comes first: it makes room.
        for name in sorted(changed, key=lambda name: self._target[name] is not None):
            data = self._target[name]
            if data is None:
                self._remove(name)
            else:
                self._write(name, data)
        for unit in sorted({str(_unit(name)) for name in changed}):
            if "/" in unit and not any(_unit(name) == unit for name in self._drive):
                self.steps.append(Step(REMOVE_FOLDER, unit))
        self.swap(self._programs)

    def _changed(self) -> list[str]:
        return [name for name, data in self._target.items() if self._drive.get(name) != data]

    def _write(self, name: str, data: bytes) -> None:
        self._drive[name] = data
        self.steps.append(Step(WRITE, name, data))

    def _replace(self, name: str, source: str) -> None:
        self._drive[name] = self._drive.pop(source)
        self.steps.append(Step(REPLACE, name, self._drive[name], source))

    def _remove(self, name: str) -> None:
        del self._drive[name]
        self.steps.append(Step(REMOVE, name))


def _unit(name: str) -> str | None:
    parts = name.split("/")
    if len(parts) == 1:
        return name if name.endswith(".py") and not _is_program(name) else None
    return "/".join(parts[:2]) if parts[0] == "lib" else None


def _is_program(name: str) -> bool:
    return name in _PROGRAMS


def _is_other(name: str) -> bool:
    return not (_is_program(name) or _unit(name) or name == SETTINGS)


def _ordered(programs: Iterable[str]) -> list[str]:
    """code.py last: it decides which firmware starts."""
    return sorted(programs, key=lambda name: (name == PROGRAM, name))


def _stale(present: Tree, target: Target) -> Target:
    """What is in the units of the target but not of it, such as a module of an older version."""
    units = {_unit(name) for name in target} - {None}
    return {name: None for name in present if _unit(name) in units}
