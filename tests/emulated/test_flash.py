"""The one file to flash starts a box: CircuitPython and the drive, as `build` makes it."""

import json

from arbiter import codes, pieces
from arbiter.hw import pinout
from arbiter_host import build, build_fat, drive_content
from arbiter_sim.drive import firmware_folder
from host import drives

STARTED_MS = 6_000  # from power-on, with the first start's formatting of nothing
SEATED_MS = 600
DRIVE_BYTES = 1 << 20


def test_the_combined_file_boots_and_knows_a_piece(image, tmp_path):
    from arbiter_sim.emulated.board import Board

    tree = drive_content.content(firmware_folder())
    combined = build.build(tree, tmp_path, image)[-1]
    board = Board(combined, b"")  # nothing but what the file puts into flash
    board.run_until(STARTED_MS)
    for contact, gpio in enumerate(pinout.RED):
        if codes.word(pieces.PRIVATE) >> (6 - contact) & 1:
            board.pull(gpio, 0)
    board.run_until(STARTED_MS + SEATED_MS)
    assert said(board)[0]["version"] == drive_content.version(tree)
    waiting = {"event": "state", "state": "waiting", "red": "seated", "blue": "empty"}
    assert said(board)[-1] == waiting


def test_a_deploy_that_stopped_past_its_turn_starts_the_new_firmware(image):
    """lib/ still holds the old one, which refuses to run with any file of the new."""
    from arbiter_sim.emulated.board import Board

    tree = drives.interrupted()
    assert drive_content.version(tree) == "0.0.1"
    board = Board(image, build_fat.image(tree, DRIVE_BYTES))
    board.run_until(STARTED_MS)
    assert said(board)[0]["version"] == drive_content.version(drives.tree())
    assert said(board)[-1]["state"] == "asleep"


def said(board):
    """The events on the data port."""
    text = b"".join(h.data for h in board.happenings if h.kind == "usb").decode()
    return [json.loads(line) for line in text.splitlines() if line]
