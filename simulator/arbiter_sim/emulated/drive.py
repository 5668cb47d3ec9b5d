"""The firmware folder as the FAT image that CircuitPython would find in its flash."""

from __future__ import annotations

import os
import shutil
import tempfile
from importlib.util import find_spec
from pathlib import Path

from folder2uf2 import FatBuilder, Geometry, build_tree

from ..errors import SimulationError

# Of a Pico: CIRCUITPY_FIRMWARE_SIZE (1020 KB) and 4 KB of nvm, then the drive up to 2 MB.
START = 0x100000
_BYTES = 0x100000
_SECTOR = 512
_LIBRARY = "neopixel"  # the one library of the drive that is not built into CircuitPython
_EPOCH = 315_532_800  # 1980-01-01, where FAT begins: the same folder gives the same bytes


def image(firmware: Path, replaced: dict[str, str]) -> bytes:
    """The drive of a firmware folder; `replaced` gives the texts of files in place of its own.

    Adafruit's neopixel is added as deploying would, if the folder has none.
    """
    with tempfile.TemporaryDirectory() as temporary:
        drive = Path(temporary) / "drive"
        shutil.copytree(firmware, drive, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        _add_library(drive)
        for name, text in replaced.items():
            (drive / name).write_text(text, encoding="utf-8")
        return _fat(drive)


def _add_library(drive: Path) -> None:
    target = drive / "lib" / f"{_LIBRARY}.py"
    spec = find_spec(_LIBRARY)
    if spec is None or spec.origin is None:
        raise SimulationError(
            f"{_LIBRARY} is not installed: pip install adafruit-circuitpython-neopixel"
        )
    if not target.exists():
        target.parent.mkdir(exist_ok=True)
        shutil.copy(spec.origin, target)


def _fat(drive: Path) -> bytes:
    for path in drive.rglob("*"):
        os.utime(path, (_EPOCH, _EPOCH))
    builder = FatBuilder(Geometry(_BYTES // _SECTOR), volume_id=0, build_ts=_EPOCH)
    builder.layout(build_tree(str(drive), build_ts=_EPOCH))
    return bytes(builder.image)
