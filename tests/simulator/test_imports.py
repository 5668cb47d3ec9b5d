"""The import wall: a simulated pin cannot know the rules."""

import ast
from pathlib import Path

import arbiter_sim

PACKAGE = Path(arbiter_sim.__file__).parent
# Hands hold pieces, names name them, a box is wired as the firmware's pin map says, and a
# Monte-Carlo run judges by the firmware's own windows.
MAY_IMPORT_ARBITER = {"box.py", "hands.py", "montecarlo.py", "names.py", "scenario/commands.py"}
# They only read what left a box, or run the firmware elsewhere.
NOT_SIMULATED = ("recorder", "emulated", "drive")


def importers():
    """The files of the simulated board that import the arbiter's own modules."""
    for file in PACKAGE.rglob("*.py"):
        inside = file.relative_to(PACKAGE)
        if inside.parts[0] in NOT_SIMULATED:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            if any(name.partition(".")[0] == "arbiter" for name in names):
                yield inside.as_posix()


def test_only_what_handles_pieces_imports_the_arbiter():
    assert set(importers()) == MAY_IMPORT_ARBITER
