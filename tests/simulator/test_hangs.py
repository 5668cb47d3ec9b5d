"""Firmware that lets no time pass: its test fails in time and is told where it stands."""

import time
from threading import Thread

import pytest

from arbiter_sim import Box
from arbiter_sim.errors import FirmwareHangs

PATIENCE_S = 0.3
LOOPS = {
    "pass": "while True: pass",
    "a pin": "while pin.value: pass",
    "no time": "while True: time.sleep(0)",
    "everything caught": "while True:\n    try:\n        while True: pass\n    except: pass",
    "in a finally": "try: 1 / 0\nfinally:\n    while True: pass",
}
PIN = "import board, digitalio, time\npin = digitalio.DigitalInOut(board.GP2)\n"
PIN += "pin.pull = digitalio.Pull.UP\ntime.sleep(0.1)\n"


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_a_loop_without_time_in_it_is_a_hang(start, loop):
    box = start(PIN + loop, patience_s=PATIENCE_S)
    with pytest.raises(FirmwareHangs, match=r"hangs at 100 ms: code\.py, line \d+ runs for 0\.3 s"):
        box.wait(1000)
    box.wait(1000)
    assert box.now_ms == 1100


def test_the_line_is_the_innermost_one_on_the_drive(start):
    lib = "def wait():\n    while True:\n        len(())\n"
    box = start("import lib_of_mine\nlib_of_mine.wait()", {"lib/lib_of_mine": lib}, patience_s=0.2)
    with pytest.raises(FirmwareHangs, match=r"/lib/lib_of_mine\.py, line [23] "):
        box.wait(1000)


def test_a_hang_at_power_on_is_told_at_the_first_wait(start):
    box = start("", {"boot": "while True: pass"}, patience_s=PATIENCE_S)
    with pytest.raises(FirmwareHangs, match=r"at 0 ms: boot\.py, line 1"):
        box.wait(0)


def test_a_hang_in_the_clean_up_does_not_keep_the_test(start):
    box = start("import time\ntry: time.sleep(9)\nfinally:\n    while True: pass", patience_s=0.2)
    box.wait(10)
    box.close()


def test_time_that_passes_is_no_hang(start):
    """Hours in one go take the process longer than the patience, and time passes all the while."""
    box = start("import time\nwhile True: time.sleep(0.001)", patience_s=0.2)
    began = time.monotonic()
    while time.monotonic() < began + 0.6:
        box.wait(1_000_000)


def test_a_test_that_thinks_between_two_waits_is_no_hang(start):
    box = start("", patience_s=0.2)
    box.wait(10)
    began = time.monotonic()
    while time.monotonic() < began + 0.5:
        pass
    box.wait(10)


def test_boxes_in_several_threads_are_told_apart(write):
    stuck, fine = write("while True: pass", {"lib/fine": ""}), []

    def work() -> None:
        with Box(seed=2, patience_s=0.2) as box:
            for _ in range(100):
                box.wait(1000)
            fine.append(box.now_ms)

    thread = Thread(target=work)
    thread.start()
    with Box(stuck, patience_s=0.2) as box, pytest.raises(FirmwareHangs):
        box.wait(1)
    thread.join()
    assert fine == [100_000]
