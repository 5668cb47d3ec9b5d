"""The button held at power-up opens the box to its owner: it shows all, and judges nothing."""

import shutil

import pytest

from arbiter import protocol, settings, store
from arbiter_sim import Box
from arbiter_sim.drive import firmware_folder
from arbiter_sim.errors import PowerCut
from box.battles import CLASSES, example_of
from box.service import ask, refusal, restarted, serviced

ENDS = [True, *[False] * 6, True]


@pytest.fixture
def box():
    with serviced() as box:
        yield box


def lit(pixels):
    return [any(colour) for colour in pixels]


# Into service mode and out of it.


def test_the_button_held_at_power_up_opens_service_mode_under_its_own_light(box):
    said = [event for event in box.events if "event" in event]
    assert [event["event"] for event in said] == ["hello", "state"]
    assert box.state == "service"
    box.wait(5000)
    frames = {pixels for _, pixels in box.log.frames() if any(lit(pixels))}
    assert len(frames) == 2
    assert all(lit(pixels) == ENDS for pixels in frames)


def test_a_button_pressed_later_does_not():
    with Box() as later:
        later.wait(300)
        later.press(3000)
        later.wait(4000)
        assert later.state == "asleep"


def test_a_press_while_the_program_starts_again_does_not():
    with Box() as box:
        box.wait(300)
        box.hold_button()
        box.reload()
        box.wait(1000)
        assert box.state != "service"


def test_a_restart_without_the_button_ends_it(box):
    restarted(box)
    assert box.state == "asleep"
    assert not any(lit(box.pixels))
    restarted(box, button=True)
    assert box.state == "service"


@pytest.mark.parametrize("cls", CLASSES)
def test_no_battle_is_judged_in_it(box, cls):
    red, blue = example_of(cls)
    box.insert("red", red)
    box.insert("blue", blue)
    box.wait(10_000)
    assert box.verdict is None
    assert box.tone == 0
    assert lit(box.pixels) == ENDS
    assert ask(box, "state")["state"] == "service"


# What it shows.


def test_the_contacts_of_each_slot_are_told(box):
    box.insert("red", "colonel")
    box.hold("blue", 0b1111111)
    box.wait(200)
    raw = ask(box, "raw")
    assert (raw["red"], raw["red_is"]) == ("0100110", "Colonel")
    assert (raw["blue"], raw["blue_is"]) == ("1111111", "unseated")


def test_the_spare_word_is_a_test_piece(box):
    box.insert("blue", "test piece")
    box.wait(200)
    assert ask(box, "raw")["blue_is"] == "test piece"


def test_live_tells_each_change_but_not_more_often_than_ten_times_a_second(box):
    assert ask(box, "live", on=True)["on"] is True
    before = len(box.events)
    for _ in range(50):
        box.hold("red", 0b0000111)
        box.wait(20)
        box.hold("red", 0b0000011)
        box.wait(20)
    box.wait(200)
    changes = [event for event in box.events[before:] if event.get("event") == "raw"]
    assert 10 <= len(changes) <= 22
    assert changes[-1]["red"] == "0000011"
    ask(box, "live", on=False)
    before = len(box.events)
    box.hold("red", 0)
    box.wait(500)
    assert len(box.events) == before
    assert "on must be" in refusal(box, "live")


def test_each_contact_is_seen_open_and_closed(box):
    box.dirty("red", 3)
    box.short("blue", 6)
    restarted(box, button=True)
    seen = ask(box, "selftest", part="contacts")
    assert (seen["red_closed"], seen["blue_closed"]) == ("0000000", "0000010")
    for bit in range(7):
        for slot in ("red", "blue"):
            box.hold(slot, 1 << bit)
        box.wait(50)
    seen = ask(box, "selftest", part="contacts")
    assert (seen["red_closed"], seen["red_open"]) == ("1101111", "1111111")
    assert (seen["blue_closed"], seen["blue_open"]) == ("1111111", "1111101")


@pytest.mark.parametrize(("colour", "parts"), [("red", "100"), ("green", "010"), ("white", "111")])
def test_the_lights_are_tested_one_after_the_other_then_all(box, colour, parts):
    start = box.now_ms
    told = ask(box, "selftest", part="lights", colour=colour)
    box.wait(told["ms"] + 1000)
    frames = [lit(pixels) for ms, pixels in box.log.frames() if ms > start]
    first = frames.index([True, *[False] * 7])
    ones = [[pixel == n for pixel in range(8)] for n in range(8)]
    assert frames[first : first + 9] == [*ones, [True] * 8]
    assert frames[-1] == ENDS
    shown = next(pixels[1] for ms, pixels in box.log.frames() if ms > start and any(pixels[1]))
    assert "".join("1" if part else "0" for part in shown) == parts


def test_blue_is_more_blue_than_anything(box):
    ask(box, "selftest", part="lights", colour="blue")
    assert box.pixels[0][2] > 3 * max(box.pixels[0][:2])


def test_the_scale_rises_and_ends_even_if_the_volume_is_off(box):
    ask(box, "set", key="VOLUME", value="off")
    restarted(box, button=True)
    told = ask(box, "selftest", part="sound")
    box.wait(told["ms"] + 100)
    heard = [hz for _, hz, duty in box.log.tones() if duty]
    assert heard == pytest.approx(told["hz"], rel=0.02)
    assert heard == sorted(heard)
    assert box.tone == 0


# What it refuses.

GOOD = {
    "live": ({"on": True},),
    "selftest": ({"part": "contacts"}, {"part": "sound"}, {"part": "lights", "colour": "red"}),
    "setting": ({"key": "VOLUME"},),
    "set": ({"key": "VOLUME", "value": "off"},),
    "reset-factory": ({"word": "erase"},),
    "measure": ({"slot": "red", "piece": "Flag"},),
    "calibrate": ({"slot": "red"},),
    "register": ({"slot": "red", "piece": "Flag"},),
}


@pytest.mark.parametrize("name", protocol.SERVICE_ASKS)
def test_in_play_a_service_request_gets_one_error_that_knows_none_of_the_words(name):
    with Box() as box:
        box.wait(300)
        box.insert("red", "colonel")
        box.insert("blue", "private")
        box.wait(500)
        nvm = bytes(box._machine.nvm[0:4096])
        for arguments in GOOD.get(name, ({},)):
            assert refusal(box, name, **arguments) == "ask must be hello, state, counters"
        box.wait(5000)
        assert box.verdict == "red"
        assert bytes(box._machine.nvm[0:4096]) == nvm


@pytest.mark.parametrize("name", protocol.SERVICE_ASKS)
@pytest.mark.parametrize("reader", ["contacts", "resistors", "nfc"])
def test_any_request_gets_one_reply_whatever_it_lacks(reader, name):
    wrong = (
        None, True, -1, 1.5, "x" * 30, [], {}, ["red"], {"a": 1},
    )  # fmt: skip
    with serviced(reader) as box:
        for value in wrong:
            keys = ("slot", "piece", "part", "colour", "key", "value", "word", "tag", "from", "on")
            for key in keys:
                ask(box, name, **{key: value})
        assert ask(box, "hello")["reader"] == reader


def test_what_belongs_to_another_reader_is_refused(box):
    assert refusal(box, "measure", slot="red", piece="Flag") == "not for a box of contacts"
    assert refusal(box, "tags") == "not for a box of contacts"


def test_an_unknown_request_is_told_all_the_words(box):
    assert refusal(box, "open") == "ask must be " + ", ".join(protocol.ASKS + protocol.SERVICE_ASKS)


# Settings.


def outside(setting):
    """Values just beyond what a setting may be, and of the wrong kind."""
    if settings.is_number(setting):
        lowest, highest = setting.allowed
        return [lowest - 1, highest + 1, lowest + 0.5, str(lowest), True]
    return [setting.allowed[0] + "x", setting.allowed[0].upper() + " ", 1, ""]


@pytest.mark.parametrize("setting", settings.SETTINGS, ids=lambda setting: setting.key)
def test_every_setting_is_set_at_its_bounds_and_refused_just_outside(box, setting):
    if setting.key == "SEALED":
        pytest.skip("boot.py reads it before anything else: see the next test")
    for value in setting.allowed:
        told = ask(box, "set", key=setting.key, value=value)
        assert (told["value"], told["from"]) == (value, "device")
    for value in outside(setting):
        assert f"{setting.key} must be" in refusal(box, "set", key=setting.key, value=value)
    told = ask(box, "setting", key=setting.key)
    assert (told["value"], told["from"]) == (setting.allowed[-1], "device")
    assert told["allowed"] == list(setting.allowed)
    restarted(box, button=True)
    assert ask(box, "setting", key=setting.key)["value"] == setting.allowed[-1]


def test_what_boot_py_reads_can_be_set_in_the_file_only(box):
    assert refusal(box, "set", key="SEALED", value=1) == "SEALED can be set in settings.toml only"


def test_the_keys_are_those_declared(box):
    assert ask(box, "settings")["keys"] == [setting.key for setting in settings.SETTINGS]


def test_a_setting_comes_from_the_device_the_file_or_is_the_default():
    replaced = {"settings.toml": "SETTLE_MS = 90\n"}
    with Box(button=True, replaced=replaced) as box:
        box.wait(300)
        assert ask(box, "setting", key="SETTLE_MS")["from"] == "file"
        assert ask(box, "setting", key="PIXEL_MA")["from"] == "default"
        ask(box, "set", key="SETTLE_MS", value=30)
        told = ask(box, "set", key="SETTLE_MS", value=None)
        assert (told["value"], told["from"]) == (90, "file")
        assert "value is missing" in refusal(box, "set", key="SETTLE_MS")


def test_play_obeys_what_was_set_on_the_device(box):
    ask(box, "set", key="DELIBERATION_MS", value=1000)
    ask(box, "set", key="VOLUME", value="off")
    restarted(box)
    box.insert("red", "colonel")
    box.insert("blue", "private")
    box.wait(1300)
    assert (box.verdict, box.tone) == ("red", 0)


# What is kept.


def test_a_volume_chosen_in_play_outlives_the_power():
    with Box() as box:
        box.wait(300)
        box.press()
        box.wait(3000)
        restarted(box)
        box.insert("red", "colonel")
        box.wait(500)
        assert not any(duty for ms, _, duty in box.log.tones() if ms > 3300)
        restarted(box, button=True)
        assert ask(box, "setting", key="VOLUME")["value"] == "off"


def test_a_cut_at_any_byte_of_a_change_loses_nothing(box):
    ask(box, "set", key="SETTLE_MS", value=90)
    nvm = box._machine.nvm
    before, programmed = bytes(nvm[0:4096]), nvm.programmed
    ask(box, "set", key="SETTLE_MS", value=100)
    length = nvm.programmed - programmed
    assert length > 30
    for after in range(length):
        nvm._bytes[:] = before
        nvm.cut_after = nvm.programmed + after
        restarted(box, button=True)
        with pytest.raises(PowerCut):
            ask(box, "set", key="SETTLE_MS", value=100)
        restarted(box, button=True)
        assert ask(box, "setting", key="SETTLE_MS")["value"] == 90
        assert ask(box, "set", key="SETTLE_MS", value=110)["value"] == 110


def damage(box):
    """Spoil every copy, as no program would."""
    nvm = box._machine.nvm._bytes
    for at in range(64, 4096, 64):
        nvm[at + 2] &= 0x11


@pytest.fixture
def damaged(box):
    """A box that kept a setting and whose copies are all bad."""
    ask(box, "set", key="DELIBERATION_MS", value=5000)
    damage(box)
    return box


def test_damage_is_a_fault_in_play_and_no_default(damaged):
    restarted(damaged)
    damaged.insert("red", "colonel")
    damaged.insert("blue", "private")
    damaged.wait(12_000)
    assert damaged.verdict is None
    faults = [event for event in damaged.events if event.get("event") == "fault"]
    assert [(f["number"], f["text"]) for f in faults] == [(2, "what the box keeps is damaged")]
    assert "what the box keeps is damaged" in damaged.console
    start = damaged.now_ms
    damaged.wait(2500)
    blinks = [lit(pixels) for ms, pixels in damaged.log.frames() if ms >= start]
    assert blinks.count([i in (3, 4) for i in range(8)]) == 2


@pytest.mark.parametrize("kept", [{"SETTLE_MS": 5}, {"VOLUM": "low"}, {"VOLUME": "loud"}])
def test_a_kept_setting_that_is_not_allowed_is_a_fault_too(box, kept):
    store.save(box._machine.nvm, {"settings": kept})
    restarted(box)
    fault = [event for event in box.events if event.get("event") == "fault"][-1]
    assert fault["number"] == 2
    assert fault["text"].startswith("set on the device: ")
    restarted(box, button=True)
    ask(box, "reset-factory", word="erase")
    restarted(box)
    assert box.state == "asleep"


def test_service_mode_tells_of_damage_and_a_factory_reset_cures_it(damaged):
    restarted(damaged, button=True)
    assert damaged.events[-1]["event"] == "fault"
    assert damaged.events[-1]["number"] == 2
    assert "reset-factory first" in refusal(damaged, "set", key="SETTLE_MS", value=90)
    assert "word must be" in refusal(damaged, "reset-factory")
    assert "word must be" in refusal(damaged, "reset-factory", word="yes")
    ask(damaged, "reset-factory", word="erase")
    assert ask(damaged, "set", key="SETTLE_MS", value=90)["value"] == 90
    restarted(damaged)
    assert damaged.state == "asleep"


def test_a_factory_reset_forgets_all(box):
    ask(box, "set", key="SETTLE_MS", value=90)
    ask(box, "reset-factory", word="erase")
    told = ask(box, "setting", key="SETTLE_MS")
    assert (told["value"], told["from"]) == (60, "default")
    assert bytes(box._machine.nvm[0:4096]) == b"\xff" * 4096
    restarted(box, button=True)
    assert ask(box, "setting", key="SETTLE_MS")["value"] == 60


def test_a_bad_file_is_told_in_service_mode_and_does_not_close_it():
    with Box(button=True, replaced={"settings.toml": "SETTLE_MS = 5\n"}) as box:
        box.wait(300)
        assert [event["event"] for event in box.events] == ["hello", "state", "fault"]
        assert box.events[-1]["number"] == 1
        assert ask(box, "state")["state"] == "service"


def test_a_reader_whose_library_is_not_there_leaves_service_mode_open(tmp_path):
    """So that whoever set it over the link can take it back."""
    drive = tmp_path / "drive"
    shutil.copytree(firmware_folder(), drive)
    (drive / "lib" / "arbiter" / "hw" / "nfc.py").unlink()
    with Box(firmware=drive, button=True) as other:
        other.wait(300)
        other.host.send(b'{"ask": "set", "key": "READER", "value": "nfc"}\n')
        other.wait(100)
        restarted(other, button=True)
        assert other.events[-1]["number"] == 5
        assert ask(other, "set", key="READER", value=None)["value"] == "contacts"
        restarted(other)
        assert other.state == "asleep"
