"""What the guide tells the builder to set and to run is there, under that name."""

from __future__ import annotations

import re

import pytest
from typer.main import get_command

from arbiter import settings
from arbiter_host.cli import app
from hardware.electronics.paths import ROOT

GUIDE = (ROOT / "hardware" / "build_guide.md").read_text(encoding="utf-8")


def rows() -> dict[str, list[str]]:
    """The guide's table of settings: the values for board and stripboard under each key."""
    lines = re.findall(r"(?m)^ *\| `([A-Z_]+)` \| ([^|]+) \| ([^|]+) \|", GUIDE)
    return {key: [board, strip] for key, board, strip in lines}


def test_every_setting_that_the_guide_names_is_the_firmwares():
    named = set(re.findall(r"`([A-Z]+_[A-Z_]+)`", GUIDE))
    assert named <= {setting.key for setting in settings.SETTINGS}


@pytest.mark.parametrize("key", ["OFF_AFTER_MIN", "LOW_SUPPLY_MV", "PIXEL_MA"])
def test_its_values_are_allowed(key):
    assert [settings.check(key, int(value)) for value in rows()[key]] == [None, None]


def test_a_board_with_a_latch_is_told_to_use_it():
    """The firmware's default leaves the power on for ever."""
    on_board, on_stripboard = (int(value) for value in rows()["OFF_AFTER_MIN"])
    assert on_board > 0 == on_stripboard


def test_every_command_of_the_guide_is_one():
    named = set(re.findall(r"`generals-arbiter ([a-z]+)", GUIDE))
    assert {"deploy", "doctor", "console"} <= named
    assert named <= set(get_command(app).commands)
