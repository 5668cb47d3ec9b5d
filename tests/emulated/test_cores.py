"""The C core against rp2040py's own, which it stands in for."""

import pytest

from arbiter_sim.drive import firmware_folder

A_WHILE_MS = 20  # of CircuitPython's start: 2.5 million cycles


def board(image):
    from arbiter_sim.emulated import drive
    from arbiter_sim.emulated.board import Board

    return Board(image, drive.image(firmware_folder(), {}))


def test_both_leave_the_same_memory_and_a_lack_of_a_compiler_is_said(image, monkeypatch, tmp_path):
    quick = board(image)
    quick.run_until(A_WHILE_MS)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.warns(UserWarning, match="no C compiler"):
        slow = board(image)
    slow.run_until(A_WHILE_MS)
    assert quick.mcu.sram == slow.mcu.sram
    assert quick.now_ms == pytest.approx(slow.now_ms, abs=0.001)
