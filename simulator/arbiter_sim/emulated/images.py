"""The CircuitPython image: a file of the user's, never one of ours."""

from __future__ import annotations

import os
import struct
from pathlib import Path

VARIABLE = "CIRCUITPYTHON_UF2"
WHERE = f"give --circuitpython-uf2 FILE or set {VARIABLE}, with CircuitPython's .uf2 for the Pico"

_FLASH = 0x10000000
_BLOCK = 512
_FAMILY = 0xE48BFF56  # RP2040, of the UF2 family list
_MAGIC = (0x0A324655, 0x9E5D5157)
_MAGIC_END = 0x0AB16F30


class NoImage(ValueError):
    """There is no image that can be run; the text is one line that says what to do."""


def given() -> list[Path]:
    """The images named in the environment, several separated as in PATH."""
    return [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]


def load(path: Path, flash: bytearray) -> None:
    """Put an image into flash. Raises NoImage if it is not a CircuitPython for the RP2040."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise NoImage(f"{path}: {error.strerror}: {WHERE}") from error
    if not content or len(content) % _BLOCK:
        raise NoImage(f"{path} is not a UF2 file: {WHERE}")
    for start in range(0, len(content), _BLOCK):
        _load_block(path, content[start : start + _BLOCK], flash)
    if b"CircuitPython" not in content:
        raise NoImage(f"{path} is a UF2 file, but not of CircuitPython: {WHERE}")


def _load_block(path: Path, block: bytes, flash: bytearray) -> None:
    """Copy one block: a header of eight words, up to 476 bytes, a last word (UF2 specification)."""
    first, second, _, address, size, _, _, family = struct.unpack_from("<8I", block)
    (last,) = struct.unpack_from("<I", block, _BLOCK - 4)
    if (first, second) != _MAGIC or last != _MAGIC_END:
        raise NoImage(f"{path} is not a UF2 file: {WHERE}")
    if family != _FAMILY:
        raise NoImage(f"{path} is for another chip than the RP2040: {WHERE}")
    flash[address - _FLASH : address - _FLASH + size] = block[32 : 32 + size]
