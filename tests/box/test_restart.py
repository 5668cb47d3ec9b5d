"""What a box keeps count of when it crashes, and what a fault that lasts looks like."""

import pytest

from arbiter import faults, store
from arbiter_sim import Box, FirmwareStopped
from arbiter_sim.drive import firmware_folder

RULES = "lib/arbiter/rules.py"
BROKEN = {
    RULES: (firmware_folder() / RULES)
    .read_text()
    .replace("_VERDICTS[_TABLE", "_VERDICTS[99 + _TABLE")
}
NOTICE_MS = 2500  # one round of blinks, before the box plays on
AT_MOST = 999
VICTORY_PAIR = [i in (3, 4) for i in range(8)]


def crash(box):
    """A battle whose verdict fails, the notice after it, and the pieces out again."""
    box.insert("red", "colonel")
    box.insert("blue", "major")
    with pytest.raises(FirmwareStopped, match="IndexError"):
        box.wait(5000)
    box.wait(NOTICE_MS + 500)
    box.lift("red")
    box.lift("blue")
    box.wait(300)


def counted(box):
    """The crashes that the box tells of."""
    box.host.send(b'{"ask": "counters", "id": 9}\n')
    box.wait(100)
    return next(event["crashes"] for event in reversed(box.events) if "crashes" in event)


def blinks(log):
    return [[any(colour) for colour in pixels] for _, pixels in log.frames()].count(VICTORY_PAIR)


def test_crashes_are_counted_beyond_power_off_and_in_service_mode_too():
    with Box(replaced=BROKEN) as box:
        box.wait(100)
        assert counted(box) == 0
        crash(box)
        assert counted(box) == 1
        crash(box)
        assert counted(box) == 2
        box.reboot()
        box.wait(100)
        assert counted(box) == 2
        box.hold_button()
        box.reboot()
        box.wait(500)
        assert box.state == "service"
        assert counted(box) == 2


def test_a_factory_reset_forgets_them():
    with Box(replaced=BROKEN) as box:
        crash(box)
        box.hold_button()
        box.reboot()
        box.wait(500)
        box.host.send(b'{"ask": "reset-factory", "word": "erase"}\n')
        box.hold_button(False)
        box.wait(100)
        box.reboot()
        box.wait(100)
        assert counted(box) == 0


def test_what_else_is_kept_stays():
    with Box(replaced=BROKEN) as box:
        store.save(box.nvm, {"settings": {"DELIBERATION_MS": 1000}})
        box.reboot()
        crash(box)
        payload, _ = store.load(box.nvm)
        assert payload == {"settings": {"DELIBERATION_MS": 1000}, "counts": {"crashes": 1}}


def test_a_box_that_crashes_for_ever_does_not_wear_out_its_flash():
    with Box(replaced=BROKEN) as box:
        store.save(box.nvm, {"counts": {"crashes": AT_MOST - 1}})
        box.reboot()
        crash(box)
        assert counted(box) == AT_MOST
        written = box.nvm.programmed
        crash(box)
        assert counted(box) == AT_MOST
        assert box.nvm.programmed == written


def test_a_box_whose_memory_is_damaged_counts_nothing_and_says_so():
    with Box(replaced=BROKEN) as box:
        box.nvm[1] = 0
        before = bytes(box.nvm[0:4096])
        box.reboot()
        box.wait(NOTICE_MS - 100)
        assert blinks(box.log) == faults.STORE
        assert bytes(box.nvm[0:4096]) == before


def test_who_looks_at_the_fault_is_told_the_count_too():
    with Box(replaced={"settings.toml": "?\n"}) as box:
        store.save(box.nvm, {"counts": {"crashes": 7}})
        box.reboot()
        box.wait(100)
        assert counted(box) == 7


def test_an_interrupt_is_no_crash():
    with Box() as box:
        box.wait(300)
        box.interrupt()
        with pytest.raises(FirmwareStopped, match="ran to its end"):
            box.wait(100)
        box.reload()
        box.wait(3000)
        assert counted(box) == 0
        assert not [event for event in box.events if event.get("event") == "fault"]
