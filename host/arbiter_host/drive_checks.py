"""What must be so before anything is written to a drive: each check raises, or tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from arbiter import settings
from arbiter_host import deploy_plan, deploy_room
from arbiter_host.drive_content import SETTINGS, Tree
from arbiter_host.drive_errors import DriveError
from arbiter_host.drive_files import Files
from arbiter_host.drive_find import Board

OLDEST, NEWEST = (9, 0), (10, 99)
BOARDS = ("raspberry_pi_pico", "raspberry_pi_pico_w", "raspberry_pi_pico2", "raspberry_pi_pico2_w")
DOWNLOAD = "circuitpython.org/board"
_PROBE = "arbiter-probe.tmp"


def board(found: Board) -> list[str]:
    """Notes on the board; raises DriveError where the firmware cannot run."""
    if not found.release:
        return ["boot_out.txt does not name a CircuitPython: its version is not checked"]
    if found.release < OLDEST:
        raise DriveError(
            f"the board runs CircuitPython {found.version}: install 9 or 10 from "
            f"{DOWNLOAD}/{found.board_id}"
        )
    notes = []
    if found.release > NEWEST:
        notes.append(f"CircuitPython {found.version} is newer than 9 and 10, which are tested")
    if found.board_id not in BOARDS:
        notes.append(f"{found.name} is not a Raspberry Pi Pico: its pins may differ")
    return notes


def writable(files: Files) -> None:
    """Write a small file and remove it.  Raises DriveError if the drive does not take it."""
    try:
        files.write(_PROBE, b"probe")
        whole = files.read(_PROBE) == b"probe"
        files.remove(_PROBE)
    except OSError as error:
        raise DriveError(_why_unwritable(error)) from error
    if not whole:
        raise DriveError(f"the drive is damaged, a written file reads differently: {_REPAIR}")


_REPAIR = "copy what you need, then run storage.erase_filesystem() in the console and deploy again"


def _why_unwritable(error: OSError) -> str:
    import errno

    reason = (error.strerror or str(error)).lower()
    if error.errno == errno.ENOSPC:
        return "the drive is full: remove files of yours from it, and empty its bin"
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return (
            f"the drive cannot be written ({reason}): unplug the box and plug it in again; if it "
            "is sealed, hold its button while you do"
        )
    return f"the drive cannot be written ({reason}): {_REPAIR}"


def readable(files: Files) -> dict[str, bytes]:
    """All files of the drive.  Raises DriveError if one cannot be read.

    What an interrupted run left may be unreadable, if nothing runs from it: it is removed anyway.
    """
    tree, lost = {}, {}
    try:
        for name in files.names():
            try:
                tree[name] = files.read(name)
            except OSError as error:
                tree[name] = b""
                lost[name] = error
    except OSError as error:
        lost["its list of files"] = error
    spare = () if deploy_plan.is_pointing(tree) else deploy_plan.leftovers(tree)
    for name in [name for name in lost if name not in spare][:1]:
        reason = (lost[name].strerror or str(lost[name])).lower()
        raise DriveError(f"the drive is damaged, cannot read {name} ({reason}): {_REPAIR}")
    return tree


def shadows(present: Iterable[str], target: Iterable[str]) -> list[str]:
    """Files that CircuitPython would take in place of the target's.

    It looks in the root before lib/, for a folder before a .py before an .mpy, and for code.txt
    before code.py.
    """
    names = [name for name in present if not name.startswith(deploy_plan.NEXT)]
    found = [name for name in names if name == "code.txt"]
    for module in sorted({_module(name) for name in target if name.startswith("lib/")}):
        path, _, suffix = module.rpartition(".")
        stem = path.removeprefix("lib/") if suffix == "py" else module.removeprefix("lib/")
        found += [n for n in names if n in (f"{stem}.py", f"{stem}.mpy")]
        found += [n for n in names if n.startswith(f"{stem}/")]
        if suffix == "py":
            found += [n for n in names if n.startswith(f"lib/{stem}/")]
    return found


def _module(name: str) -> str:
    return "/".join(PurePosixPath(name).parts[:2])


def unshadowed(present: Iterable[str], target: Iterable[str]) -> None:
    """Raises DriveError if something on the drive would be taken in place of the firmware."""
    found = shadows(present, target)
    if found:
        more = f" and {len(found) - 3} more" if len(found) > 3 else ""
        raise DriveError(
            f"{', '.join(found[:3])}{more} on the drive would be taken in place of the "
            "firmware's own: remove or rename it"
        )


def room(
    files: Files, steps: Sequence[deploy_plan.Step], present: Mapping[str, bytes]
) -> tuple[int, int] | None:
    """Bytes needed at the worst moment, and free; None where the drive does not tell.

    Raises DriveError if it is too little.
    """
    space = files.space()
    if space is None:
        return None
    sizes = {name: len(data) for name, data in present.items()}
    needed = deploy_room.peak(steps, sizes, space.cluster)
    if needed > space.free:
        lacking = (needed - space.free) * space.cluster
        raise DriveError(
            f"the drive is too full: {needed * space.cluster:,} bytes are needed while files are "
            f"replaced, {lacking:,} more than are free: remove files of yours, and empty its bin"
        )
    return needed * space.cluster, space.free * space.cluster


def user_settings(present: Tree) -> tuple[str, list[str]]:
    """The user's settings.toml and the lines to add for keys that it lacks.

    Raises DriveError if the firmware would refuse the file.
    """
    if SETTINGS not in present:
        return "", []
    try:
        text = present[SETTINGS].decode("utf-8")
    except UnicodeDecodeError as error:
        raise DriveError(
            f"{SETTINGS} on the drive is no text: remove it, and the defaults are written"
        ) from error
    _, problems = settings.parse(text)
    if problems:
        raise DriveError(
            f"the firmware would refuse the drive's settings: {problems[0]}: change that line, "
            "or remove the file for the defaults"
        )
    return text, [_line(setting) for setting in settings.SETTINGS if not _has(text, setting.key)]


def _has(text: str, key: str) -> bool:
    return any(line.partition("=")[0].strip() == key for line in text.split("\n"))


def _line(setting: settings.Setting) -> str:
    quote = "" if settings.is_number(setting) else '"'
    value = f"{setting.key} = {quote}{setting.default}{quote}"
    return f"# {setting.meaning}: {settings.describe(setting)}\n{value}\n"
