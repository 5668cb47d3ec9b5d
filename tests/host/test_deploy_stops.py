"""Wherever deploy stops, the old or the new firmware starts: on FAT12 images, in the simulator."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter_host import deploy, deploy_run
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


def stops(image: Path, steps: list[Step], copy: Path) -> Iterator[tuple[str, Path]]:
    """The image as it is when the program is killed before each step, and in the middle of it."""
    files = FatFiles(image)
    for step in steps:
        shutil.copy(image, copy)
        yield f"before {step.kind} {step.name}", copy
        if step.kind == WRITE:
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
    versions = []
    for where, stopped in stops(image, list(ready.steps), tmp_path / "stopped.img"):
        files = files_of(stopped)
        assert files["notes/mine.txt"] == b"keep me", where
        assert files["settings.toml"] == drives.SETTINGS, where
        versions.append(drives.started(files, tmp_path / "folder"))
    turned = versions.index(NEW)
    assert 0 < turned < len(versions)
    assert versions == [OLD] * turned + [NEW] * (len(versions) - turned)


def test_killed_at_any_file_operation_the_next_run_makes_it_good(
    image: Path, tmp_path: Path
) -> None:
    ready = prepared(image, NEW)
    wanted = old_drive() | drives.strict(NEW) | {"settings.toml": drives.SETTINGS}
    del wanted["lib/arbiter/gone.py"]
    for where, stopped in stops(image, list(ready.steps), tmp_path / "stopped.img"):
        files = FatFiles(stopped)
        deploy.finish(files)
        again = deploy.prepare(files, BOARD, drives.strict(NEW))
        deploy_run.carry_out(files, again.steps)
        assert deploy_run.contents(files) == dict(sorted(wanted.items())), where
        files.close()
