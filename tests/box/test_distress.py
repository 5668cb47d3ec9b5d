"""What shows that the box cannot run, where the libraries that usually show it may be missing."""

import ast
import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from arbiter import faults
from arbiter.hw import pinout
from arbiter_sim import Box
from arbiter_sim.drive import firmware_folder
from arbiter_sim.errors import FirmwareStopped
from arbiter_sim.modules import system

FIRMWARE = firmware_folder()
LIBRARY = FIRMWARE / "lib"
BUILT_IN = {"board", "digitalio", "microcontroller", "neopixel_write", "os", "storage"} | {
    *("supervisor", "time", "usb_cdc", "usb_hid", "usb_midi")
}
VICTORY_PAIR = [i in (3, 4) for i in range(8)]
SERVICE = sorted((LIBRARY / "arbiter" / "service").glob("[!_]*.py"))
# What a box in play with contacts loads when something happens, in the order of `eventful`.
OPTIONAL = ("resistors", "tags", "divider", "nfc")
PLAY = [
    path
    for path in sorted(LIBRARY.rglob("[!_]*.py"))
    if path not in SERVICE and path.stem not in OPTIONAL
]


def without(tmp_path, path):
    """A drive that lacks a file."""
    drive = tmp_path / "drive"
    shutil.copytree(FIRMWARE, drive, ignore=shutil.ignore_patterns("__pycache__"))
    (drive / path.relative_to(FIRMWARE)).unlink()
    return drive


def blinks(log):
    """How often the victory pair lights up in each round, up to the last whole round."""
    rounds, before_ms = [0], 0
    for ms, pixels in log.frames():
        if [any(colour) for colour in pixels] == VICTORY_PAIR:
            if ms - before_ms > 1000 and rounds[-1]:
                rounds.append(0)
            rounds[-1] += 1
            before_ms = ms
    return rounds[:-1]


def eventful(box):
    """Let most things happen that a box in play can meet."""
    box.at(600, box.press)
    box.insert("red", "flag")
    box.insert("blue", "private")
    box.wait(12_000)


def dotted(path):
    return ".".join(path.relative_to(LIBRARY).with_suffix("").parts)


@pytest.mark.parametrize("path", PLAY, ids=dotted)
def test_a_file_missing_in_lib_is_shown_and_named(tmp_path, path):
    settings = "LOW_SUPPLY_MV = 3300\n" if path.stem in ("rest", "supply", "options") else ""
    if path.stem in ("faults", "outage"):  # which only a box out of order has a use for
        settings = "SETTLE_MS = 5\n"
    replaced = {"settings.toml": settings}
    with Box(without(tmp_path, path), replaced=replaced) as box:
        if path.stem == "store":  # which only a box that keeps something has a use for
            box.nvm[1] = 0
            box.reboot()
        eventful(box)
        assert set(blinks(box.log)[-2:]) == {faults.MISSING_LIBRARY}
        assert re.search(rf"copy the whole drive again: .*\b{path.stem}\b", box.console)
        assert box.tone == 0
        assert box.verdict is None


@pytest.mark.parametrize("path", SERVICE, ids=dotted)
def test_a_file_that_service_mode_misses_is_named_too(tmp_path, path):
    readers = {"calibration": "resistors", "registry": "nfc"}
    settings = f'READER = "{readers.get(path.stem, "contacts")}"\n'
    with Box(without(tmp_path, path), button=True, replaced={"settings.toml": settings}) as box:
        box.wait(9_000)
        assert faults.MISSING_LIBRARY in blinks(box.log)
        assert re.search(rf"copy the whole drive again: .*\b{path.stem}\b", box.console)


@pytest.mark.parametrize(
    ("path", "reader"),
    [("resistors", "resistors"), ("hw/divider", "resistors"), ("tags", "nfc"), ("hw/nfc", "nfc")],
)
def test_a_reader_without_its_library_is_named_on_both_ports(tmp_path, path, reader):
    drive = without(tmp_path, LIBRARY / "arbiter" / f"{path}.py")
    with Box(drive, replaced={"settings.toml": f'READER = "{reader}"\n'}) as box:
        box.wait(9_000)
        assert set(blinks(box.log)) == {faults.MISSING_LIBRARY}
        missing = "arbiter." + path.replace("/", ".")
        assert missing in box.console
        assert missing in box.events[-1]["text"]


def test_an_old_circuitpython_is_shown_and_named(monkeypatch):
    monkeypatch.setattr(system, "VERSION", (8, 2, 10))
    with Box() as box:
        box.wait(10_000)
        assert blinks(box.log) == [faults.OLD_CIRCUITPYTHON] * 2
        assert "the arbiter needs CircuitPython 9 or 10\r\n" in box.console


def test_nobody_needs_to_read_the_console(tmp_path):
    drive = without(tmp_path, LIBRARY / "arbiter" / "rules.py")
    with Box(drive, replaced={"settings.toml": "SEALED = 1\n"}) as box:
        box.wait(9_000)
        assert set(blinks(box.log)) == {faults.MISSING_LIBRARY}


def test_safe_mode_is_shown_by_a_steady_light():
    """CircuitPython runs safemode.py in place of boot.py and code.py, and ends with it."""
    safemode = (FIRMWARE / "safemode.py").read_text()
    with Box(replaced={"boot.py": "", "code.py": safemode}) as box:
        with pytest.raises(FirmwareStopped, match="ran to its end"):
            box.wait(100)
        box.wait(5_000)
        assert [any(colour) for colour in box.pixels] == VICTORY_PAIR
        assert len(box.log.frames()) == 1


# They stand for MicroPython's own: what a Pin is told to be is said, and no time passes.
MACHINE = """
class Pin:
    OUT = "out"

    def __init__(self, name, way):
        print("pin", name, way)

    def value(self, level):
        print("level", level)
"""
TIME = """
def sleep(seconds):
    print("sleep", seconds)
"""
BLINK = ["level 1", "sleep 0.25", "level 0", "sleep 0.25"]


def test_micropython_is_told_what_the_board_needs(tmp_path):
    program = Path(sysconfig.get_path("scripts")) / "micropython"
    if not program.exists():
        pytest.skip("the micropython program is not installed")
    (tmp_path / "machine.py").write_text(MACHINE)
    (tmp_path / "time.py").write_text(TIME)
    command = [program, FIRMWARE / "main.py"]
    env = {**os.environ, "MICROPYPATH": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as run:
        said = [run.stdout.readline().strip() for _ in range(3 + len(BLINK) * faults.MICROPYTHON)]
        run.terminate()
    pin, message, *blinks, pause = said
    assert pin == "pin LED out"
    assert message.startswith("the arbiter needs CircuitPython 9 or 10, and this is MicroPython")
    assert blinks == BLINK * faults.MICROPYTHON
    assert pause == "sleep 1.5"


# The literals of programs that cannot ask the library.


def tree(name):
    return ast.parse((FIRMWARE / name).read_text(encoding="utf-8"))


def pins(name):
    """The board's pins that a file names."""
    nodes = [node for node in ast.walk(tree(name)) if isinstance(node, ast.Attribute)]
    return {node.attr for node in nodes if getattr(node.value, "id", None) == "board"}


def literal(name, constant):
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) == constant:
            return ast.literal_eval(node.value)
    raise KeyError(constant)


def test_their_pins_are_those_of_the_map():
    assert pins("boot.py") == {f"GP{pinout.BUTTON}"}
    assert pins("distress.py") == {f"GP{pinout.PIXELS}", "LED"}


@pytest.mark.parametrize("name", ["MISSING_LIBRARY", "OLD_CIRCUITPYTHON"])
def test_their_numbers_are_those_of_the_faults(name):
    assert literal("distress.py", name) == getattr(faults, name)


@pytest.mark.parametrize("name", ["boot.py", "distress.py", "safemode.py"])
def test_they_need_nothing_of_lib(name):
    nodes = list(ast.walk(tree(name)))
    modules = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    assert modules <= BUILT_IN | {"distress"}
