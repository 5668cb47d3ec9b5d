"""The calculations: every figure keeps its limits, and the guide's table is the present one."""

from __future__ import annotations

import re

import pytest

from arbiter.resistors import THRESHOLDS
from hardware.analysis import __main__ as analysis
from hardware.analysis import pixels, supply, windows
from hardware.analysis.result import Result, markdown
from hardware.analysis.spice import FOLDER, SpiceError, measure

NGSPICE = pytest.mark.needs_program("ngspice", "apt install ngspice")


@NGSPICE
def test_every_figure_keeps_its_limits_and_is_in_the_guide():
    found = analysis.all_results()
    assert [line for line in found if not line.holds] == []
    guide = analysis.GUIDE.read_text(encoding="utf-8")
    assert analysis.into_guide(guide, markdown(found)) == guide, "run python -m hardware.analysis"


@NGSPICE
def test_a_deck_without_that_parameter_is_an_error():
    with pytest.raises(SpiceError, match="no parameter volts"):
        measure("piezo.cir", volts=3)


@NGSPICE
def test_a_latch_that_cannot_wake_is_an_error():
    with pytest.raises(SpiceError, match="no figure for t_start"):
        measure("power.cir", vbat=1.5)


def test_each_piece_reads_as_itself_at_its_worst():
    for index, (low, high) in enumerate(windows.windows()[1:-1]):
        assert THRESHOLDS[index] < low < high < THRESHOLDS[index + 1]


def test_parts_of_five_percent_do_not_work(monkeypatch):
    monkeypatch.setattr(windows, "_TOLERANCE", 0.05)
    assert min(windows.margins()) < 0


def test_figures_without_a_simulator_keep_their_limits():
    lines = windows.results() + pixels.results() + supply.pixel_range() + supply.life()
    assert [line for line in lines if not line.holds] == []


def test_the_brightest_frame_is_within_the_budget_at_every_setting():
    for budget in (20, 21, 50, 100, 255, 480):
        limit = budget + pixels.PIXELS * pixels.DARK_MA + 2
        assert max(pixels.current_ma(frame, budget) for frame in pixels.frames()) <= limit


def test_the_firmware_reckons_with_the_same_full_colour():
    assert pixels.lamps_scaling()[1] == pixels.FULL_COLOUR_MA


def test_the_table_goes_between_its_marks_or_nowhere():
    guide = f"a\n{analysis.BEGIN}old\n{analysis.END}z\n"
    assert analysis.into_guide(guide, "new\n") == f"a\n{analysis.BEGIN}\nnew\n\n{analysis.END}z\n"
    with pytest.raises(ValueError, match="lacks its marks"):
        analysis.into_guide("a\n", "new\n")


@pytest.mark.parametrize(
    ("value", "low", "high", "holds"), [(1, 0, 2, True), (3, 0, 2, False), (-1, 0, None, False)]
)
def test_a_limit_is_a_limit(value, low, high, holds):
    assert Result("", "", value, "", low, high).holds is holds


SUFFIX = {"R": 1.0, "k": 1e3, "M": 1e6, "Meg": 1e6, "n": 1e-9, "u": 1e-6, "": 1.0}


def in_si(value: str) -> float:
    number, suffix = re.fullmatch(r"([\d.]+)(\w*)", value).groups()
    return float(number) * SUFFIX[suffix]


@pytest.mark.parametrize("deck", ["power.cir", "contact.cir", "piezo.cir", "buzzer.cir"])
def test_a_decks_parts_have_the_circuits_values(netlist, deck):
    text = (FOLDER / deck).read_text(encoding="utf-8")
    parts = re.findall(r"(?m)^([RC]\d+) \S+ \S+ ([\d.]+\w*)$", text)
    assert len(parts) >= 2
    for ref, value in parts:
        assert in_si(value) == pytest.approx(in_si(netlist.components[ref].value)), ref
