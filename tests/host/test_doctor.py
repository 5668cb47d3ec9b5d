"""Doctor: what it finds wrong, in which order, and that it changes nothing."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter_host import doctor, doctor_look, drive_find, ports, udev
from arbiter_host.doctor import FINE, NOTE, WRONG, judge, to_do
from arbiter_host.doctor_look import Computer, DriveState, Facts, Link, PortState
from arbiter_host.errors import BadInput
from host import drives
from host.command import Command
from host.served import Served

BOARD = drive_find.parse(drives.boot_out().decode())
DRIVE = DriveState(Path("/media/CIRCUITPY"), BOARD, version="0.1.0")
BOX = ports.Board(BOARD.uid, "Pico", data="/dev/ttyACM1", console="/dev/ttyACM0")
LINUX = Computer((3, 12, 1), ("dialout",), True, has_rule=True)
WELL = Facts(
    version="0.1.0",
    computer=LINUX,
    boards=[BOX],
    ports=[PortState("/dev/ttyACM0", True), PortState("/dev/ttyACM1", True)],
    drives=[DRIVE],
    link=Link("0.1.0", "contacts"),
)
OLD_BOARD = drive_find.parse(drives.boot_out("8.2.0").decode())


def test_all_is_well() -> None:
    findings = judge(WELL)
    assert {finding.state for finding in findings} == {FINE}
    assert to_do(findings) == ""


def with_drive(**changes: object) -> Facts:
    return WELL._replace(drives=[DRIVE._replace(**changes)])


@pytest.mark.parametrize(
    ("facts", "what", "cure"),
    [
        (
            WELL._replace(computer=LINUX._replace(python=(3, 10, 4))),
            "Python 3.10.4 is too old",
            "install Python 3.11 or newer",
        ),
        (
            WELL._replace(ports=[PortState("/dev/ttyACM0", False)]),
            "no permission to open /dev/ttyACM0",
            "doctor --install-udev",
        ),
        (WELL._replace(boards=[], link=None), "no CircuitPython board", "a USB cable that carries"),
        (
            WELL._replace(boards=[ports.Board("U", "Pico", console="/dev/ttyACM0")], link=None),
            "no data port, only /dev/ttyACM0",
            "generals-arbiter deploy",
        ),
        (with_drive(writable=False), "is read-only", "unplug the box"),
        (with_drive(board=OLD_BOARD), "CircuitPython 8.2.0 is too old", "install CircuitPython 10"),
        (with_drive(interrupted=True), "a deploy was interrupted", "generals-arbiter deploy"),
        (with_drive(version=""), "has no firmware of ours, this program brings 0.1.0", "deploy"),
        (with_drive(version="0.0.9"), "has firmware 0.0.9, this", "deploy --path /media/CIRCUITPY"),
        (with_drive(shadows=["code.txt"]), "code.txt is taken in place", "remove code.txt"),
        (with_drive(problems=["settings.toml line 3: no"]), "settings.toml line 3", "correct that"),
        (with_drive(error="the drive is damaged"), "the drive is damaged", "see the reason"),
        (WELL._replace(link=Link(error="no answer")), "no answer", "unplug the box"),
        (WELL._replace(link=Link("0.0.9")), "the box runs firmware 0.0.9", "deploy, then plug"),
    ],
)
def test_what_is_wrong_is_said_with_its_cure(facts: Facts, what: str, cure: str) -> None:
    findings = judge(facts)
    wrong = [finding for finding in findings if finding.state == WRONG]
    assert [what in finding.what for finding in wrong] == [True]
    assert cure in to_do(findings)


@pytest.mark.parametrize(
    ("facts", "what"),
    [
        (WELL._replace(drives=[]), "no CIRCUITPY drive: none is mounted, or the box is sealed"),
        (
            WELL._replace(computer=LINUX._replace(modem_manager=True, has_rule=False)),
            "ModemManager runs",
        ),
        (
            WELL._replace(computer=LINUX._replace(may_open_serial=False, has_rule=False), ports=[]),
            "this user is not in dialout",
        ),
    ],
)
def test_what_may_be_meant_so_is_a_note(facts: Facts, what: str) -> None:
    findings = judge(facts)
    assert [what in f.what for f in findings if f.state == NOTE] == [True]
    assert to_do(findings) == ""


def test_the_first_thing_wrong_is_the_one_to_do() -> None:
    facts = with_drive(version="")._replace(ports=[PortState("/dev/ttyACM0", False)])
    assert "install-udev" in to_do(judge(facts))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
def test_in_service_mode_lights_and_tones_and_contacts_are_tested(
    runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Served(runtime, "--speed", "20", "--service") as box:
        box.do("short blue contact 7")
        monkeypatch.setattr(ports, "boards", lambda *_: [replace(BOX, data=box.data)])
        assert "the lights shine in turn for 3 s, a scale sounds for 2 s" in told()
        assert "red contacts not yet seen closed: 1 2 3 4 5 6 7" in told()
        assert "blue contacts not yet seen closed: 1 2 3 4 5 6\n" in told()


def told() -> str:
    """What doctor notes of the box it finds."""
    link = doctor_look.look(drives.tree(), None).link
    assert link is not None
    return "".join(f"{f.what}\n" for f in judge(WELL._replace(link=link)) if f.state == NOTE)


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    folder = tmp_path / "CIRCUITPY"
    drives.lay_out(drives.tree() | {"boot_out.txt": drives.boot_out()}, folder)
    return folder


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No board on any port of this computer."""
    monkeypatch.setattr(ports, "boards", lambda *_: [])


@pytest.mark.usefixtures("alone")
def test_the_command_reports_a_drive_and_changes_nothing(command: Command, drive: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in drive.rglob("*")}
    code, out, err = command("doctor", "--path", str(drive))
    assert (code, err) == (5, "")
    assert "CircuitPython 10.0.0, Raspberry Pi Pico with rp2040\n" in out
    assert out.endswith("To do: connect the box with a USB cable that carries data\n")
    assert {path: path.stat().st_mtime_ns for path in drive.rglob("*")} == before


@pytest.mark.usefixtures("alone")
def test_the_command_in_json(command: Command, drive: Path) -> None:
    (drive / "settings.toml").write_text("VOLUME = 11\n")
    _, out, _ = command("doctor", "--path", str(drive), "--json")
    report = json.loads(out)
    problems = [f["what"] for f in report["findings"] if f["state"] == WRONG]
    assert len(problems) == 2
    assert "settings.toml line 1: VOLUME must be" in problems[1]


def test_all_that_can_be_looked_at_is_looked_at(drive: Path) -> None:
    facts = doctor_look.look(drives.tree(), drive)
    assert facts.computer.python >= doctor.PYTHON
    assert facts.drives == [
        DriveState(drive, BOARD, version=facts.version, shadows=[], problems=[])
    ]


def test_the_rule_is_printed_and_written_only_on_consent(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = tmp_path / "rules.d" / "70-generals-arbiter.rules"
    monkeypatch.setattr(udev, "PATH", rule)
    monkeypatch.setattr(udev, "_COMMANDS", ())
    monkeypatch.setattr(udev.os, "geteuid", lambda: 0)
    monkeypatch.setattr(udev.sys, "platform", "linux")
    code, out, _ = command("doctor", "--install-udev")
    assert (code, rule.exists()) == (0, False)
    assert udev.RULE in out
    assert "Nothing was written" in out
    assert command("doctor", "--install-udev", "--yes")[0] == 0
    assert rule.read_text() == udev.RULE
    assert "installed already" in command("doctor", "--install-udev")[1]


def test_elsewhere_there_is_no_udev(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(udev.sys, "platform", "darwin")
    with pytest.raises(BadInput, match="for Linux"):
        udev.install()


def test_without_root_and_sudo_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(udev.sys, "platform", "linux")
    monkeypatch.setattr(udev.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(udev.shutil, "which", lambda *_: None)
    with pytest.raises(BadInput, match="only root may write"):
        udev.install()
