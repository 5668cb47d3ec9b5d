"""Looks at computer, ports, drives and box, and changes nothing.

A box in service mode shows its lights and sounds its tones while it is looked at.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from arbiter import settings
from arbiter_host import deploy_plan, drive_checks, drive_content, drive_find, ports, udev
from arbiter_host.drive_content import SETTINGS, Tree
from arbiter_host.drive_errors import DriveError
from arbiter_host.drive_files import Folder
from arbiter_host.drive_find import Board, Found
from arbiter_host.link_errors import LinkError, Refused
from arbiter_host.service import Service
from arbiter_host.service_messages import Contacts

_SERIAL_GROUPS = ("dialout", "uucp")  # of Debian and Fedora, of Arch


class Computer(NamedTuple):
    """`serial_groups` are those of this system that may open serial ports; () but on Linux."""

    python: tuple[int, int, int]
    serial_groups: tuple[str, ...] = ()
    may_open_serial: bool = True
    has_rule: bool = False
    modem_manager: bool = False


class PortState(NamedTuple):
    """A serial port of a board."""

    name: str
    may_open: bool


class DriveState(NamedTuple):
    """A drive; `problems` are those of its settings.toml, `error` is why it could not be read."""

    root: Path
    board: Board
    writable: bool = True
    version: str = ""
    interrupted: bool = False
    shadows: Sequence[str] = ()
    problems: Sequence[str] = ()
    error: str = ""


class SelfTest(NamedTuple):
    """What a box in service mode can test: `contacts` are None if it has another reader."""

    lights_ms: int
    sound_ms: int
    contacts: Contacts | None


class Link(NamedTuple):
    """What the box said when it was greeted, or why it did not; `test` is None in play."""

    version: str = ""
    reader: str = ""
    error: str = ""
    test: SelfTest | None = None


class Facts(NamedTuple):
    """All that was found; `version` is this program's, `link` None if no one box could be meant."""

    version: str
    computer: Computer
    boards: Sequence[ports.Board] = ()
    ports: Sequence[PortState] = ()
    drives: Sequence[DriveState] = ()
    link: Link | None = None


def look(tree: Tree, path: Path | None) -> Facts:
    """Look at everything; `path` names the drive if it is not found by itself."""
    found = drive_find.drives() if path is None else [drive_find.find(path)]
    by_uid = {drive.board.uid: drive.root for drive in found if drive.board.uid}
    boards = [ports.ask(board) for board in ports.boards(by_uid)]
    names = {name for b in boards for name in (b.data, b.console, *b.unnamed) if name}
    return Facts(
        version=version("generals-arbiter"),
        computer=_computer(),
        boards=boards,
        ports=[PortState(name, _may_open(name)) for name in sorted(names)],
        drives=[_drive(drive, tree) for drive in found],
        link=_link([board.data for board in boards if board.data]),
    )


def _computer() -> Computer:
    python = sys.version_info[:3]
    if sys.platform != "linux":
        return Computer(python)
    groups = _groups()
    mine = {*os.getgroups(), os.getegid()}
    may = os.geteuid() == 0 or any(number in mine for number in groups.values())
    return Computer(python, tuple(groups), may, udev.installed(), _runs("ModemManager"))


def _groups() -> dict[str, int]:
    import grp

    return {g.gr_name: g.gr_gid for g in grp.getgrall() if g.gr_name in _SERIAL_GROUPS}


def _runs(program: str) -> bool:
    return any(_comm(entry) == program for entry in Path("/proc").glob("[0-9]*"))


def _comm(process: Path) -> str:
    try:
        return (process / "comm").read_text().strip()
    except OSError:
        return ""  # it has just ended


def _may_open(port: str) -> bool:
    return not port.startswith("/") or os.access(port, os.R_OK | os.W_OK)


def _drive(found: Found, tree: Tree) -> DriveState:
    try:
        present = drive_checks.readable(Folder(found.root))
    except DriveError as error:
        return DriveState(found.root, found.board, error=str(error))
    text = present.get(SETTINGS, b"").decode("utf-8", "replace")
    return DriveState(
        found.root,
        found.board,
        writable=os.access(found.root, os.W_OK),
        version=drive_content.version(present),
        interrupted=bool(deploy_plan.leftovers(present)),
        shadows=drive_checks.shadows(present, tree),
        problems=settings.parse(text)[1],
    )


def _link(data: Sequence[str]) -> Link | None:
    if len(data) != 1:
        return None
    try:
        with Service(data[0]) as box:
            hello = box.hello()
            test = _test(box) if box.in_service else None
    except LinkError as error:
        return Link(error=str(error))
    return Link(hello.version, hello.reader, test=test)


def _test(box: Service) -> SelfTest:
    lights, sound = box.lights(), box.sound()
    try:
        contacts = box.contacts()
    except Refused:
        contacts = None
    return SelfTest(lights.ms, sound.ms, contacts)
