"""The one file to flash starts a box: CircuitPython and the drive, as `build` makes it."""

import json

import pytest

from arbiter import codes, pieces
from arbiter.hw import pinout
from arbiter_host import build, drive_content
from arbiter_sim.drive import firmware_folder

STARTED_MS = 6_000  # from power-on, with the first start's formatting of nothing
SEATED_MS = 600


def test_the_combined_file_boots_and_knows_a_piece(image, tmp_path):
    pytest.importorskip("pyfatfs", reason="the extra 'build' is not installed")
    from arbiter_sim.emulated.board import Board

    tree = drive_content.content(firmware_folder())
    combined = build.build(tree, tmp_path, image)[-1]
    board = Board(combined, b"")  # nothing but what the file puts into flash
    board.run_until(STARTED_MS)
    for contact, gpio in enumerate(pinout.RED):
        if codes.word(pieces.PRIVATE) >> (6 - contact) & 1:
            board.pull(gpio, 0)
    board.run_until(STARTED_MS + SEATED_MS)
    events = [json.loads(line) for line in said(board).splitlines() if line]
    assert events[0]["event"] == "hello"
    assert events[0]["version"] == drive_content.version(tree)
    assert events[-1] == {"event": "state", "state": "waiting", "red": "seated", "blue": "empty"}


def said(board):
    return b"".join(h.data for h in board.happenings if h.kind == "usb").decode()
