"""Draws the guide's pictures from the exported meshes."""

from __future__ import annotations

import os
from pathlib import Path

from hardware.mechanics.params import Params
from hardware.mechanics.render import draw
from hardware.mechanics.scenes import SCENES
from hardware.mechanics.stage import loader


def write_all(p: Params, parts: Path, folder: Path) -> list[Path]:
    """Draw every scene; a picture takes its place only when it is whole."""
    folder.mkdir(parents=True, exist_ok=True)
    return [write_one(p, parts, folder, name) for name in SCENES]


def write_one(p: Params, parts: Path, folder: Path, name: str) -> Path:
    """Draw one scene by its name."""
    path = folder / f"{name}.png"
    scratch = folder / f".{name}.tmp"
    image = draw(*SCENES[name](p, loader(parts)))
    image.quantize(160).save(scratch, "PNG", optimize=True)
    os.replace(scratch, path)
    return path
