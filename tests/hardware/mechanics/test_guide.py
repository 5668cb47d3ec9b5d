"""The pages of the guide: their pictures are there and fresh, their links and figures hold."""

from __future__ import annotations

import re
import tomllib

import pytest

from arbiter import pieces
from hardware.mechanics import params, sources
from hardware.mechanics.catalogue import PARTS

HARDWARE = sources.HERE.parent
PAGES = ("README.md", "build_guide.md", "sensing.md")
WIRING = HARDWARE / "electronics" / "out" / "wiring.md"


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_file(page):
    text = (HARDWARE / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert links
    assert [link for link in links if not (HARDWARE / link).exists()] == []


def test_every_mechanical_picture_is_shown_somewhere():
    text = "".join((HARDWARE / page).read_text(encoding="utf-8") for page in PAGES)
    unused = [p.name for p in sources.PICTURES.glob("*.png") if f"pictures/{p.name}" not in text]
    assert unused == []


def test_the_pictures_are_newer_than_their_sources(p):
    assert sources.stamped(sources.PICTURES) == sources.of_pictures(p), (
        "python -m hardware.mechanics pictures"
    )


def test_the_guide_counts_rightly():
    text = (HARDWARE / "build_guide.md").read_text(encoding="utf-8")
    bodies = next(part.count for part in PARTS if part.name == "body")
    assert bodies == 2 * sum(pieces.COUNTS) + 1
    assert f"**N35** | {3 * bodies} |" in text


def test_a_slots_cable_is_the_boards():
    """The ways of the box's plug against the board's wiring table, for both slots."""
    names = {"common (ground)": "GND", "ground": "GND", "VS, supply of Hall switches": "VS"}
    rows = [line.split(" | ") for line in WIRING.read_text(encoding="utf-8").splitlines()]
    outline = tomllib.loads(params.BOARD.read_text(encoding="utf-8"))["slot_connector"]["pins"]
    for connector in ("| J2 Red slot", "| J3 Blue slot"):
        carried = [row[3].removeprefix("contact ") for row in rows if row[0] == connector]
        assert [names.get(name, name) for name in carried] == outline
