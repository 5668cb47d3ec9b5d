"""Judges what was found of computer, ports, drive and box, and says the one thing to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from arbiter_host import drive_checks, drive_find
from arbiter_host.doctor_look import Computer, DriveState, Facts, Link, SelfTest
from arbiter_host.service_messages import SLOTS

FINE, NOTE, WRONG = "fine", "note", "wrong"
PYTHON = (3, 11)
_UDEV = "generals-arbiter doctor --install-udev"
_DEPLOY = "generals-arbiter deploy"


class Finding(NamedTuple):
    """One thing that was looked at; `cure` is what to do, "" where there is nothing."""

    state: str
    what: str
    cure: str = ""


def judge(facts: Facts) -> list[Finding]:
    """All findings, in the order in which they should be cured."""
    return [
        *_python(facts.computer),
        *_access(facts),
        *_modem_manager(facts.computer),
        *_boards(facts),
        *_drives(facts),
        *_link(facts.link, facts.version),
    ]


def to_do(findings: Sequence[Finding]) -> str:
    """The one thing to do now; "" if all is well."""
    wrong = [finding.cure for finding in findings if finding.state == WRONG]
    return wrong[0] if wrong else ""


def _python(computer: Computer) -> Iterator[Finding]:
    name = "Python " + ".".join(map(str, computer.python))
    if computer.python[:2] < PYTHON:
        yield Finding(WRONG, f"{name} is too old", "install Python 3.11 or newer")
    else:
        yield Finding(FINE, name)


def _access(facts: Facts) -> Iterator[Finding]:
    """On Linux: may this user open serial ports?"""
    computer = facts.computer
    closed = [port.name for port in facts.ports if not port.may_open]
    if closed:
        cure = f"{_UDEV}, then plug the box in again"
        yield Finding(WRONG, f"no permission to open {', '.join(closed)}", cure)
    elif facts.ports:
        yield Finding(FINE, "this user may open the serial ports")
    elif computer.serial_groups and not (computer.may_open_serial or computer.has_rule):
        groups = " or ".join(computer.serial_groups)
        yield Finding(NOTE, f"this user is not in {groups}: a box may refuse to open", _UDEV)
    if computer.has_rule:
        yield Finding(FINE, "the udev rule is installed")


def _modem_manager(computer: Computer) -> Iterator[Finding]:
    if computer.modem_manager and not computer.has_rule:
        yield Finding(NOTE, "ModemManager runs, and holds a new box's ports for up to 20 s", _UDEV)


def _boards(facts: Facts) -> Iterator[Finding]:
    for board in facts.boards:
        if board.data:
            yield Finding(FINE, f"{board.product} {board.uid}: data port {board.data}")
        elif board.console or board.unnamed:
            ports = board.console or ", ".join(board.unnamed)
            cure = f"{_DEPLOY}, then plug the box in again"
            yield Finding(WRONG, f"{board.product} {board.uid}: no data port, only {ports}", cure)
    if not facts.boards:
        cure = "connect the box with a USB cable that carries data"
        yield Finding(WRONG, "no CircuitPython board on any USB port", cure)


def _drives(facts: Facts) -> Iterator[Finding]:
    for drive in facts.drives:
        yield from _drive(drive, facts.version)
    if not facts.drives and facts.boards:
        yield Finding(
            NOTE,
            f"no {drive_find.LABEL} drive: none is mounted, or the box is sealed",
            "to change files, hold the button while you plug the box in",
        )


def _drive(drive: DriveState, ours: str) -> Iterator[Finding]:
    where = f"drive {drive.root}"
    deploy = f"{_DEPLOY} --path {_quoted(drive.root)}"
    if drive.error:
        yield Finding(WRONG, f"{where}: {drive.error}", "see the reason above")
        return
    if not drive.writable:
        yield Finding(WRONG, f"{where} is read-only", "unplug the box and plug it in again")
    runtime = drive.board.version or "unknown"
    if drive.board.release and drive.board.release < drive_checks.OLDEST:
        cure = f"install CircuitPython 10 from {drive_checks.DOWNLOAD}/{drive.board.board_id}"
        yield Finding(WRONG, f"{where}: CircuitPython {runtime} is too old", cure)
    else:
        yield Finding(FINE, f"{where}: CircuitPython {runtime}, {drive.board.name or 'board ?'}")
    if drive.interrupted:
        yield Finding(WRONG, f"{where}: a deploy was interrupted", deploy)
    if drive.version != ours:
        has = f"has firmware {drive.version}" if drive.version else "has no firmware of ours"
        yield Finding(WRONG, f"{where} {has}, this program brings {ours}", deploy)
    else:
        yield Finding(FINE, f"{where}: firmware {ours}")
    for name in drive.shadows:
        yield Finding(WRONG, f"{where}: {name} is taken in place of ours", f"remove {name}")
    for problem in drive.problems:
        yield Finding(WRONG, f"{where}: {problem}", "correct that line, then plug the box in again")


def _link(link: Link | None, ours: str) -> Iterator[Finding]:
    if link is None:
        return
    if link.error:
        yield Finding(WRONG, link.error, "unplug the box, plug it in, and run doctor again")
    elif link.version != ours:
        what = f"the box runs firmware {link.version}, this program brings {ours}"
        yield Finding(WRONG, what, f"{_DEPLOY}, then plug the box in again")
    else:
        yield Finding(FINE, f"the box answers: firmware {link.version}, reader {link.reader}")
        yield from _self_test(link.test)


def _self_test(test: SelfTest | None) -> Iterator[Finding]:
    """Whether lights and tones are right, only who looks and listens can tell."""
    if test is None:
        return
    seconds = test.lights_ms / 1000, test.sound_ms / 1000
    lit = "the lights shine in turn for {:.0f} s, a scale sounds for {:.0f} s".format(*seconds)
    yield Finding(NOTE, f"self-test: {lit}", "if one does not, look at its wires")
    if test.contacts is None:
        return
    for slot in SLOTS:
        for way, digits in zip(("closed", "open"), test.contacts.of(slot), strict=True):
            unseen = [str(n) for n, digit in enumerate(digits, 1) if digit == "0"]
            if unseen:
                what = f"self-test: {slot} contacts not yet seen {way}: {' '.join(unseen)}"
                yield Finding(NOTE, what, "generals-arbiter calibrate")


def _quoted(path: Path) -> str:
    return f'"{path}"' if " " in str(path) else str(path)
