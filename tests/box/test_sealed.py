"""Open, a box shows a computer its drive and its console; sealed, nothing but the data port."""

import re

import pytest

from arbiter import pieces
from arbiter_sim import Box, FirmwareStopped
from box.battles import battle, example_of

SEALED = {"settings.toml": "SEALED = 1\n"}
STUCK = "import time\nwhile True:\n    time.sleep(1)\n"
BOOT_MS = 50
BATTLE_MS = 5_000


def is_open(box):
    """Whether (drive, console) are there, once boot.py is over."""
    box.wait(BOOT_MS)
    return box.drive_visible, box.console_visible


def test_as_flashed_drive_and_console_are_there():
    with Box() as box:
        assert is_open(box) == (True, True)


def test_sealed_neither_is_and_the_data_port_works():
    with Box(replaced=SEALED) as box:
        assert is_open(box) == (False, False)
        assert box.events[0]["event"] == "hello"


def test_the_button_held_at_power_up_or_reset_opens_it_again():
    with Box(replaced=SEALED, button=True) as box:
        assert is_open(box) == (True, True)
        box.hold_button(False)
        box.reset()
        assert is_open(box) == (False, False)
        box.hold_button()
        box.reset()
        assert is_open(box) == (True, True)


@pytest.mark.parametrize("broken", ["code.py", "lib/arbiter/box.py", "lib/arbiter/settings.py"])
def test_whatever_else_is_broken_the_button_opens_it(broken):
    replaced = {**SEALED, broken: STUCK}
    with Box(replaced=replaced, button=True) as box:
        assert is_open(box) == (True, True)


@pytest.mark.parametrize("other", ["READER = magic", "SETTLE_MS = 5", "?"])
def test_another_line_of_the_settings_that_is_wrong_unseals_nothing(other):
    with Box(replaced={"settings.toml": f"{other}\nSEALED = 1\n"}) as box:
        assert is_open(box) == (False, False)


def test_sealed_it_plays_as_it_does_open():
    red, blue = example_of("red-captures")
    with Box(seed=1, replaced=SEALED) as box:
        box.wait(500)
        box.insert("red", red)
        box.wait(700)
        box.insert("blue", blue)
        box.wait(BATTLE_MS)
        ours = [entry for entry in box.log if entry.kind != "console"]
    theirs = battle(pieces.kind(red), pieces.kind(blue))[1]
    assert ours == [entry for entry in theirs if entry.kind != "console"][: len(ours)]


@pytest.mark.parametrize("instant_ms", [300, 2_500, 4_500])
def test_sealed_a_ctrl_c_reaches_nobody(instant_ms):
    with Box(replaced=SEALED) as box:
        box.insert("red", "colonel")
        box.insert("blue", "major")
        box.wait(instant_ms)
        box.interrupt()
        box.host.send(b"\x03\x04")
        box.wait(BATTLE_MS)
        assert box.verdict == "red"
        assert box.console == ""


ASKS = ("raw", "live", "measure", "measured", "register", "tags", "settings", "selftest", "set")


@pytest.mark.parametrize("sealed", [0, 1])
def test_what_shows_a_piece_is_refused_in_play(sealed):
    with Box(replaced={"settings.toml": f"SEALED = {sealed}\n"}) as box:
        box.insert("red", "colonel")
        box.insert("blue", "flag")
        for ask in ASKS:
            box.host.send(b'{"ask": "%s", "id": 1, "slot": "red", "on": true}\n' % ask.encode())
            box.wait(100)
        box.wait(BATTLE_MS)
        replies = [event for event in box.events if "reply" in event]
        assert [reply["reply"] for reply in replies] == ["error"] * len(ASKS)
        assert box.verdict == "red-captures"
        assert_tells_no_piece(box.host.received.decode() + box.console)


def assert_tells_no_piece(text):
    """No name of a piece, and no seven contacts."""
    named = [name for name in pieces.NAMES if re.search(rf"\b{re.escape(name)}\b", text)]
    assert not named
    assert not re.search(r"\b[01]{7}\b", text)


@pytest.mark.parametrize("instant_ms", [300, 1_500, 4_500, 9_000])
def test_what_ctrl_c_leaves_tells_the_class_and_no_more(instant_ms):
    told = {}
    for kind in pieces.KINDS:
        with Box(seed=1) as box:
            box.insert("red", kind)
            box.insert("blue", "2nd Lieutenant")
            box.wait(instant_ms)
            box.interrupt()
            with pytest.raises(FirmwareStopped, match="ran to its end"):
                box.wait(100)
            text = box.host.received.decode() + box.console
            assert_tells_no_piece(text)
            told.setdefault(box.verdict, set()).add(text)
    assert [len(texts) for texts in told.values()] == [1] * len(told)
