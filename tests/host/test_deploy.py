"""Deploy and restore on FAT12 images: full, read-only, damaged, cluster-tight, two of them."""

from __future__ import annotations

import errno
import os
import shutil
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from folder2uf2 import Geometry

from arbiter import settings
from arbiter_host import deploy, deploy_backup, deploy_plan, deploy_run, drive_checks, drive_find
from arbiter_host.drive_errors import DeployFailed, DriveError
from arbiter_host.drive_find import Board, parse
from host import drives
from host.fat import FatFiles, files_of
from host.memory import Memory

OLD, NEW = "0.0.1", "0.0.2"
BOARD = parse(drives.boot_out().decode())
Open = Callable[..., FatFiles]


def old_drive() -> dict[str, bytes]:
    return drives.strict(OLD) | {
        "settings.toml": drives.SETTINGS,
        "boot_out.txt": drives.boot_out(),
        "notes/mine.txt": b"keep me",
    }


@pytest.fixture(autouse=True)
def backups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(deploy_backup, "_data_folder", lambda: tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return drives.fill(tmp_path_factory.mktemp("image") / "old.img", old_drive())


@pytest.fixture
def image(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(filled, tmp_path / "drive.img"))


@pytest.fixture
def opened() -> Iterator[Open]:
    """opened(image, before=...) gives its files."""
    made: list[FatFiles] = []

    def opened(*arguments: object) -> FatFiles:
        made.append(FatFiles(*arguments))
        return made[-1]

    yield opened
    for files in made:
        files.close()


def prepare(files: FatFiles) -> deploy.Prepared:
    return deploy.prepare(files, BOARD, drives.strict(NEW))


def test_an_update_keeps_what_is_the_users(image: Path, opened: Open, tmp_path: Path) -> None:
    files = opened(image)
    ready = prepare(files)
    copy = deploy.carry_out(files, BOARD, ready, lambda _: None)
    assert drive_checks.readable(files) == dict(
        sorted((old_drive() | drives.strict(NEW) | {"settings.toml": drives.SETTINGS}).items())
    )
    assert drives.started(files_of(image), tmp_path / "folder") == NEW
    assert copy.parent.name == BOARD.uid
    assert deploy.versions(ready) == (OLD, NEW)


def test_a_new_board_gets_all_of_it(tmp_path: Path, opened: Open) -> None:
    """With CircuitPython's own first program on it."""
    image = drives.fill(tmp_path / "new.img", {"code.py": b'print("Hello World!")\n'})
    files = opened(image)
    deploy.carry_out(files, Board(), deploy.prepare(files, Board(), drives.tree()), lambda _: None)
    assert files_of(image) == dict(sorted(drives.tree().items()))


def test_only_what_differs_is_written(image: Path, opened: Open) -> None:
    tree = drives.strict(OLD) | {"lib/neopixel.py": b"# another\n"}
    ready = deploy.prepare(opened(image), BOARD, tree)
    assert ready.changes == [("changed", "lib/neopixel.py")]
    assert not any("lib/arbiter/" in step.name for step in ready.steps)
    assert deploy.prepare(opened(image), BOARD, drives.strict(OLD)).steps == []


def test_one_cluster_too_few_is_refused_and_just_enough_will_do(
    image: Path, tmp_path: Path
) -> None:
    needed = -(-prepare(FatFiles(image)).room[0] // 512)
    for spare, outcome in ((-1, DriveError), (0, None)):
        tight = Path(shutil.copy(image, tmp_path / "tight.img"))
        files = FatFiles(tight)
        files.write("big.bin", bytes((files.space().free - needed - spare) * 512))
        before = tight.read_bytes()
        if outcome is None:
            assert least_room(files) == 0
        else:
            with pytest.raises(DriveError, match=r"too full: .* 512 more than are free"):
                prepare(files)
            assert tight.read_bytes() == before
        files.close()
    assert drives.started(files_of(tight), tmp_path / "folder") == NEW


def least_room(files: FatFiles) -> int:
    """Carries the change out; the fewest free clusters that there were."""
    seen = []
    deploy_run.carry_out(files, prepare(files).steps, lambda _: seen.append(files.space().free))
    return min(seen)


def test_a_full_drive_is_refused_before_anything_is_written(image: Path, opened: Open) -> None:
    files = opened(image)
    files.write("big.bin", bytes(files.space().free * 512))
    with pytest.raises(DriveError, match=r"too full.*remove files of yours"):
        prepare(files)
    with pytest.raises(DriveError, match=r"the drive is full"):
        drive_checks.writable(files)


def failing(operation: str, name: str, number: int) -> Callable[[str, str], None]:
    def fail(what: str, which: str) -> None:
        if (what, which) == (operation, name):
            raise OSError(number, os.strerror(number), which)

    return fail


def test_a_read_only_drive_is_refused(image: Path, opened: Open, backups: Path) -> None:
    files = opened(image, failing("write", "arbiter-probe.tmp", errno.EROFS))
    with pytest.raises(DriveError, match=r"cannot be written \(read-only.*plug it in again"):
        deploy.carry_out(files, BOARD, prepare(files), lambda _: None)
    assert files_of(image) == dict(sorted(old_drive().items()))
    assert not backups.exists()


@pytest.mark.parametrize("failed", range(0, 75, 25))
def test_whatever_fails_on_a_fat_image_all_is_as_before(image: Path, failed: int) -> None:
    fail = FailOnce(failed, errno.EIO)
    files = FatFiles(image, fail)
    ready = prepare(files)
    with pytest.raises(DeployFailed, match=r"error: all is as it was before: unplug"):
        deploy_run.change(files, ready.present, ready.target, ready.steps)
    files.close()
    assert fail.failed
    assert files_of(image) == dict(sorted(old_drive().items()))


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_whichever_operation_fails_all_is_as_before(number: int) -> None:
    ready = prepare(Memory(old_drive()))
    for failed in range(len(ready.steps)):
        files = Memory(old_drive(), FailOnce(failed, number))
        with pytest.raises(DeployFailed, match=r"all is as it was before"):
            deploy_run.change(files, ready.present, ready.target, ready.steps)
        assert files.tree == old_drive()


class FailOnce:
    """Fails one of the operations that change something, by its number."""

    def __init__(self, left: int, number: int) -> None:
        self._left, self._number, self.failed = left, number, False

    def __call__(self, operation: str, name: str) -> None:
        if operation == "read" or self.failed:
            return
        self.failed = self._left == 0
        self._left -= 1
        if self.failed:
            raise OSError(self._number, os.strerror(self._number), name)


class Unplugged:
    """The drive goes away at some operation and stays away."""

    def __init__(self, left: int) -> None:
        self._left = left

    def __call__(self, operation: str, name: str) -> None:
        self._left -= operation != "read"
        if self._left < 0:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV), name)


@pytest.mark.parametrize("after", [1, 40, 60])
def test_unplugged_for_good_it_says_so_and_a_firmware_starts(
    image: Path, tmp_path: Path, opened: Open, after: int
) -> None:
    files = opened(image, Unplugged(after))
    ready = prepare(files)
    with pytest.raises(DeployFailed, match=r"undoing it failed too.*starts the old or the new"):
        deploy_run.change(files, ready.present, ready.target, ready.steps)
    assert drives.started(files_of(image), tmp_path / "folder") in (OLD, NEW)


class Forgetful(FatFiles):
    """A flash cell that does not hold: one byte of one file comes out wrong, once."""

    def write(self, name: str, data: bytes) -> None:
        bad = name.endswith("lib/arbiter/session.py") and not hasattr(self, "done")
        if bad:
            self.done = True
            data = data[:100] + bytes([data[100] ^ 4]) + data[101:]
        super().write(name, data)


def test_a_file_that_reads_back_differently_is_found_and_undone(image: Path) -> None:
    files = Forgetful(image)
    ready = prepare(files)
    with pytest.raises(
        DeployFailed, match=r"session.py reads differently.*all is as it was before"
    ):
        deploy_run.change(files, ready.present, ready.target, ready.steps)
    files.close()
    assert files_of(image) == dict(sorted(old_drive().items()))


def test_ctrl_c_undoes_and_goes_on_as_ctrl_c(image: Path) -> None:
    files = FatFiles(image)
    ready = prepare(files)

    def press(step: deploy_plan.Step) -> None:
        if step.name == "code.py":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        deploy_run.change(files, ready.present, ready.target, ready.steps, press)
    files.close()
    assert files_of(image) == dict(sorted(old_drive().items()))


def test_a_damaged_drive_is_refused_with_the_file(image: Path, opened: Open) -> None:
    """The chain of clusters of session.py is gone."""
    files = FatFiles(image)
    cluster = files._fs.fs.root_dir.get_entry("/lib/arbiter/session.py").get_cluster()
    files._fs.fs.free_cluster_chain(cluster)
    files._fs.fs.flush_fat()
    files.close()
    with pytest.raises(DriveError, match=r"damaged, cannot read lib/arbiter/session.py .*then run"):
        prepare(opened(image))


def test_a_drive_whose_folders_are_garbage_is_refused(image: Path) -> None:
    content = bytearray(image.read_bytes())
    geometry = Geometry(len(content) // 512)
    root = (geometry.reserved + geometry.fat_sectors) * 512
    for place in range(root, root + 2048, 32):
        struct.pack_into("<H", content, place + 26, 3999)  # each entry begins beyond the end
    image.write_bytes(content)
    with pytest.raises((DriveError, OSError)):
        prepare(FatFiles(image))


def test_two_drives_are_never_guessed_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, uid in (("CIRCUITPY", "AAAA"), ("CIRCUITPY1", "BBBB"), ("STICK", "")):
        (tmp_path / name).mkdir()
        if uid:
            (tmp_path / name / "boot_out.txt").write_bytes(drives.boot_out(uid=uid))
    mounts = [tmp_path / name for name in ("CIRCUITPY", "CIRCUITPY1", "STICK")]
    monkeypatch.setattr(drive_find, "mount_points", lambda: mounts)
    with pytest.raises(DriveError, match=r"2 drives: .*AAAA.*BBBB.*: choose one with --path"):
        drive_find.find()
    assert drive_find.find(uid="bbbb").root == mounts[1]
    assert drive_find.find(mounts[0]).board.uid == "AAAA"
    shutil.rmtree(mounts[0])
    assert drive_find.find().root == mounts[1]
    with pytest.raises(DriveError, match=r"no CIRCUITPY drive found: connect"):
        drive_find.find(uid="CCCC")


def test_mounts_of_linux_are_found_wherever_they_are(tmp_path: Path) -> None:
    for folder in ("media/CIRCUITPY", "run/media/anna/CIRCUITPY", "odd place"):
        (tmp_path / folder).mkdir(parents=True)
    table = tmp_path / "mounts"
    odd = str(tmp_path / "odd place").replace(" ", "\\040")
    table.write_text(f"proc /proc proc rw 0 0\n/dev/sda1 {odd} vfat rw 0 0\n")
    found = drive_find._linux_mounts(table, [tmp_path / "media", tmp_path / "run/media"])
    assert {tmp_path / "media/CIRCUITPY", tmp_path / "run/media/anna/CIRCUITPY"} < set(found)
    assert tmp_path / "odd place" in found
    assert Path("/proc") not in found


@pytest.mark.parametrize(
    ("text", "board"),
    [
        (
            drives.boot_out("9.1.4").decode(),
            Board(
                (9, 1), "9.1.4", "Raspberry Pi Pico with rp2040", *list(drives.PICO.values())[1:]
            ),
        ),
        (
            "Adafruit CircuitPython 10.0.0-beta.2 on 2025-01-01; X\n",
            Board((10, 0), "10.0.0-beta.2", "X"),
        ),
        ("MicroPython v1.24", Board()),
        ("", Board()),
    ],
)
def test_boot_out_is_understood(text: str, board: Board) -> None:
    assert parse(text) == board


def test_an_old_circuitpython_is_refused_with_where_to_get_one() -> None:
    with pytest.raises(
        DriveError, match=r"CircuitPython 8.2.10: install 9 or 10 from circuitpython"
    ):
        drive_checks.board(parse(drives.boot_out("8.2.10").decode()))


@pytest.mark.parametrize(("version", "count"), [("9.0.5", 0), ("10.3.0", 0), ("11.0.0", 1)])
def test_a_newer_circuitpython_is_noted(version: str, count: int) -> None:
    assert len(drive_checks.board(parse(drives.boot_out(version).decode()))) == count


def test_another_board_is_noted() -> None:
    other = parse(drives.boot_out(name="Feather", board_id="feather").decode())
    assert "is not a Raspberry Pi Pico" in drive_checks.board(other)[0]


@pytest.mark.parametrize(
    "name",
    ["code.txt", "arbiter/app.py", "neopixel.py", "neopixel.mpy", "lib/neopixel/__init__.py"],
)
def test_what_would_be_taken_in_place_of_ours_is_found(
    image: Path, opened: Open, name: str
) -> None:
    files = opened(image)
    files.write(name, b"")
    with pytest.raises(DriveError, match=f"^{name} on the drive would be taken"):
        prepare(files)


def test_new_settings_are_offered_and_added_only_if_wanted(image: Path, opened: Open) -> None:
    files = opened(image)
    text, lines = drive_checks.user_settings(drive_checks.readable(files))
    keys = {line.split("\n")[1].split(" = ")[0] for line in lines}
    assert keys == {setting.key for setting in settings.SETTINGS} - {"VOLUME", "SETTLE_MS"}
    ready = deploy.prepare(files, BOARD, drives.strict(NEW), "".join(lines))
    deploy_run.carry_out(files, ready.steps)
    now = files.read("settings.toml").decode()
    assert now.startswith(text)
    values, problems = settings.parse(now)
    assert (problems, values["VOLUME"], values["SETTLE_MS"]) == ([], "low", 80)


def test_settings_that_the_firmware_would_refuse_stop_it(image: Path, opened: Open) -> None:
    files = opened(image)
    files.write("settings.toml", b"VOLUME = 11\n")
    with pytest.raises(
        DriveError, match=r"would refuse the drive's settings: settings.toml line 1"
    ):
        prepare(files)
    files.write("settings.toml", b"\xff\xfe")
    with pytest.raises(DriveError, match=r"is no text"):
        prepare(files)


def test_restore_brings_back_what_deploy_kept(image: Path, opened: Open) -> None:
    files = opened(image)
    deploy.carry_out(files, BOARD, prepare(files), lambda _: None)
    copy = deploy_backup.drive_zip.load(deploy_backup.latest(BOARD.uid))
    ready = deploy.prepare_restore(files, copy, drives.strict(NEW))
    deploy.carry_out(files, BOARD, ready, lambda _: None)
    assert drive_checks.readable(files) == dict(sorted(old_drive().items()))


def test_backups_are_the_same_bytes_for_the_same_files_and_not_too_many() -> None:
    first = deploy_backup.keep("UID", old_drive())
    for _ in range(deploy_backup.KEPT + 3):
        last = deploy_backup.keep("UID", dict(reversed(old_drive().items())))
    assert len(list(deploy_backup.folder("UID").iterdir())) == deploy_backup.KEPT
    assert deploy_backup.latest("UID") == last
    assert not first.exists()
    assert deploy_backup.drive_zip.load(last) == old_drive()


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"PK no")
    with pytest.raises(DriveError, match=r"is not a whole zip of a drive"):
        deploy_backup.drive_zip.load(tmp_path / "x.zip")
    deploy_backup.drive_zip.save(tmp_path / "y.zip", {"../evil.py": b""})
    with pytest.raises(DriveError, match=r"lies outside a drive"):
        deploy_backup.drive_zip.load(tmp_path / "y.zip")
    with pytest.raises(DriveError, match=r"no backup in"):
        deploy_backup.latest("nobody")
