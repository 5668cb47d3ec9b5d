"""What a calibration must remember that the box does not: one small JSON file for each box."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from arbiter_host.errors import BadInput

_FOLDER = "generals-arbiter"


class Memory:
    """Values by key, each change saved at once, so that a stop at any time loses nothing.

    Raises BadInput for a file that is not ours, OSError for one that cannot be used.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._values: dict[str, Any] = _load(file)

    def get(self, key: str, default: Any) -> Any:
        """What is remembered under a key."""
        return self._values.get(key, default)

    def put(self, key: str, value: Any) -> None:
        """Remember it from now on; None forgets."""
        if self._values.get(key) == value:
            return
        self._values[key] = value
        if value is None:
            del self._values[key]
        self._file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        fresh.write_text(json.dumps(self._values) + "\n", "utf-8")
        fresh.replace(self._file)


def usual_file(name: str) -> Path:
    """Where this system's users keep such files; ``name`` is the box's."""
    return _home() / _FOLDER / f"calibrate-{re.sub('[^A-Za-z0-9]+', '-', name).strip('-')}.json"


def _home() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home()))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")


def _load(file: Path) -> dict[str, Any]:
    if not file.exists():
        return {}
    try:
        values = json.loads(file.read_text("utf-8"))
    except ValueError:
        values = None
    if not isinstance(values, dict):
        raise BadInput(f"{file} is no calibration's memory: give another with --state")
    return values
