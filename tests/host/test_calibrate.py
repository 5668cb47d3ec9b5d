"""`calibrate` against a served box in service mode: whole calibrations, and all that disturbs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter import pieces
from arbiter_host.service import Service
from arbiter_host.service_messages import SLOTS
from host.calibrated import Calibrated
from host.command import Command
from host.served import Served, changed_drive, wait_until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
PIECES_OF_AN_ARMY = sum(pieces.COUNTS)


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    return tmp_path / "memory.json"


def bench(runtime: Path, reader: str) -> Served:
    return Served(runtime, "--speed", "40", "--service", "--reader", reader, uid=reader)


@pytest.fixture
def contacts(runtime: Path) -> Iterator[Served]:
    with bench(runtime, "contacts") as box:
        yield box


@pytest.fixture(scope="module")
def resistor_box(runtime: Path) -> Iterator[Served]:
    with bench(runtime, "resistors") as box:
        yield box


@pytest.fixture(scope="module")
def tag_box(runtime: Path) -> Iterator[Served]:
    with bench(runtime, "nfc") as box:
        yield box


@pytest.fixture
def resistors(resistor_box: Served) -> Served:
    return emptied(resistor_box)


@pytest.fixture
def tags(tag_box: Served) -> Served:
    return emptied(tag_box)


def emptied(served: Served) -> Served:
    """A box with empty slots that has learned nothing."""
    served.do("lift red", "lift blue")
    with Service(served.data) as box:
        wait_until(lambda: box.raw().red_is == box.raw().blue_is == "empty")
        box.reset_factory()
    return served


def test_all_resistors_are_measured_and_drawn(
    resistors: Served, memory: Path, tmp_path: Path
) -> None:
    target = tmp_path / "levels.svg"
    with Calibrated(resistors, memory, "--json", "-o", str(target)) as person:
        person.obey(2 * len(pieces.KINDS))
        report = person.report()
        assert person.end() == 0
    assert (report["reader"], report["ready"], report["to_do"]) == ("resistors", True, [])
    for slot in SLOTS:
        rows = report["slots"][slot]
        assert [row["piece"] for row in rows] == list(pieces.NAMES)
        assert all(row["margin_lsb"] > 20 and row["spread_lsb"] <= 20 for row in rows)
        assert all(row["level_mv"] == round(row["level_lsb"] * 3300 / 4096) for row in rows)
    assert target.read_text().count("<circle") == 2 * len(pieces.KINDS)


def test_levels_of_which_no_windows_can_be_made_are_named(
    runtime: Path, tmp_path: Path, memory: Path
) -> None:
    file = "lib/arbiter/resistors.py"
    drive = changed_drive(tmp_path / "drive", file, "< 4 * GUARD", "< 8 * GUARD")
    options = "--service", "--reader", "resistors", "--speed", "40", "--firmware", str(drive)
    with (
        Served(runtime, *options, uid="NEAR") as box,
        Calibrated(box, memory, "--slot", "red") as person,
    ):
        person.obey(len(pieces.KINDS))
        assert person.end() == 5
    assert "LSB apart: check their resistors; generals-arbiter calibrate --undo" in person.said


def test_all_tags_are_registered(tags: Served, memory: Path) -> None:
    with Calibrated(tags, memory, "--json") as person:
        person.obey(2 * PIECES_OF_AN_ARMY)
        report = person.report()
        assert person.end() == 0
    for slot in SLOTS:
        army = report["slots"][slot]
        assert [len(army[name]) for name in pieces.NAMES] == list(pieces.COUNTS)
    every = [tag for army in report["slots"].values() for tags_ in army.values() for tag in tags_]
    assert len(set(every)) == 2 * PIECES_OF_AN_ARMY


def test_contacts_are_seen_closed_and_open(contacts: Served, memory: Path) -> None:
    with Calibrated(contacts, memory, "--json") as person:
        person.wait_for("Put pieces in")
        for slot in SLOTS:
            show(contacts, person, slot)
        report = person.report()
        assert person.end() == 0
    every = list(range(1, 8))
    assert report["slots"]["red"] == report["slots"]["blue"] == {"closed": every, "open": every}
    assert json.loads(memory.read_text()) == {}


def show(box: Served, person: Calibrated, slot: str) -> None:
    """Three pieces that close all contacts, one after the other."""
    for number, means in enumerate(("5-star General", "4-star General", "3-star General"), 1):
        empty = person.said.count("empty")
        box.do(f"put {slot} {means} in")
        wait_until(lambda n=number: n == seen_in(person.said, slot) or person.process.poll() == 0)
        box.do(f"lift {slot}")
        wait_until(lambda n=empty: person.said.count("empty") > n or person.process.poll() == 0)


def seen_in(said: str, slot: str) -> int:
    """How many pieces it has told of in a slot."""
    lines = [line for line in said.splitlines() if line.startswith(f"{slot}:")]
    return len({line[:20] for line in lines if "General" in line})


def test_contacts_that_never_close_or_open_are_named(contacts: Served, memory: Path) -> None:
    contacts.do("dirty red contact 3", "short red contact 7")
    with Calibrated(contacts, memory, "--slot", "red") as person:
        person.wait_for(". . . . . . 7")
        for times, piece in enumerate(("4-star general", "3-star general"), 2):
            contacts.do(f"put red {piece} in")
            person.wait_for({2: ". 2 . 4 . . 7", 3: "1 . . . . 6 7"}[times])
            contacts.do("lift red")
            person.wait_for(". . . . . . 7", times)
        person.type("q")
        assert person.end() == 5
    assert "To do: red: contact 3 was never seen closed: clean it" in person.said
    assert "To do: red: contact 7 was never seen open: look for a short" in person.said
    assert "blue" not in person.said


def test_a_wrong_piece_is_refused_in_the_boxs_words(resistors: Served, memory: Path) -> None:
    with Calibrated(resistors, memory, "--slot", "red") as person:
        person.wait_for("red: put the 5-star General in")
        resistors.do("put red major in")
        person.wait_for("it reads as Major\nred: take out what is in")
        resistors.do("lift red")
        person.wait_for("red: put the 5-star General in", 2)
        person.type("")
        person.wait_for("the slot is empty")
        person.type("s")
        person.obey(1)
        person.type("q")
        assert person.end() == 5
    assert "To do: red: not measured: 5-star General, 3-star General," in person.said


def test_unplugged_and_stopped_it_goes_on_where_it_was(resistors: Served, memory: Path) -> None:
    with Calibrated(resistors, memory, "--slot", "blue") as person:
        person.obey(2)
        resistors.vanish()
        person.wait_for("link lost (disconnected: check the cable); what was done is kept")
        resistors.appear()
        person.wait_for("the box is in service mode")
        person.wait_for("blue: put the 3-star General in")
        assert person.interrupt() == 130
    assert person.said.endswith("interrupted\n")
    with Calibrated(resistors, memory, "--slot", "blue") as person:
        person.obey(1)
        person.wait_for_question()
        assert person.asked() == ("blue", "2-star General")
        person.type("u")
        person.wait_for("taken back: blue's 3-star General, to be measured again")
        person.obey(1)
        person.type("q")
        assert person.end() == 5
    with Service(resistors.data) as box:
        assert [level is None for level in box.levels("blue")] == [False] * 3 + [True] * 12
    with Calibrated(resistors, memory, "--undo", "--slot", "blue") as person:
        assert person.end() == 0
    with Service(resistors.data) as box:
        assert box.levels("blue") == [None] * 15


def test_double_and_missing_tags_are_found_and_taken_back(tags: Served, memory: Path) -> None:
    with Calibrated(tags, memory, "--slot", "red") as person:
        person.obey(1)
        person.wait_for("put the 4-star General in")
        tags.do("put red 5-star general in")
        person.wait_for("is of red's 5-star General: forget it first\n")
        tags.do("lift red")
        person.wait_for("put the 4-star General in", 2)
        person.type("u")
        person.wait_for("taken back: red's 5-star General, tag 04")
        person.obey(2)
        person.type("u", "u", "u")
        person.wait_for("there is nothing to take back")
        person.obey(1)
        person.type("q")
        assert person.end() == 5
    assert "To do: red: without a tag: 4-star General," in person.said
    assert "Private (x6), Agent (x2), Flag" in person.said
    with Service(tags.data) as box:
        assert len(box.tags()) == 1
    with Calibrated(tags, memory, "--undo") as person:
        assert person.end() == 0
    with Service(tags.data) as box:
        assert box.tags() == {}


def test_a_box_in_play_is_asked_into_service_mode(runtime: Path, memory: Path) -> None:
    with Served(runtime, "--speed", "40") as box:
        with Calibrated(box, memory) as person:
            person.wait_for("the box is in play: unplug it, hold its button, plug it in")
            box.vanish()
            box.do("plug with button")
            person.wait_for("the box is in service mode")
            person.wait_for("Put pieces in")
            person.type("q")
            assert person.end() == 5
        box.vanish()
        box.appear()
        with Calibrated(box, memory, "--json") as person:
            person.type("q")
            report = person.report()
            assert person.end() == 5
        assert not report["ready"]
        assert "hold its button" in report["to_do"][0]


def test_a_fault_is_told_and_keeps_a_box_from_being_ready(
    runtime: Path, tmp_path: Path, memory: Path
) -> None:
    drive = changed_drive(tmp_path / "drive", "settings.toml", "SETTLE_MS = 60", "SETTLE_MS = 5")
    with (
        Served(runtime, "--service", "--speed", "40", "--firmware", str(drive)) as box,
        Calibrated(box, memory) as person,
    ):
        person.wait_for("Put pieces in")
        person.type("q")
        assert person.end() == 5
        assert "To do: fault 1: settings.toml line" in person.said


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("--slot", "green"), 2, "--slot green: give red or blue"),
        (("-o", "levels.png"), 2, "give a name that ends in .svg"),
        (("--port", "nowhere"), 4, "no such port"),
        (("--state", __file__), 2, "is no calibration's memory"),
    ],
)
def test_what_makes_no_sense(
    command: Command, tmp_path: Path, arguments: tuple[str, ...], code: int, why: str
) -> None:
    more = () if "--port" in arguments else ("--port", "loop://")
    file = () if "--state" in arguments else ("--state", str(tmp_path / "memory"))
    assert command("calibrate", *arguments, *more, *file)[0] == code
    assert why in command("calibrate", *arguments, *more, *file)[2]
