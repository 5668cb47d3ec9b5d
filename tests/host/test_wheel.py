"""The wheel carries what an installed command needs: three packages, the drive, the tour."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's content, as in site-packages."""
    folder = tmp_path_factory.mktemp("wheel")
    builder = WheelBuilder(str(ROOT))
    (wheel,) = builder.build(directory=str(folder), versions=["standard"])
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_the_drive_is_whole(installed: Path) -> None:
    drive = installed / "arbiter_sim" / "drive" / "firmware"
    packed = {p.relative_to(drive) for p in drive.rglob("*") if p.is_file()}
    firmware = ROOT / "firmware"
    files = {p.relative_to(firmware) for p in firmware.rglob("*") if p.is_file()}
    assert packed == {p for p in files if "__pycache__" not in p.parts}


def test_it_runs_without_the_repository(installed: Path) -> None:
    code = (
        "from arbiter_sim.drive import firmware_folder; print(firmware_folder());"
        "from arbiter_host.cli import main; main(['battle', '5*', 'spy', '--fast', '--json'])"
    )
    environment = os.environ | {"PYTHONPATH": str(installed)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=installed,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    folder, outcome = done.stdout.splitlines()
    assert Path(folder).is_relative_to(installed)
    assert '"class": "blue"' in outcome
