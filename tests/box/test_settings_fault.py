"""A box whose settings are not to be trusted says so and judges nothing."""

import shutil

import pytest

from arbiter_sim import Box
from arbiter_sim.drive import firmware_folder

AMBER_PAIR = [bool(i in (3, 4)) for i in range(8)]
BAD = {
    "SETTLE_MS = 5": "settings.toml line 1: SETTLE_MS must be 20 to 500 ms",
    'READER = "magic"': 'settings.toml line 1: READER must be "contacts"',
    "VOLUM = 1": "settings.toml line 1: unknown key VOLUM",
}


@pytest.fixture
def drive(tmp_path):
    folder = tmp_path / "drive"
    shutil.copytree(firmware_folder(), folder)
    return folder


@pytest.mark.parametrize("text", BAD)
@pytest.mark.parametrize("host", ["reading", "stalled", "absent"])
def test_it_blinks_once_a_round_and_never_judges(drive, text, host):
    (drive / "settings.toml").write_text(text + "\n")
    with Box(firmware=drive, host=host) as box:
        box.insert("red", "major")
        box.insert("blue", "private")
        box.wait(9_900)
        assert box.verdict is None
        assert box.tone == 0
        lit = [[any(colour) for colour in pixels] for _, pixels in box.log.frames()]
        assert lit[1:] == [AMBER_PAIR, [False] * 8] * 5


@pytest.mark.parametrize("text", BAD)
def test_it_says_why_on_both_ports(drive, text):
    (drive / "settings.toml").write_text(text + "\n")
    with Box(firmware=drive) as box:
        box.wait(1000)
        fault = box.events[1]
        assert (fault["event"], fault["number"]) == ("fault", 1)
        assert fault["text"].startswith(BAD[text])
        assert BAD[text] in box.console


@pytest.mark.parametrize("damage", ["missing", "not UTF-8"])
def test_a_file_that_cannot_be_read_is_a_fault_and_no_default(drive, damage):
    settings = drive / "settings.toml"
    settings.unlink() if damage == "missing" else settings.write_bytes(b'VOLUME = "\xff"\n')
    with Box(firmware=drive) as box:
        box.wait(1000)
        assert box.events[1]["text"].startswith("settings.toml cannot be read")


def test_a_good_file_of_ones_own_is_obeyed(drive):
    (drive / "settings.toml").write_text(
        'DELIBERATION_MS = 1000\nVOLUME = "off"\nPIXEL_ORDER = "RGBW"\n'
    )
    with Box(firmware=drive, pixel_order="RGBW") as box:
        box.insert("red", "major")
        box.insert("blue", "private")
        box.wait(1500)
        assert box.verdict == "red"
        assert box.tone == 0
        red, *_ = box.pixels
        assert red[0] > 0
        assert red[1:] == (0, 0)
