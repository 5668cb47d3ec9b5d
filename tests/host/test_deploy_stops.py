"""Wherever deploy stops, the old or the new firmware starts: on FAT12 images, in the simulator."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter_host import deploy, deploy_plan, deploy_run, drive_checks
from arbiter_host.deploy_plan import WRITE, Step
from arbiter_host.drive_find import parse
from host import drives
from host.fat import FatFiles, files_of

OLD, NEW = "0.0.1", "0.0.2"
BOARD = parse(drives.boot_out().decode())


def old_drive() -> dict[str, bytes]:
    files = drives.strict(OLD) | {"settings.toml": drives.SETTINGS}
    files["lib/arbiter/gone.py"] = b"raise ImportError('of the old version only')\n"
    return files | {"boot_out.txt": drives.boot_out(), "notes/mine.txt": b"keep me"}


def stops(image: Path, steps: list[Step], copy: Path, every: int = 1) -> Iterator[tuple[str, Path]]:
    """The image as it is when the program is killed before each step, and in the middle of it.

    With ``every`` n, only at each n-th of these stops, from the first on.
    """
    files = FatFiles(image)
    turns = itertools.cycle([True] + [False] * (every - 1))
    for step in steps:
        if next(turns):
            shutil.copy(image, copy)
            yield f"before {step.kind} {step.name}", copy
        if step.kind == WRITE and next(turns):
            shutil.copy(image, copy)
            torn = FatFiles(copy)
            torn.write_half(step.name, step.data)
            torn.close()
            yield f"in the middle of writing {step.name}", copy
        deploy_run.carry_out(files, [step])
    files.close()
    yield "after all", image


@pytest.fixture
def image(tmp_path: Path) -> Path:
    return drives.fill(tmp_path / "drive.img", old_drive())


def prepared(image: Path, version: str) -> deploy.Prepared:
    files = FatFiles(image)
    ready = deploy.prepare(files, BOARD, drives.strict(version))
    files.close()
    return ready


def test_killed_at_any_file_operation_the_old_or_the_new_firmware_starts(
    image: Path, tmp_path: Path
) -> None:
    ready = prepared(image, NEW)
    booted = Booted(tmp_path / "folder")
    versions = []
    for where, stopped in stops(image, list(ready.steps), tmp_path / "stopped.img"):
        files = files_of(stopped)
        assert files["notes/mine.txt"] == b"keep me", where
        assert files["settings.toml"] == drives.SETTINGS, where
        versions.append(booted(files))
    turned = versions.index(NEW)
    assert 0 < turned < len(versions)
    assert versions == [OLD] * turned + [NEW] * (len(versions) - turned)


class Booted:
    """The version that starts from some files, looked up where the same have started before.

    Files in the folder aside count only while a program names that folder: nothing else can.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[frozenset[tuple[str, bytes]], str] = {}

    def __call__(self, files: dict[str, bytes]) -> str:
        aside = deploy_plan.NEXT
        named = any(aside.encode() in data for name, data in files.items() if "/" not in name)
        seen = frozenset(i for i in files.items() if named or not i[0].startswith(aside))
        if seen not in self._known:
            self._known[seen] = drives.started(files, self._folder)
        return self._known[seen]


def wanted() -> dict[str, bytes]:
    files = old_drive() | drives.strict(NEW) | {"settings.toml": drives.SETTINGS}
    del files["lib/arbiter/gone.py"]
    return files


def target() -> dict[str, bytes]:
    return drives.strict(NEW) | {"settings.toml": drives.SETTINGS}


def test_killed_now_and_then_the_next_run_makes_it_good(image: Path, tmp_path: Path) -> None:
    """On FAT images, at every 60th stop; at every one of them in the test below."""
    ready = prepared(image, NEW)
    for where, copy in stops(image, list(ready.steps), tmp_path / "stopped.img", every=60):
        files = FatFiles(copy)
        deploy.finish(files)
        again = deploy.prepare(files, BOARD, drives.strict(NEW))
        deploy_run.carry_out(files, again.steps)
        assert drive_checks.readable(files) == dict(sorted(wanted().items())), where
        files.close()


def outcomes(tree: dict[str, bytes], steps: list[Step]) -> Iterator[dict[str, bytes]]:
    """The files before each step, in the middle of it, and after all."""
    tree = dict(tree)
    for step in steps:
        yield tree
        if step.kind == WRITE:
            yield tree | {step.name: step.data[: len(step.data) // 2]}
        drives.do(tree, step)
    yield tree


def starts(tree: dict[str, bytes]) -> str:
    """The one version of all that code.py needs; "" if they are mixed or torn."""
    versions = {OLD: drives.strict(OLD), NEW: drives.strict(NEW)}
    pointing = tree["code.py"].startswith(b"import sys; sys.path.insert")
    folder = "arbiter-next/" if pointing else ""
    program = tree["code.py"].split(b"\n", 1)[1] if pointing else tree["code.py"]
    for version, files in versions.items():
        library = {n: d for n, d in files.items() if "/" in n or n == "distress.py"}
        found = {name: tree.get(folder + name, tree.get(name)) for name in library}
        if program == files["code.py"] and found == library:
            return version
    return ""


def test_killed_while_it_makes_good_a_killed_run_a_firmware_still_starts() -> None:
    """Each stop of a run, and each stop of the run after it."""
    steps = deploy_plan.plan(old_drive(), target())
    for first in outcomes(old_drive(), steps):
        recovery = deploy_plan.recovery(first)
        again = deploy_plan.plan(first, recovery) if recovery else []
        for second in outcomes(first, again):
            assert starts(second)
        recovered = list(outcomes(first, again))[-1]
        for second in outcomes(recovered, deploy_plan.plan(recovered, target())):
            assert starts(second)
        assert second == wanted()


def test_killed_while_it_goes_back_a_firmware_still_starts() -> None:
    """As after a failure, and as `restore` does, which takes the old settings back first."""
    old = dict(sorted(old_drive().items()))
    back = dict.fromkeys(drives.strict(NEW), None) | old
    for present in outcomes(old, deploy_plan.plan(old, target())):
        steps = deploy_plan.plan(present, back, settings_first=True)
        for stopped in outcomes(present, steps):
            assert starts(stopped)
        assert stopped == old
