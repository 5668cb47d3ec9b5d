"""The commands about the drive: on a folder, and on a real FAT12 image that the system mounts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter_host import deploy_backup
from host import drives
from host.command import Command
from host.fat import blank, files_of


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(deploy_backup, "_data_folder", lambda: tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    """A folder that looks like the drive of a new board."""
    folder = tmp_path / "CIRCUITPY"
    drives.lay_out({"boot_out.txt": drives.boot_out(), "code.py": b"print(1)\n"}, folder)
    return folder


def held(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_dry_run_says_what_would_be_done_and_does_nothing(command: Command, drive: Path) -> None:
    before = held(drive)
    code, out, err = command("deploy", "--path", str(drive), "--dry-run")
    assert (code, err) == (0, "")
    assert out.startswith(f"{drive}: firmware none -> 0.1.0\n")
    assert "  changed  code.py\n" in out
    assert "  new      lib/neopixel.py\n" in out
    assert "Now" not in out
    assert held(drive) == before


def test_deploy_says_what_to_do_next_and_the_box_starts(
    command: Command, drive: Path, data: Path, tmp_path: Path
) -> None:
    code, out, _ = command("deploy", "--path", str(drive))
    assert code == 0
    assert str(data) in out
    assert out.endswith("unplug the box and plug it in again, then run: generals-arbiter doctor\n")
    assert held(drive) == drives.tree() | {"boot_out.txt": drives.boot_out()}
    assert drives.started(held(drive), tmp_path / "copy") == "0.1.0"
    again = command("deploy", "--path", str(drive))
    assert again[:2] == (0, f"{drive} has firmware 0.1.0: nothing to do\n")


def test_deploy_in_json_is_one_object(command: Command, drive: Path) -> None:
    code, out, _ = command("deploy", "--path", str(drive), "--json")
    report = json.loads(out)
    assert (code, report["from"], report["to"], report["dry_run"]) == (0, "", "0.1.0", False)
    assert {"what": "changed", "file": "code.py"} in report["changes"]


def test_an_interrupted_deploy_is_finished_first(command: Command, drive: Path) -> None:
    drives.lay_out(drives.interrupted() | {"boot_out.txt": drives.boot_out()}, drive)
    code, out, _ = command("deploy", "--path", str(drive))
    assert code == 0
    assert out.startswith("An interrupted deploy was finished first.\n")
    assert held(drive) == drives.tree() | {"boot_out.txt": drives.boot_out()}


def test_new_settings_are_shown_and_added_on_request(command: Command, drive: Path) -> None:
    (drive / "settings.toml").write_text('VOLUME = "low"\n')
    _, out, _ = command("deploy", "--path", str(drive))
    assert "  SETTLE_MS = 60\n" in out
    assert "Give --add-settings to add them.\n" in out
    assert (drive / "settings.toml").read_text() == 'VOLUME = "low"\n'
    command("deploy", "--path", str(drive), "--add-settings")
    assert "\nSETTLE_MS = 60\n" in (drive / "settings.toml").read_text()


def test_backup_and_restore(command: Command, drive: Path, tmp_path: Path) -> None:
    before = held(drive)
    copy = tmp_path / "copy.zip"
    assert command("backup", "--path", str(drive), "-o", str(copy))[0] == 0
    command("deploy", "--path", str(drive))
    assert command("restore", str(copy), "--path", str(drive), "--dry-run")[0] == 0
    assert held(drive) != before
    assert command("restore", str(copy), "--path", str(drive))[0] == 0
    assert held(drive) == before
    # Without a name it is the newest copy of this board: here what restore itself has kept.
    assert command("restore", "--path", str(drive))[0] == 0
    assert held(drive) == drives.tree() | before | {"code.py": drives.tree()["code.py"]}


@pytest.mark.parametrize(
    "arguments",
    [
        ("deploy", "--path", "/no/such/folder"),
        ("backup", "--path", "/no/such/folder"),
        ("restore", "/no/such.zip", "--path", "/"),
        ("build", "--circuitpython", "/no/such.uf2"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    command: Command, arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = command(*arguments)
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert err.startswith(f"generals-arbiter {arguments[0]}: ")


def test_build_says_what_it_made(command: Command, tmp_path: Path) -> None:
    code, out, _ = command("build", "-o", str(tmp_path))
    assert code == 0
    assert len(out.splitlines()) == len(list(tmp_path.iterdir())) == 3


def test_killed_while_it_runs_the_box_still_starts(drive: Path, tmp_path: Path) -> None:
    """The program itself, by SIGKILL, wherever it may be just then."""
    drives.lay_out(drives.strict("0.0.1") | {"boot_out.txt": drives.boot_out()}, drive)
    command = [sys.executable, "-m", "arbiter_host", "deploy", "--path", str(drive)]
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path / "data")}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as program:
        while program.poll() is None and not (drive / "arbiter-next").exists():
            pass
        program.kill()
    assert drives.started(held(drive), tmp_path / "copy") in ("0.0.1", "0.1.0")


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """A FAT12 image and where the system has mounted it."""
    image, folder = blank(tmp_path / "drive.img"), tmp_path / "mnt" / "CIRCUITPY"
    folder.mkdir(parents=True)
    unmount = mount(image, folder)
    yield image, folder
    if os.path.ismount(folder):
        subprocess.run([*unmount, str(folder)], check=True)


def mount(image: Path, folder: Path) -> list[str]:
    """Mount by the kernel's vfat, else by fusefat; returns how to unmount."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("mounting an image needs Linux and root")
    tries = [
        (["mount", "-o", "loop,sync", str(image), str(folder)], ["umount"]),
        (["fusefat", "-o", "rw+", str(image), str(folder)], ["fusermount", "-u"]),
    ]
    for command, unmount in tries:
        done = shutil.which(command[0]) and subprocess.run(command, capture_output=True)
        if done and done.returncode == 0 and os.path.ismount(folder):
            return unmount
    pytest.skip("neither the kernel's vfat nor fusefat can mount an image here")


def test_deploy_to_a_drive_that_the_system_has_mounted(
    command: Command, mounted: tuple[Path, Path], tmp_path: Path
) -> None:
    image, folder = mounted
    (folder / "boot_out.txt").write_bytes(drives.boot_out())
    (folder / "code.py").write_bytes(b"print(1)\n")
    assert command("deploy", "--path", str(folder))[0] == 0
    (folder / "lib" / "neopixel.py").write_bytes(b"")
    assert command("deploy", "--path", str(folder))[0] == 0
    subprocess.run(["umount", str(folder)], check=True)
    files = files_of(image)
    assert files == dict(sorted((drives.tree() | {"boot_out.txt": drives.boot_out()}).items()))
    assert drives.started(files, tmp_path / "copy") == "0.1.0"
