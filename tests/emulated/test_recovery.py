"""Faults, crashes and restarts on real CircuitPython: what is seen and heard is the simulator's."""

import shutil
from itertools import pairwise

import pytest

from arbiter import faults, pieces, store
from arbiter_sim import Box, FirmwareStopped
from arbiter_sim.drive import firmware_folder
from arbiter_sim.log import DARK
from emulated.agreement import TOLERANCE_MS, shown, uncut

FIRMWARE = firmware_folder()
PAIR = [i in (3, 4) for i in range(8)]
NOTICE_MS = 2500
WATCHDOG_MS = 8000
LOADED_MS = 1500  # what a restart may take until it shows something
VOID_FRAMES = 3
PRESS_MS = 30  # a press counts at the second of two looks, 30 ms apart or a little more


def source(path):
    return (FIRMWARE / path).read_text()


BREAKS = {"lib/arbiter/rules.py": source("lib/arbiter/rules.py").replace("[_TABLE", "[99 + _TABLE")}


def after_verdict(statement):
    """A program that does something of its own once it has told a verdict."""
    converse = "        self._converse(effect)\n"
    added = f"        if self._session.battles:\n            {statement}\n"
    path = "lib/arbiter/app.py"
    return {path: source(path).replace(converse, converse + added, 1)}


HANGS = after_verdict("return 60_000")
TO_SAFE_MODE = after_verdict(
    "import microcontroller as m; m.on_next_reset(m.RunMode.SAFE_MODE); m.reset()"
)


def run(image, **options):
    from arbiter_sim.emulated.play import Run

    return Run(image, **options)


def battle(box, red="colonel", blue="major"):
    box.insert("red", red)
    box.wait(700)
    box.insert("blue", blue)


def lit(pixels):
    return [any(colour) for colour in pixels]


def pair_lit(log, since_ms=0):
    """(ms, whether lit) of each frame that shows the victory pair alone or nothing."""
    frames = [(ms, lit(pixels)) for ms, pixels in log.frames() if ms >= since_ms]
    return [(ms, any(pixels)) for ms, pixels in frames if pixels == PAIR or not any(pixels)]


def first_blinks(log, count, since_ms=0):
    """That many changes of the victory pair from its first light on, in ms after it."""
    changes = pair_lit(log, since_ms)
    first = next(i for i, (_, is_lit) in enumerate(changes) if is_lit)
    begin = changes[first][0]
    return [(ms - begin, is_lit) for ms, is_lit in changes[first : first + count]]


def assert_alike(ours, theirs, tolerance_ms=TOLERANCE_MS):
    """The same values, each within the tolerance."""
    assert [value for _, value in ours] == [value for _, value in theirs]
    late = [abs(ms - their_ms) for (ms, _), (their_ms, _) in zip(ours, theirs, strict=True)]
    assert max(late) <= tolerance_ms


def assert_blinks(image, number, **options):
    """A board and the simulator blink the number for two rounds, alike. Returns the board."""
    board = run(image, **options)
    nvm = options.pop("nvm", b"")
    board.wait(2 * NOTICE_MS + 500 * number)
    with Box(**options) as box:
        if nvm:
            box.nvm[0 : len(nvm)] = nvm
            box.reboot()
        begun = box.now_ms
        box.wait(2 * NOTICE_MS + 500 * number)
        count = 2 * 2 * number
        ours = first_blinks(board.log, count)
        assert_alike(ours, first_blinks(box.log, count, begun))
    assert ours[2 * number][0] - ours[2 * number - 1][0] > 1400
    assert ours[2 * number - 1][0] < 500 * number
    return board


def damaged():
    nvm = bytearray(b"\xff" * store.SIZE)
    store.save(nvm, {"settings": {"SETTLE_MS": 90}})
    nvm[80] ^= 1
    return bytes(nvm)


def without(tmp_path, path):
    drive = tmp_path / "drive"
    shutil.copytree(FIRMWARE, drive, ignore=shutil.ignore_patterns("__pycache__"))
    (drive / path).unlink()
    return drive


# Faults that last.


def test_bad_settings(image):
    board = assert_blinks(image, faults.SETTINGS, replaced={"settings.toml": "SETTLE_MS = 5\n"})
    assert "settings.toml line 1: SETTLE_MS must be 20 to 500 ms" in board.log.text()


def test_a_damaged_store(image):
    board = assert_blinks(image, faults.STORE, nvm=damaged())
    assert b'"number": 2' in board.log.usb()


@pytest.mark.parametrize("module", ["session", "talk"])
def test_a_missing_library(image, tmp_path, module):
    drive = without(tmp_path, f"lib/arbiter/{module}.py")
    board = assert_blinks(image, faults.MISSING_LIBRARY, firmware=drive)
    assert "copy the whole drive again" in board.log.text()
    assert module in board.log.text()


# What ends and begins again.


def test_a_crash_starts_again_is_shown_and_counted_and_judges_nothing(image):
    board = run(image, replaced=BREAKS)
    with Box(replaced=BREAKS) as box:
        box.wait_for(lambda box: box.log.frames(), 100)
        begun = box.now_ms
        for each in (board, box):
            each.wait(1_000)
            battle(each)
        board.wait(10_000)
        with pytest.raises(FirmwareStopped, match="IndexError"):
            box.wait(5_000)
        box.wait(5_000)
        crashed = {
            each: next(
                ms for ms, frame in each.log.frames() if ms > begun + 3_000 and frame == DARK
            )
            for each in (board, box)
        }
        before = [
            [(ms - base, data) for ms, data in shown(each.log, kind) if ms <= crashed[each]]
            for kind in ("frame", "tone")
            for each, base in ((board, 0), (box, begun))
        ]
        # A millisecond more can be a frame more, or a note.
        assert_alike(uncut(before[0][1:], before[1][1:]), uncut(before[1][1:], before[0][1:]))
        assert_alike(uncut(before[2], before[3]), uncut(before[3], before[2]))
        blinks = [first_blinks(each.log, 8, crashed[each]) for each in (board, box)]
        assert_alike(*blinks)
        assert_alike(*(void(each.log, crashed[each] + NOTICE_MS) for each in (board, box)))
    assert b"verdict" not in board.log.usb()
    assert board.log.usb().count(b'"number": 4') == 1
    assert "IndexError" in board.log.text()
    assert not any(name in board.log.text() for name in pieces.NAMES)
    board.host.send(b'{"ask": "counters", "id": 1}\n')
    board.wait(100)
    assert b'"crashes": 1' in board.log.usb()


def void(log, since_ms):
    """The first lights of a box that waits for its slots to be emptied, in ms after the first."""
    frames = [(ms, lit(px)) for ms, px in log.frames() if ms > since_ms and lit(px) != PAIR]
    frames = [(ms, pixels) for ms, pixels in frames if any(pixels)]
    begin = frames[0][0]
    return [(ms - begin, pixels) for ms, pixels in frames[:VOID_FRAMES]]


def test_a_box_that_hangs_is_reset_by_its_watchdog(image):
    board = run(image, replaced=HANGS)
    battle(board)
    board.wait(3_500)
    told = board.now_ms
    board.wait(WATCHDOG_MS + LOADED_MS + NOTICE_MS + LOADED_MS)
    assert len(first_blinks(board.log, 8, told)) == 8
    assert board.log.usb().count(b'"verdict"') == 2  # the event, and the state after it
    assert b'"number": 4' in board.log.usb()
    assert b'"state": "void"' in board.log.usb()


def test_safe_mode_is_a_steady_light(image):
    board = run(image, replaced=TO_SAFE_MODE)
    battle(board)
    board.wait(6_000)
    assert "You are in safe mode" in board.log.text()
    shown_last = board.log.frames()[-1]
    assert lit(shown_last[1]) == PAIR
    assert shown_last[0] < 5_000


@pytest.mark.parametrize("instant_ms", [2_000, 4_000], ids=["deliberation", "tone"])
def test_ctrl_c_shows_that_the_box_is_out_of_play_and_nothing_is_judged_again(image, instant_ms):
    board = run(image)
    battle(board)
    board.wait(instant_ms)
    board.interrupt()
    board.wait(500)
    assert lit(board.log.frames()[-1][1]) == PAIR
    assert board.log.tones()[-1][1:] == (0, 0)
    board.board.console.send(b"\r")
    board.wait(300)
    board.board.console.send(b"print(6 * 7)\r")
    board.wait(300)
    assert "42" in board.log.text().split()
    verdicts = board.log.usb().count(b'"event": "verdict"')
    board.board.console.send(b"\x04")  # Ctrl-D starts code.py again
    board.wait(LOADED_MS + 4_000)
    assert b'"state": "void"' in board.log.usb()
    assert board.log.usb().count(b'"event": "verdict"') == verdicts
    assert not any(name in board.log.text() for name in pieces.NAMES)


# A console that is open and that nobody reads.


def test_a_console_that_nobody_reads_holds_up_no_blinking(image, tmp_path):
    board = run(image, firmware=without(tmp_path, "lib/arbiter/session.py"))
    board.board.console.stall()
    board.wait(15_000)
    rises = [ms for ms, is_lit in pair_lit(board.log) if is_lit]
    assert len(rises) >= 3 * faults.MISSING_LIBRARY
    assert max(later - ms for ms, later in pairwise(rises)) < 2_100


def test_nor_does_it_hold_up_a_restart_after_a_crash(image):
    board = run(image, replaced=BREAKS)
    board.board.console.stall()
    battle(board)
    board.wait(3_500)
    crashed = board.now_ms
    board.wait(WATCHDOG_MS + LOADED_MS + NOTICE_MS + LOADED_MS)
    assert len(first_blinks(board.log, 8, crashed)) == 8
    assert b'"state": "void"' in board.log.usb()


# The button, and the supply.


def test_a_volume_is_kept_and_the_last_verdict_replayed_as_in_the_simulator(image):
    board = run(image)
    with Box() as box:
        box.wait_for(lambda box: box.log.frames(), 100)
        begun = box.now_ms
        for each in (board, box):
            each.wait(1_000)
            for _ in range(3):  # once round; the first press takes a little to load what it does
                each.press()
                each.wait(500)
            battle(each, "flag", "private")
            each.wait(5_500)
            each.lift("red")
            each.lift("blue")
            each.wait(500)
            each.press(1_000)
            each.wait(4_000)
            each.press()
            each.wait(300)
            each.press()
            each.wait(3_000)
        ours, theirs = shown(board.log, "tone"), shown(box.log, "tone")
        assert_alike(ours, [(ms - begun, data) for ms, data in theirs], PRESS_MS)
    again = run(image, nvm=board.board.nvm)
    again.wait(500)
    battle(again)
    again.wait(1_000)
    low = [duty for _, _, duty in again.log.tones() if duty]
    assert low
    assert max(low) < 0.05


def test_a_low_supply_is_warned_of_as_in_the_simulator(image):
    replaced = {"settings.toml": "LOW_SUPPLY_MV = 3300\nOFF_AFTER_MIN = 1\n"}
    board = run(image, replaced=replaced, watched=28)
    with Box(replaced=replaced) as box:
        for each in (board, box):
            each.supply(3_000)
            each.wait(9_000)
        assert_alike(first_blinks(board.log, 5), first_blinks(box.log, 5, since_ms=11))
    assert [entry.data for entry in board.log if entry.kind == "level"] == [1]
