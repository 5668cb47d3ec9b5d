"""The files that are given to people: right, refused where wrong, and the same bytes every time."""

from __future__ import annotations

import hashlib
import struct
import time
import tomllib
from pathlib import Path

import pytest

from arbiter_host import build, build_fat, build_uf2, drive_content, drive_zip
from arbiter_host.build_uf2 import BOARDS, FLASH, RP2040, RP2350, Board, WrongFile
from arbiter_host.drive_errors import DriveError
from host import drives

PICO, PICO2 = BOARDS
ROOT = Path(__file__).resolve().parents[2]


def circuitpython(
    board: Board = PICO, version: str = "10.0.0", name: str | None = None, blocks: int = 40
) -> bytes:
    """A UF2 as CircuitPython's, as far as build looks at it."""
    banner = f"Adafruit CircuitPython {version} on 2025-10-01; {name or board.name} with rp2\0"
    flash = bytes(1000) + banner.encode()
    flash = flash.ljust(blocks * 256, b"\xaa")
    starts = range(0, len(flash), 256)
    return build_uf2.written(board, [(FLASH + s, flash[s : s + 256]) for s in starts])


def changed(content: bytes, block: int, word: int, value: int) -> bytes:
    """A UF2 with one word of one block's header changed."""
    raw = bytearray(content)
    struct.pack_into("<I", raw, block * 512 + word * 4, value)
    return bytes(raw)


def test_the_files_hold_the_drive(tmp_path: Path) -> None:
    image = tmp_path / "cp.uf2"
    image.write_bytes(circuitpython())
    tree = drives.tree()
    made = build.build(tree, tmp_path, image)
    version = drive_content.version(tree)
    stem = f"generals-arbiter-{version}"
    assert [path.name for path in made] == [
        f"{stem}.zip",
        f"{stem}-drive-pico.uf2",
        f"{stem}-drive-pico2.uf2",
        f"{stem}-pico-circuitpython-10.0.0.uf2",
    ]
    assert drive_zip.load(made[0]) == tree
    for path, board in zip(made[1:], (PICO, PICO2, PICO), strict=True):
        flash = build_uf2.region(path.read_bytes(), board.start, board.end)
        assert build_fat.files(flash, len(flash)) == tree
    assert {path.name for path in tmp_path.iterdir()} == {p.name for p in (*made, image)}


def test_the_drive_is_whole_and_has_its_libraries_as_source() -> None:
    tree = drives.tree()
    assert {"boot.py", "code.py", "settings.toml", "lib/neopixel.py"} < set(tree)
    assert {name for name in tree if name.startswith("lib/adafruit_pn532/")} == {
        f"lib/adafruit_pn532/{name}.py" for name in ("__init__", "adafruit_pn532", "i2c")
    }
    assert b"class NeoPixel" in tree["lib/neopixel.py"]
    assert not [name for name in tree if "__pycache__" in name or name.endswith(".mpy")]


def test_the_pinned_libraries_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for library in drive_content.LIBRARIES:
        assert f"{library.package}=={library.version}" in project["dependencies"]


def test_another_version_of_a_library_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    other = drive_content.LIBRARIES[0]._replace(version="1.2.3")
    monkeypatch.setattr(drive_content, "LIBRARIES", (other,))
    with pytest.raises(DriveError, match=r"the drive needs 1.2.3: pip install .*==1.2.3"):
        drives.tree()


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Asia/Tokyo"])
def test_the_same_input_gives_the_same_bytes(
    tmp_path: Path, zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In any time zone, from files in any order."""
    tree = {"code.py": b"print(1)\n", "lib/a/b.py": b"", "settings.toml": b"A = 1\n"}
    digests = []
    for number, given in enumerate((tree, dict(reversed(tree.items())))):
        monkeypatch.setenv("TZ", zone if number else "UTC")
        time.tzset()
        made = build.build(dict(sorted(given.items())), tmp_path / str(number))
        digests.append([hashlib.sha256(path.read_bytes()).hexdigest() for path in made])
    monkeypatch.undo()
    time.tzset()
    assert digests[0] == digests[1]


def test_what_goes_before_an_rp2350s_blocks_stays_there(tmp_path: Path) -> None:
    """Its boot loader needs a block of the family "absolute" first (erratum E10)."""
    first = build_uf2.written(PICO2._replace(family=0xE48BFF57), [(0x10FFFF00, b"\xef" * 256)])
    image = tmp_path / "cp.uf2"
    image.write_bytes(first + circuitpython(PICO2))
    combined = build.build(drives.tree(), tmp_path, image)[-1].read_bytes()
    assert combined.startswith(first)
    assert build_uf2.region(combined, FLASH, FLASH + 40 * 256) == build_uf2.region(
        image.read_bytes(), FLASH, FLASH + 40 * 256
    )
    numbers = [struct.unpack_from("<2I", combined, s + 20) for s in range(512, len(combined), 512)]
    assert numbers == [(number, len(numbers)) for number in range(len(numbers))]


GOOD = circuitpython()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not a UF2 file"),
        (b"x" * 512, "not a UF2 file"),
        (GOOD[:-100], "no whole number of blocks"),
        (GOOD[:-512], "block 0 of 39 is missing"),
        (GOOD[:512] + GOOD[1024:], "cut short or damaged"),
        (changed(GOOD, 5, 0, 0), "a block lacks its marks"),
        (changed(GOOD, 5, 4, 500), "a block lacks its marks"),
        (changed(GOOD, 5, 7, RP2350), "another chip than the Raspberry Pi Pico's"),
        (changed(GOOD, 5, 2, 0), "another chip than the Raspberry Pi Pico's"),
        (changed(GOOD, 39, 3, PICO.start), "lies at 0x10100000, where the drive is"),
        (circuitpython(PICO._replace(family=RP2350)), "another chip"),
        (circuitpython(PICO2._replace(family=RP2040)), "another chip than the Raspberry Pi Pico 2"),
        (circuitpython(name="Raspberry Pi Pico W"), "for the Raspberry Pi Pico W; the box takes"),
        (circuitpython(version="8.2.10"), "CircuitPython 8.2.10; the firmware needs 9 or 10"),
        (build_uf2.written(PICO, [(FLASH, bytes(256))]), "but not of CircuitPython"),
    ],
)
def test_a_wrong_file_is_refused_with_the_reason(content: bytes, reason: str) -> None:
    with pytest.raises(WrongFile, match=reason):
        build_uf2.read_runtime(content)


def test_a_wrong_file_leaves_nothing_behind(tmp_path: Path) -> None:
    image = tmp_path / "cp.uf2"
    image.write_bytes(GOOD[:-512])
    with pytest.raises(DriveError, match=r"cp.uf2: cut short .* give CircuitPython's .uf2 for"):
        build.build(drives.tree(), tmp_path / "dist", image)
    assert not (tmp_path / "dist").exists()


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(DriveError, match=r"1,048,576 bytes is too small"):
        build_fat.image({"big.bin": bytes(1 << 20)}, PICO.end - PICO.start)


def test_what_reads_back_differently_is_not_given_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As from a disk that forgets."""
    right = build_uf2.region

    def forgetful(*arguments: object) -> bytes:
        return right(*arguments).replace(b"class NeoPixel", b"class neopixel")

    monkeypatch.setattr(build_uf2, "region", forgetful)
    with pytest.raises(DriveError, match=r"drive-pico.uf2: lib/neopixel.py reads back differently"):
        build.build(drives.tree(), tmp_path)
    assert [path.suffix for path in tmp_path.iterdir()] == [".zip"]
