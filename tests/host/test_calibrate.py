"""`calibrate` against a served box in service mode: whole calibrations, and all that disturbs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter import pieces
from host.calibrated import Calibrated
from host.served import Served

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
PIECES_OF_AN_ARMY = sum(pieces.COUNTS)


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    return tmp_path / "memory.json"


def bench(folder: Path, monkeypatch: pytest.MonkeyPatch, reader: str) -> Served:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return Served(folder, "--speed", "40", "--service", "--reader", reader)


@pytest.fixture
def contacts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    with bench(tmp_path, monkeypatch, "contacts") as box:
        yield box


@pytest.fixture
def resistors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    with bench(tmp_path, monkeypatch, "resistors") as box:
        yield box


@pytest.fixture
def tags(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    with bench(tmp_path, monkeypatch, "nfc") as box:
        yield box


def test_all_resistors_are_measured_and_drawn(
    resistors: Served, memory: Path, tmp_path: Path
) -> None:
    target = tmp_path / "levels.svg"
    with Calibrated(resistors, memory, "--json", "-o", str(target)) as person:
        person.obey(2 * len(pieces.KINDS))
        report = person.report()
        assert person.end() == 0
    assert (report["reader"], report["ready"], report["to_do"]) == ("resistors", True, [])
    for slot in ("red", "blue"):
        rows = report["slots"][slot]
        assert [row["piece"] for row in rows] == list(pieces.NAMES)
        assert all(row["margin_lsb"] > 20 and row["spread_lsb"] <= 20 for row in rows)
        assert all(row["level_mv"] == round(row["level_lsb"] * 3300 / 4096) for row in rows)
    assert target.read_text().count("<circle") == 2 * len(pieces.KINDS)


def test_all_tags_are_registered(tags: Served, memory: Path) -> None:
    with Calibrated(tags, memory, "--json") as person:
        person.obey(2 * PIECES_OF_AN_ARMY)
        report = person.report()
        assert person.end() == 0
    for slot in ("red", "blue"):
        army = report["slots"][slot]
        assert [len(army[name]) for name in pieces.NAMES] == list(pieces.COUNTS)
    every = [tag for army in report["slots"].values() for tags_ in army.values() for tag in tags_]
    assert len(set(every)) == 2 * PIECES_OF_AN_ARMY
