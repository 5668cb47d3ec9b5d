"""Which other programs have a device open. Linux tells; elsewhere nobody is found."""

from __future__ import annotations

import os
from pathlib import Path

_PROC = Path("/proc")


def of(device: str) -> list[str]:
    """ "name, pid 77" of each other program that has the device open, as far as we may see."""
    if not device.startswith("/") or not _PROC.is_dir():
        return []
    target = os.path.realpath(device)
    others = (entry for entry in _PROC.iterdir() if entry.name.isdigit())
    return [
        _called(process)
        for process in others
        if int(process.name) != os.getpid() and _has_open(process, target)
    ]


def _has_open(process: Path, target: str) -> bool:
    try:
        return any(os.readlink(fd) == target for fd in (process / "fd").iterdir())
    except OSError:
        return False  # it has just ended, or is another user's


def _called(process: Path) -> str:
    try:
        name = (process / "comm").read_text().strip()
    except OSError:
        name = "a program"
    return f"{name}, pid {process.name}"
