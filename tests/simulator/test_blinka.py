"""The one place where Blinka gets another lowest layer, in processes of their own."""

import subprocess
import sys

import pytest


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("module", ["board", "digitalio"])
def test_blinka_with_its_own_layer_is_refused(module):
    code = (
        "import os; os.environ['BLINKA_OS_AGNOSTIC'] = '1'\n"
        f"import {module}\nfrom arbiter_sim import Box\nBox()"
    )
    refusal = run(code)
    assert refusal.returncode != 0
    last = refusal.stderr.splitlines()[-1]
    assert last.startswith(
        f"RuntimeError: module '{module}' was imported before the simulated board: "
    )


def test_the_environment_is_left_as_it_was():
    code = (
        "import os; before = dict(os.environ)\n"
        "from arbiter_sim import Box\nBox().close()\nassert dict(os.environ) == before"
    )
    assert run(code).returncode == 0


def test_pins_outside_a_box_are_an_error():
    code = (
        "from arbiter_sim import backend\nbackend.install()\n"
        "import board, digitalio\ndigitalio.DigitalInOut(board.GP2)"
    )
    assert "no simulated board is running" in run(code).stderr


def test_importing_the_package_does_not_import_blinka():
    code = "import sys, arbiter_sim\nassert 'board' not in sys.modules"
    assert run(code).returncode == 0
