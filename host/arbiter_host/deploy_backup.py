"""Copies of a drive on this computer, as zip files: one a copy, named by board and time."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from arbiter_host import drive_zip
from arbiter_host.drive_content import Tree
from arbiter_host.drive_errors import DriveError

KEPT = 20  # copies of one board, of some 100 KB each


def folder(uid: str) -> Path:
    """Where the copies of a board's drive are kept."""
    return _data_folder() / "generals-arbiter" / "backups" / (uid or "unknown-board")


def new_name(uid: str) -> Path:
    """A name for a copy made now; it sorts after all older ones."""
    return folder(uid) / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.zip"


def latest(uid: str) -> Path:
    """The newest copy of a board's drive."""
    copies = sorted(folder(uid).glob("*.zip"))
    if not copies:
        raise DriveError(f"no backup in {folder(uid)}: give the FILE of one")
    return copies[-1]


def keep(uid: str, tree: Tree) -> Path:
    """Write a copy to the usual place, and let go of the oldest ones."""
    path = new_name(uid)
    drive_zip.save(path, tree)
    for old in sorted(folder(uid).glob("*.zip"))[:-KEPT]:
        old.unlink()
    return path


def _data_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
