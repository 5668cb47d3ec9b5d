"""Which port is which: from what USB tells, by a question, and with simulated boxes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from arbiter_host import boxes, ports
from arbiter_host.ports import Board, NoBoxFound, SeveralBoxes
from arbiter_host.transport import Listed, callout
from host.command import Command
from host.served import Served, wait_until

UID = "E66058388341602B"


def port(device: str, uid: str | None = UID, vid: int = 0x239A) -> Listed:
    return Listed(device, vid, uid, "1-2", "Pico")


def test_the_two_ports_of_a_board_belong_together_whatever_their_order() -> None:
    listed = [port("/dev/ttyACM1"), port("/dev/ttyACM0")]
    assert ports.group(listed, ["/dev/ttyACM0"], ["/dev/ttyACM1"]) == [
        Board(UID, "Pico", data="/dev/ttyACM0", console="/dev/ttyACM1")
    ]


def test_boards_are_told_apart_by_serial_number() -> None:
    listed = [port("COM3"), port("COM4"), port("COM7", "aa"), port("COM8", "aa")]
    found = ports.group(listed, ["COM4", "COM8"], ["COM3", "COM7"])
    assert [(board.uid, board.data) for board in found] == [(UID, "COM4"), ("AA", "COM8")]


def test_a_port_without_a_name_is_kept_to_be_asked() -> None:
    found = ports.group([port("/dev/cu.usbmodem1"), port("/dev/cu.usbmodem2")], [], [])
    assert found[0].unnamed == ("/dev/cu.usbmodem1", "/dev/cu.usbmodem2")


def test_other_makers_ports_are_left_alone() -> None:
    assert ports.group([port("/dev/ttyUSB0", vid=0x0403)], [], []) == []


def test_a_drive_belongs_to_the_board_with_its_uid() -> None:
    board = Board(UID, "Pico")
    assert ports.with_drive(board, {UID.lower(): Path("/media/a")}).drive == Path("/media/a")
    assert ports.with_drive(board, {"FF": Path("/media/b")}).drive is None


def test_on_macos_the_callout_device_is_opened() -> None:
    assert callout("/dev/tty.usbmodem11", "darwin") == "/dev/cu.usbmodem11"
    assert callout("/dev/tty.usbmodem11", "linux") == "/dev/tty.usbmodem11"
    assert callout("socket:///dev/tty.x", "darwin") == "socket:///dev/tty.x"


posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")


@posix
def test_a_question_finds_the_data_port(served: Served) -> None:
    board = Board(UID, "Pico", unnamed=(served.console, served.data))
    found = Board(UID, "Pico", served.data, served.console)
    wait_until(lambda: ports.ask(board) == found)  # a busy machine answers later than a box


@posix
def test_a_board_that_does_not_answer_is_no_box(served: Served) -> None:
    board = Board(UID, "Pico", unnamed=(served.console,))
    with pytest.raises(NoBoxFound, match="no data port that answers: is the arbiter's firmware"):
        ports.only([board])


def test_no_box_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with pytest.raises(NoBoxFound, match="plug one in, name a port with --port, or start"):
        ports.only(ports.boards())


@posix
def test_of_two_boxes_none_is_taken(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: Command,
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with Served(tmp_path, uid="ONE") as one, Served(tmp_path, uid="TWO") as two:
        with pytest.raises(SeveralBoxes):
            ports.choose(None)
        code, out, err = command("console", "--plain")
        assert (code, out, err.count("\n")) == (4, "", 1)
        assert one.data in err
        assert two.data in err
        assert ports.choose(two.data) == two.data
        told = [json.loads(line) for line in command("ports", "--json")[1].splitlines()]
        assert [(each["uid"], each["data"]) for each in told] == [
            ("ONE", one.data),
            ("TWO", two.data),
        ]
        assert f"data {one.data}" in command("ports")[1]


@posix
def test_without_a_choice_the_only_box_is_taken(own_box: Served) -> None:
    assert ports.choose(None) == own_box.data


@posix
def test_boxes_of_another_user_are_not_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    boxes.make("ONE").joinpath("data").symlink_to("/dev/null")
    assert len(boxes.present()) == 1
    assert boxes.folder().stat().st_mode & 0o077 == 0
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert boxes.present() == []
