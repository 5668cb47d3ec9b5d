"""The build without a board: what its strips and links join is what is meant."""

from __future__ import annotations

import pytest

from hardware.electronics import stripboard
from hardware.electronics.paths import OUT
from hardware.electronics.stripboard_picture import draw


def test_the_stripboard_joins_what_is_meant_and_nothing_else():
    assert stripboard.nets() == stripboard.meant()
    assert stripboard.holes_used_twice() == []


@pytest.mark.parametrize("lost", stripboard.CUTS)
def test_a_forgotten_cut_in_a_strip_is_caught(monkeypatch, lost):
    cuts = tuple(cut for cut in stripboard.CUTS if cut != lost)
    monkeypatch.setattr(stripboard, "CUTS", cuts)
    ground_on_both_sides = {3, 13, 18}
    assert (stripboard.nets() == stripboard.meant()) == (lost[0] in ground_on_both_sides)


def test_the_drawing_is_the_sources():
    assert (OUT / "stripboard.svg").read_text("utf-8") == draw(), "run hardware.electronics.build"
