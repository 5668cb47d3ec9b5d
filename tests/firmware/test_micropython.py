"""The pure modules on a small Python: a MicroPython with less heap than the board has."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware"
# Its numbers and pointers have 64 bits: it needs about twice the heap that the board does.
HEAPS = {"answers.py": "96k", "battle.py": "104k", "service.py": "192k"}


def micropython():
    """The program, beside this Python or on the path."""
    beside = sysconfig.get_path("scripts")
    program = shutil.which("micropython", path=beside) or shutil.which("micropython")
    return program or pytest.skip("the micropython program is not installed")


def lines(python, script):
    """What a script prints under a Python (a list: program and options)."""
    command = [*python, HERE / script, FIRMWARE / "lib", FIRMWARE / "settings.toml"]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60)
    assert run.returncode == 0, run.stdout[-500:] + run.stderr
    return run.stdout.splitlines()


@pytest.mark.parametrize(("script", "heap"), HEAPS.items())
def test_a_small_python_gives_the_same_answers(script, heap):
    small = lines([micropython(), "-X", f"heapsize={heap}"], script)
    large = lines([sys.executable], script)
    assert len(large) > 200
    assert small == large
