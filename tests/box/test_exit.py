"""However the program ends, the box is silent; it starts again and repeats no verdict."""

import re
import shutil

import pytest

from arbiter import pieces
from arbiter_sim import Box, FirmwareStopped
from arbiter_sim.drive import firmware_folder
from box.battles import example_of

DARK = ((0, 0, 0),) * 8
VICTORY_PAIR = [i in (3, 4) for i in range(8)]
# The instant falls into each state in turn: asleep, waiting, deliberating, verdict, Taps, spent.
INSTANTS_MS = (100, 800, 2500, 5500, 12_000, 24_000)


def start_battle(box, cls="red-captures"):
    red, blue = example_of(cls)
    box.at(500, lambda: box.insert("red", red))
    box.at(1000, lambda: box.insert("blue", blue))


@pytest.mark.parametrize("instant_ms", INSTANTS_MS)
def test_ctrl_c_silences_the_box_and_shows_that_it_is_out_of_play(instant_ms):
    with Box() as box:
        start_battle(box)
        box.wait(instant_ms)
        box.interrupt()
        with pytest.raises(FirmwareStopped, match="ran to its end"):
            box.wait(100)
        before = box.verdict
        box.wait(10_000)
        assert [any(colour) for colour in box.pixels] == VICTORY_PAIR
        assert box.tone == 0
        assert box.verdict == before


@pytest.fixture
def broken(tmp_path):
    """A drive whose program fails at the verdict."""
    drive = tmp_path / "drive"
    shutil.copytree(firmware_folder(), drive)
    rules = drive / "lib" / "arbiter" / "rules.py"
    rules.write_text(rules.read_text().replace("_VERDICTS[_TABLE", "_VERDICTS[99 + _TABLE"))
    return drive


def crash(box, red="Colonel"):
    box.insert("red", red)
    box.insert("blue", "Major")
    with pytest.raises(FirmwareStopped, match="IndexError"):
        box.wait(5000)


@pytest.mark.parametrize("red", pieces.KINDS)
def test_a_bug_at_the_verdict_leaves_all_dark_and_its_traceback_tells_no_rank(broken, red):
    with Box(firmware=broken) as box:
        crash(box, pieces.name(red))
        assert box.pixels == DARK
        assert box.tone == 0
        # The traceback has file names, line numbers and function names, and no values.
        assert "IndexError" in box.console
        told = re.sub(r'File "[^"]*", line \d+', "", box.console)
        assert not re.search(r"\d", told)
        assert not any(name in told for name in pieces.NAMES)


def test_after_a_crash_it_starts_again_says_so_and_judges_nothing_it_finds(broken):
    with Box(firmware=broken) as box:
        crash(box)
        crashed = len(box.log.frames())
        box.wait(2400)
        lit = [[any(colour) for colour in px] for _, px in box.log.frames()[crashed:]]
        assert lit.count(VICTORY_PAIR) == 4
        assert {
            "event": "fault",
            "number": 4,
            "text": "the program had to start again",
        } in box.events
        box.wait(5000)
        assert box.state == "void"
        box.lift("red")
        box.lift("blue")
        box.wait(500)
        assert box.state == "asleep"


def test_a_box_that_hangs_is_reset_by_its_watchdog_and_says_so(tmp_path):
    drive = tmp_path / "drive"
    shutil.copytree(firmware_folder(), drive)
    app = drive / "lib" / "arbiter" / "app.py"
    hanging = "self._converse(effect)\n        if self._session.battles:\n            return 60_000"
    app.write_text(app.read_text().replace("self._converse(effect)", hanging, 1))
    with Box(firmware=drive) as box:
        start_battle(box)
        box.wait(4500)
        assert box.verdict == "red-captures"
        box.wait(12_000)
        assert box.state == "void"
        assert [e["number"] for e in box.events if e.get("event") == "fault"] == [4]
        assert [e["class"] for e in box.events if e.get("event") == "verdict"] == ["red-captures"]


@pytest.mark.parametrize("restart", ["reload", "reset"])
@pytest.mark.parametrize("instant_ms", INSTANTS_MS[2:])
def test_a_restart_with_pieces_in_the_slots_judges_nothing_until_they_are_out(restart, instant_ms):
    with Box() as box:
        start_battle(box)
        box.wait(instant_ms)
        before = box.verdict
        getattr(box, restart)()
        box.wait(6000)
        assert box.state == "void"
        assert any(map(any, box.pixels))
        assert box.verdict == before
        box.lift("red")
        box.lift("blue")
        box.wait(500)
        assert box.state == "asleep"
        start_battle(box, "tie")
        box.wait(6000)
        assert box.verdict == "tie"


def test_power_that_comes_with_the_pieces_starts_a_battle():
    """A box that a piece switches on finds that piece already there."""
    with Box() as box:
        red, blue = example_of("blue")
        box.insert("red", red)
        box.insert("blue", blue)
        box.wait(3500)
        assert box.verdict == "blue"
