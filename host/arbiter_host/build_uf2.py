"""UF2 files: CircuitPython's is read and checked, ours are written.

A UF2 is blocks of 512 bytes: a header of eight words, up to 476 bytes for flash, a last word
(github.com/microsoft/uf2).  The boot loader of a Pico starts the new program when it has all
blocks of a file, by their numbers.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable
from typing import NamedTuple

FLASH = 0x10000000
BLOCK, PAYLOAD = 512, 256
_ERASE = 4096  # what a flash erases at once
_MAGIC, _MAGIC_END = (0x0A324655, 0x9E5D5157), 0x0AB16F30
_HAS_FAMILY = 0x2000
RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59
# A block of this family goes before the RP2350's own, against its erratum E10.
_ABSOLUTE = 0xE48BFF57
_BANNER = re.compile(rb"CircuitPython (\d+)\.(\d+)\.([\w.+-]+) on [\d-]+; ([ -~]+?) with (\w+)\0")
OLDEST = 9


class Board(NamedTuple):
    """A board's name in CircuitPython and ours, its UF2 family, and where its drive is in flash.

    From CircuitPython's ports/raspberrypi: CIRCUITPY_FIRMWARE_SIZE (1020 KB) and 4 KB of nvm, then
    the drive up to the end of the flash.
    """

    name: str
    short: str
    family: int
    start: int
    end: int


BOARDS = (
    Board("Raspberry Pi Pico", "pico", RP2040, FLASH + 0x100000, FLASH + 0x200000),
    Board("Raspberry Pi Pico 2", "pico2", RP2350, FLASH + 0x100000, FLASH + 0x400000),
)


class WrongFile(ValueError):
    """Not a CircuitPython that our firmware runs on; the text says why."""


class Runtime(NamedTuple):
    """A CircuitPython: for which board, its version, its blocks as (address, bytes), and those
    blocks that must stand before them as they are."""

    board: Board
    version: str
    blocks: list[tuple[int, bytes]]
    first: bytes


class _Header(NamedTuple):
    """A block's eight words; `number` of `total` counts within the family."""

    magic_0: int
    magic_1: int
    flags: int
    address: int
    size: int
    number: int
    total: int
    family: int


def read_runtime(content: bytes) -> Runtime:
    """A CircuitPython's UF2.  Raises WrongFile for anything that is not one for these boards."""
    if not content or len(content) % BLOCK:
        raise WrongFile("not a UF2 file, or cut short: it is no whole number of blocks")
    raw = [content[start : start + BLOCK] for start in range(0, len(content), BLOCK)]
    headers = [_header(block) for block in raw]
    first = b"".join(b for b, h in zip(raw, headers, strict=True) if h.family == _ABSOLUTE)
    own = [(h, b) for h, b in zip(headers, raw, strict=True) if h.family != _ABSOLUTE]
    blocks = [(header.address, block[32 : 32 + header.size]) for header, block in own]
    board, version = _identify(b"".join(data for _, data in blocks))
    _check(board, [header for header, _ in own])
    return Runtime(board, version, blocks, first)


def _header(block: bytes) -> _Header:
    header = _Header(*struct.unpack_from("<8I", block))
    (last,) = struct.unpack_from("<I", block, BLOCK - 4)
    if (*header[:2], last) != (*_MAGIC, _MAGIC_END) or header.size > 476:
        raise WrongFile("not a UF2 file, or damaged: a block lacks its marks")
    return header


def _identify(flash: bytes) -> tuple[Board, str]:
    banner = _BANNER.search(flash)
    if banner is None:
        raise WrongFile("a UF2 file, but not of CircuitPython")
    major, minor, rest, name, _ = (part.decode("ascii") for part in banner.groups())
    version = f"{major}.{minor}.{rest}"
    board = next((board for board in BOARDS if board.name == name), None)
    if board is None:
        known = " and ".join(board.name for board in BOARDS)
        raise WrongFile(f"CircuitPython {version} for the {name}; the box takes {known}")
    if int(major) < OLDEST:
        raise WrongFile(f"CircuitPython {version}; the firmware needs 9 or 10")
    return board, version


def _check(board: Board, headers: list[_Header]) -> None:
    """That all blocks are there, for this board, and none in the drive's place."""
    for number, header in enumerate(headers):
        if not header.flags & _HAS_FAMILY or header.family != board.family:
            raise WrongFile(f"a block is for another chip than the {board.name}'s")
        if (header.number, header.total) != (number, len(headers)):
            raise WrongFile(f"cut short or damaged: block {number} of {len(headers)} is missing")
        if not FLASH <= header.address <= board.start - header.size:
            raise WrongFile(f"a block lies at {header.address:#x}, where the drive is")


def drive_blocks(board: Board, image: bytes) -> list[tuple[int, bytes]]:
    """A drive's image as blocks, in whole units of what the flash erases."""
    image = image + bytes(-len(image) % _ERASE)
    starts = range(0, len(image), PAYLOAD)
    return [(board.start + start, image[start : start + PAYLOAD]) for start in starts]


def written(board: Board, blocks: list[tuple[int, bytes]], first: bytes = b"") -> bytes:
    """The UF2 of these blocks."""
    return first + b"".join(
        struct.pack(
            "<8I476sI",
            *_Header(*_MAGIC, _HAS_FAMILY, address, len(data), number, len(blocks), board.family),
            data,
            _MAGIC_END,
        )
        for number, (address, data) in enumerate(blocks)
    )


def region(content: bytes, start: int, end: int) -> bytes:
    """What a UF2 puts into flash from `start` to `end`; bytes that it does not set are zero."""
    flash = bytearray(end - start)
    for address, data in _all_blocks(content):
        if start <= address < end:
            flash[address - start : address - start + len(data)] = data
    return bytes(flash)


def _all_blocks(content: bytes) -> Iterable[tuple[int, bytes]]:
    for start in range(0, len(content), BLOCK):
        block = content[start : start + BLOCK]
        header = _header(block)
        if header.family != _ABSOLUTE:
            yield header.address, block[32 : 32 + header.size]
