"""Which drives are there, and what CircuitPython says of itself on them."""

from __future__ import annotations

import os
import re
import string
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from arbiter_host.drive_errors import DriveError

BOOT_OUT = "boot_out.txt"
LABEL = "CIRCUITPY"
_LINUX_ROOTS = ("/media", "/run/media", "/mnt")
_MACOS_ROOT = "/Volumes"
_BANNER = re.compile(r"CircuitPython (\d+)\.(\d+)\.(\S+) on [\d-]+; (.+?)\s*$", re.M)
_FIELD = r"^{}:\s*(\S+)\s*$"


class Board(NamedTuple):
    """What boot_out.txt says, which CircuitPython writes at each power-up; "" is not said.

    `release` is (10, 0), or () if the file does not name one; `uid` is also the USB serial number.
    """

    release: tuple[int, ...] = ()
    version: str = ""
    name: str = ""
    board_id: str = ""
    uid: str = ""


class Found(NamedTuple):
    """A drive: where it is mounted, and its board."""

    root: Path
    board: Board


def find(path: Path | None = None, uid: str = "") -> Found:
    """The one drive that is meant: at `path`, else that of the board `uid`, else the only one.

    Raises DriveError with the candidates where there is not exactly one.
    """
    if path is not None:
        return _given(path)
    found = [drive for drive in drives() if not uid or drive.board.uid.upper() == uid.upper()]
    if len(found) == 1:
        return found[0]
    if found:
        listed = "; ".join(f"{drive.root} ({drive.board.uid or 'no UID'})" for drive in found)
        raise DriveError(f"{len(found)} drives: {listed}: choose one with --path FOLDER")
    raise DriveError(
        f"no {LABEL} drive found: connect the box by USB, or give its folder with --path FOLDER"
    )


def drives(mounts: Iterable[Path] | None = None) -> list[Found]:
    """All CircuitPython drives, by their boot_out.txt or, before the first start, their label."""
    found = {}
    for mount in mount_points() if mounts is None else mounts:
        board = board_of(mount)
        if board.version or (_is_labelled(mount) and mount.is_dir()):
            found[mount] = Found(mount, board)
    return [found[mount] for mount in sorted(found)]


def board_of(root: Path) -> Board:
    """What the drive says of its board; an empty Board where it says nothing."""
    try:
        return parse((root / BOOT_OUT).read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return Board()


def parse(text: str) -> Board:
    """The board of a boot_out.txt."""
    banner = _BANNER.search(text)
    if banner is None:
        return Board()
    major, minor, rest, name = banner.groups()
    fields = (re.search(_FIELD.format(key), text, re.M) for key in ("Board ID", "UID"))
    board_id, uid = (match[1] if match else "" for match in fields)
    return Board((int(major), int(minor)), f"{major}.{minor}.{rest}", name, board_id, uid)


def mount_points() -> list[Path]:
    """The folders where a drive may be, on this kind of system."""
    if sys.platform == "win32":
        letters = (Path(f"{letter}:\\") for letter in string.ascii_uppercase)
        return [root for root in letters if root.exists()]
    if sys.platform == "darwin":
        return _inside(Path(_MACOS_ROOT))
    return _linux_mounts(Path("/proc/self/mounts"), [Path(root) for root in _LINUX_ROOTS])


def _linux_mounts(table: Path, roots: list[Path]) -> list[Path]:
    """All that is mounted from a device, and what lies one or two folders below the usual roots."""
    found = {folder for root in roots for folder in (*_inside(root), *_below(root))}
    try:
        lines = table.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        device, point, *_ = line.split()
        if device.startswith("/dev/"):
            found.add(Path(_unescaped(point)))
    return sorted(found)


def _unescaped(point: str) -> str:
    r"""A mount point as the kernel writes it: blanks as \040 (man 5 fstab)."""
    return re.sub(r"\\(\d{3})", lambda match: chr(int(match[1], 8)), point)


def _below(root: Path) -> list[Path]:
    return [folder for user in _inside(root) for folder in _inside(user)]


def _inside(root: Path) -> list[Path]:
    try:
        return [Path(entry) for entry in os.scandir(root) if entry.is_dir()]
    except OSError:
        return []


def _is_labelled(mount: Path) -> bool:
    # A second drive of the same label is mounted as CIRCUITPY1 or "CIRCUITPY 1".
    return re.fullmatch(rf"{LABEL}[ _]?\d*", mount.name) is not None


def _given(path: Path) -> Found:
    if not path.is_dir():
        raise DriveError(f"{path} is no folder: give the folder where {LABEL} is mounted")
    return Found(path, board_of(path))
