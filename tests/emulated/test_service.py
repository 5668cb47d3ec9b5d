"""Service mode on the real interpreter: it serves, keeps what it is told, and looks the same."""

import json

import pytest

from arbiter import pieces, store
from arbiter_sim import Box
from emulated.agreement import TOLERANCE_MS, shown

HELD_MS = 1500
LOOK_MS = 40
LOOKS = 25


def serviced(image, **options):
    """A board whose button was held while the power came."""
    from arbiter_sim.emulated.play import Run

    run = Run(image, button=True, **options)
    run.wait(HELD_MS)
    run.hold_button(False)
    return run


def ask(run, name, **arguments):
    """The reply to a request."""
    said = len(run.log.usb())
    run.host.send(json.dumps({"ask": name, "id": 1} | arguments).encode() + b"\n")
    for _ in range(LOOKS):
        run.wait(LOOK_MS)
        *lines, _ = run.log.usb()[said:].split(b"\n")
        replies = [reply for reply in map(json.loads, filter(None, lines)) if "reply" in reply]
        if replies:
            return replies[0]
    raise TimeoutError(f"no reply to {name}")


def test_it_shows_contacts_and_judges_nothing(image):
    run = serviced(image)
    assert b'"state": "service"' in run.log.usb()
    run.insert("red", "colonel")
    run.insert("blue", "flag")
    run.wait(6000)
    raw = ask(run, "raw")
    assert (raw["red"], raw["red_is"], raw["blue_is"]) == ("0100110", "Colonel", "Flag")
    seen = ask(run, "selftest", part="contacts")
    assert (seen["red_closed"], seen["red_open"]) == ("0100110", "1111111")
    assert b"verdict" not in run.log.usb()
    assert run.log.tones() == []
    assert "Traceback" not in run.log.text()


def test_what_is_kept_outlives_the_power_and_is_obeyed_in_play(image):
    from arbiter_sim.emulated.play import Run

    run = serviced(image)
    for ms in range(1001, 1065):  # more often than the sector has places
        told = ask(run, "set", key="DELIBERATION_MS", value=ms)
        assert (told["value"], told["from"]) == (ms, "device")
    again = serviced(image, nvm=run.board.nvm)
    assert ask(again, "setting", key="DELIBERATION_MS")["value"] == 1064
    play = Run(image, nvm=again.board.nvm)
    play.insert("red", "colonel")
    play.insert("blue", "flag")
    play.wait(1500)
    assert b'"class": "red-captures"' in play.log.usb()


@pytest.mark.parametrize("cut", [0, 30])
def test_a_torn_copy_leaves_the_one_before(image, cut):
    run = serviced(image)
    ask(run, "set", key="SETTLE_MS", value=90)
    before = run.board.nvm
    ask(run, "set", key="SETTLE_MS", value=100)
    nvm = bytearray(run.board.nvm)
    newest = max(place for place in range(1, 64) if nvm[place] != 0xFF)
    nvm[newest] = 0xFF
    nvm[newest * 64 + cut :] = before[newest * 64 + cut :]
    again = serviced(image, nvm=bytes(nvm))
    assert ask(again, "setting", key="SETTLE_MS")["value"] == 90


def test_copies_that_are_all_bad_are_a_fault(image):
    from arbiter_sim.emulated.play import Run

    nvm = bytearray(b"\xff" * store.SIZE)
    store.save(nvm, {"settings": {"SETTLE_MS": 90}})
    nvm[80] ^= 1
    play = Run(image, nvm=bytes(nvm))
    play.insert("red", "colonel")
    play.insert("blue", "flag")
    play.wait(6000)
    assert b'"event": "fault", "number": 2' in play.log.usb()
    assert b"verdict" not in play.log.usb()
    run = serviced(image, nvm=bytes(nvm))
    assert "reset-factory first" in ask(run, "set", key="SETTLE_MS", value=90)["text"]
    assert ask(run, "reset-factory", word="erase")["reply"] == "reset-factory"
    assert run.board.nvm == b"\xff" * store.SIZE


def seen_and_heard(box):
    """The tones of the scale, then the frames of the green lights, each from its first on."""
    box.wait(HELD_MS)
    box.host.send(b'{"ask": "selftest", "part": "sound"}\n')
    box.wait(2500)
    start = box.now_ms
    box.host.send(b'{"ask": "selftest", "part": "lights", "colour": "green"}\n')
    box.wait(3500)
    tones = shown(box.log, "tone")
    frames = [(ms, data) for ms, data in shown(box.log, "frame") if ms >= start]
    # The light of service mode before and after has a rhythm that is as old as the box.
    first = next(i for i, (_, data) in enumerate(frames) if data[0] and not any(data[3:]))
    return [
        [(ms - entries[0][0], data) for ms, data in entries]
        for entries in (tones, frames[first : first + 10])
    ]


def test_its_scale_and_its_lights_are_those_of_the_simulator(image):
    with Box(button=True) as box:
        for ours, theirs in zip(seen_and_heard(serviced(image)), seen_and_heard(box), strict=True):
            assert [data for _, data in ours] == [data for _, data in theirs]
            late = [ms - other_ms for (ms, _), (other_ms, _) in zip(ours, theirs, strict=True)]
            assert max(map(abs, late)) <= TOLERANCE_MS


def test_its_own_light_comes_soon_and_looks_as_in_the_simulator(image):
    run = serviced(image)
    with Box(button=True) as box:
        box.wait(HELD_MS)
        ours, theirs = (
            [(ms, data) for ms, data in shown(log, "frame") if any(data)]
            for log in (run.log, box.log)
        )
    assert {data for _, data in ours} == {data for _, data in theirs}
    assert len({data for _, data in ours}) == 2
    assert ours[0][0] < 50


def battle(run):
    """A colonel against a flag."""
    run.insert("red", "colonel")
    run.insert("blue", "flag")
    run.wait(5000)
    return b'"class": "red-captures"' in run.log.usb()


def test_resistors_are_calibrated_and_the_windows_obeyed(image):
    from arbiter_sim.emulated.play import Run

    replaced = {"settings.toml": 'READER = "resistors"\n'}
    run = serviced(image, replaced=replaced)
    for kind in pieces.KINDS:
        run.insert("red", kind)
        run.wait(100)
        told = ask(run, "measure", slot="red", piece=pieces.name(kind))
        assert told["missing"] == len(pieces.KINDS) - kind
        assert told["margin"] > 20
        run.lift("red")
        run.wait(50)
    assert ask(run, "calibrate", slot="red")["margin"] > 20
    assert battle(Run(image, nvm=run.board.nvm, replaced=replaced))


def test_tags_are_registered_and_known_in_play(image):
    from arbiter_sim.emulated.play import Run

    replaced = {"settings.toml": 'READER = "nfc"\n'}
    run = serviced(image, replaced=replaced)
    for slot, piece in (("red", "Colonel"), ("blue", "Flag")):
        run.insert(slot, piece)
        run.wait(1500)
        assert ask(run, "register", slot=slot, piece=piece)["piece"] == piece
    assert ask(run, "tags")["count"] == 2
    assert battle(Run(image, nvm=run.board.nvm, replaced=replaced))
