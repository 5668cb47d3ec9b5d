"""Says whether what was written is older than what it was made from, by content, not by date.

Next to its output each generator leaves a digest of its sources; git keeps no dates.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from hardware.mechanics.params import Params

HERE = Path(__file__).parent
INSIGNIA = HERE.parent / "insignia"
PARTS = HERE / "parts"
PICTURES = HERE / "pictures"
BOARD = HERE / "board"
STAMP = "sources.sha256"

_MODELS = (
    "params",
    "catalogue",
    "piece",
    "slot",
    "shell",
    "lid",
    "parts",
    "export",
    "mesh",
    "prints",
)
_DRAWING = ("assembly", "solid", "render", "props", "stage", "pictures")
_SCENES = (*_DRAWING, "scenes", "scenes_box", "scenes_piece")


def of_parts(p: Params) -> str:
    """Digest of what the printed parts are made from."""
    return _digest(p, _modules(_MODELS))


def of_pictures(p: Params) -> str:
    """Digest of what the pictures are made from, the exported meshes included."""
    meshes = sorted(PARTS.glob("*.stl"))
    return _digest(p, [*_modules(_SCENES), *sorted(INSIGNIA.glob("*.py")), *meshes])


def of_sheets(p: Params) -> str:
    """Digest of what insignia and playing board are made from."""
    return _digest(p, [*sorted(INSIGNIA.glob("*.py")), *_modules(("board_sheet",))])


def stamp(folder: Path, digest: str) -> None:
    """Leave the digest beside the output."""
    scratch = folder / f".{STAMP}.tmp"
    scratch.write_text(digest + "\n", encoding="ascii")
    os.replace(scratch, folder / STAMP)


def stamped(folder: Path) -> str:
    """The digest that lies beside the output, or nothing."""
    path = folder / STAMP
    return path.read_text(encoding="ascii").strip() if path.exists() else ""


def _modules(names: Iterable[str]) -> list[Path]:
    return [HERE / f"{name}.py" for name in names]


def _digest(p: Params, paths: Iterable[Path]) -> str:
    total = hashlib.sha256(repr(p).encode())
    for path in paths:
        content = path.read_bytes()
        if path.suffix == ".py":
            content = content.replace(b"\r\n", b"\n")
        total.update(path.name.encode() + hashlib.sha256(content).digest())
    return total.hexdigest()
