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
NVM_START = START - 4096
_BYTES = 0x100000
_SECTOR = 512
# The libraries of the drive that are not built into CircuitPython, and who has them.
_LIBRARIES = {
    "neopixel": "adafruit-circuitpython-neopixel",
    "adafruit_pn532": "adafruit-circuitpython-pn532",
}
_UNWANTED = shutil.ignore_patterns("__pycache__", ".*")
_EPOCH = 315_532_800  # 1980-01-01, where FAT begins: the same folder gives the same bytes


def image(firmware: Path, replaced: dict[str, str]) -> bytes:
    """The drive of a firmware folder; `replaced` gives the texts of files in place of its own.

    Adafruit's libraries are added as deploying would, if the folder has none.
    """
    with tempfile.TemporaryDirectory() as temporary:
        drive = Path(temporary) / "drive"
        shutil.copytree(firmware, drive, ignore=_UNWANTED)
        for library in _LIBRARIES:
            _add_library(drive, library)
        for name, text in replaced.items():
            (drive / name).write_text(text, encoding="utf-8")
        return _fat(drive)


def _add_library(drive: Path, library: str) -> None:
    spec = find_spec(library)
    if spec is None or spec.origin is None:
        raise SimulationError(f"{library} is not installed: pip install {_LIBRARIES[library]}")
    is_package = bool(spec.submodule_search_locations)
    target = drive / "lib" / (library if is_package else f"{library}.py")
    if target.exists():
        return
    target.parent.mkdir(exist_ok=True)
    if is_package:
        shutil.copytree(Path(spec.origin).parent, target, ignore=_UNWANTED)
    else:
        shutil.copy(spec.origin, target)


def _fat(drive: Path) -> bytes:
    for path in drive.rglob("*"):
        os.utime(path, (_EPOCH, _EPOCH))
    builder = FatBuilder(Geometry(_BYTES // _SECTOR), volume_id=0, build_ts=_EPOCH)
    builder.layout(build_tree(str(drive), build_ts=_EPOCH))
    return bytes(builder.image)
