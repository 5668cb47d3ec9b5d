"""The fixture arbiter_box, in the pytest of somebody who has firmware of their own."""

import pytest

pytest_plugins = ["pytester"]

FIRMWARE = "import time\nprint('theirs')\nwhile True: time.sleep(0.01)\n"
TEST = "def test_it(arbiter_box):\n    assert 'theirs' in arbiter_box.console"


@pytest.fixture
def theirs(pytester):
    (pytester.mkdir("drive") / "code.py").write_text(FIRMWARE)
    pytester.makepyfile(TEST)
    return pytester


def test_the_option_names_the_folder(theirs):
    theirs.runpytest("--arbiter-firmware=drive").assert_outcomes(passed=1)


def test_the_configuration_names_the_folder(theirs):
    theirs.makeini("[pytest]\narbiter_firmware = drive")
    (theirs.mkdir("tests") / "test_below.py").write_text(TEST)
    theirs.runpytest("--rootdir=.", "tests").assert_outcomes(passed=1)


def test_without_either_it_is_the_arbiters_own(pytester):
    pytester.makepyfile(
        "def test_it(arbiter_box):"
        "\n    arbiter_box.wait(20)"  # boot.py takes a little
        "\n    assert arbiter_box.state == 'starting'"
    )
    pytester.runpytest().assert_outcomes(passed=1)


def test_a_wrong_folder_is_told_in_a_line(theirs):
    outcome = theirs.runpytest("--arbiter-firmware=nowhere")
    outcome.assert_outcomes(errors=1)
    outcome.stdout.fnmatch_lines(["*NotADrive: *nowhere has no code.py: give a folder*"])


def test_the_box_is_closed_after_the_test_also_when_it_failed(pytester):
    (pytester.mkdir("drive") / "code.py").write_text(FIRMWARE)
    pytester.makepyfile(
        """
        boxes = []
        def test_one(arbiter_box):
            boxes.append(arbiter_box)
            assert not arbiter_box.log.closed
            assert False
        def test_two():
            assert boxes[0].log.closed
        """
    )
    pytester.runpytest("--arbiter-firmware=drive").assert_outcomes(passed=1, failed=1)
