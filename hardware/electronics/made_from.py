"""From which content each picture was made, so that one which is older than its source is seen."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from hardware.electronics.paths import BOARD, ELECTRONICS, OUT, SCHEMATIC
from hardware.electronics.sexp import write_whole

RECORD = OUT / "made_from.json"
# Each picture and what it shows; a test holds that none is older than its source.
PICTURES = {
    "schematic.pdf": SCHEMATIC,
    "schematic.svg": SCHEMATIC,
    "board_top.png": BOARD,
    "board_bottom.png": BOARD,
    "harness.svg": OUT / "harness.yml",
    "harness.png": OUT / "harness.yml",
    "stripboard.svg": ELECTRONICS / "stripboard.py",
}


def digest(path: Path) -> str:
    """What a file's content is known by."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def is_fresh(name: str) -> bool:
    """Whether a picture is of its present source: KiCad dates them, so none is drawn twice."""
    record = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    return (OUT / name).exists() and record.get(name) == digest(PICTURES[name])


def note() -> None:
    """Write down from which content each picture was made."""
    made = {name: digest(source) for name, source in sorted(PICTURES.items())}
    write_whole(RECORD, json.dumps(made, indent=2) + "\n")
