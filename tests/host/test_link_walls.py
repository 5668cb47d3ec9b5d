"""Who may import what among the modules that meet a real box, read from their source."""

from __future__ import annotations

import ast
from pathlib import Path

import arbiter_host

FOLDER = Path(arbiter_host.__file__).parent
# What a person with a real box uses must not need the simulator.
REAL = [
    *(FOLDER / f"{name}.py" for name in ("bench", "boxes", "client", "console", "echo")),
    *(FOLDER / f"{name}.py" for name in ("holders", "service", "service_messages")),
    *(FOLDER / f"{name}.py" for name in ("link_errors", "messages", "panel", "plain", "ports")),
    *(FOLDER / f"{name}.py" for name in ("states", "tell", "transport", "view", "watch")),
    *(FOLDER / "calibration").glob("*.py"),
    *(FOLDER / "logbook").glob("*.py"),
]


def imported(path: Path) -> set[str]:
    """The dotted names of all modules that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_pyserial_is_imported_in_one_file() -> None:
    users = [
        path.name
        for path in FOLDER.rglob("*.py")
        if any(name.split(".")[0] == "serial" for name in imported(path))
    ]
    assert users == ["transport.py"]


def test_a_real_box_needs_no_simulator() -> None:
    for path in REAL:
        sim = [name for name in imported(path) if name.split(".")[0] == "arbiter_sim"]
        assert not sim, path.name
