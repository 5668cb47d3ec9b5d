"""The other two readers on real CircuitPython: the same dividers and PN532 as in the simulator."""

from itertools import pairwise

import pytest

from arbiter import store
from arbiter_sim import converter
from arbiter_sim.hands import registry
from arbiter_sim.modules.nvm import SIZE, Nvm

STARTED_MS = 1500
DELIBERATION_MS = 1000
# A frame is due every 20 ms; collecting garbage takes the rest, with contacts as well.
LONGEST_FRAME_MS = 40
LIGHT_MS = {"resistors": 113, "nfc": 413}


CYCLES_US = 5  # of what hangs on the level itself; noise, which knows no rank, makes more


def a_run(image, reader):
    from arbiter_sim.emulated.play import Run

    nvm = Nvm(on_cut=lambda: None)
    store.save(nvm, {"tags": registry()})
    settings = f'READER = "{reader}"\nDELIBERATION_MS = {DELIBERATION_MS}\n'
    run = Run(image, replaced={"settings.toml": settings}, nvm=bytes(nvm[0:SIZE]))
    run.wait(STARTED_MS)
    return run


@pytest.mark.parametrize("reader", LIGHT_MS)
def test_a_battle_is_judged_in_time_and_its_lights_are_even(image, reader):
    run = a_run(image, reader)
    run.insert("red", "Colonel")
    run.wait(700)
    run.insert("blue", "Private")
    inserted = run.now_ms
    run.wait(3000)
    assert b'"class": "red"' in run.log.usb()
    frames = [ms for ms, _ in run.log.frames() if ms > inserted]
    assert frames[0] - inserted <= LIGHT_MS[reader]
    deliberation = frames[: DELIBERATION_MS // 20]
    assert max(later - ms for ms, later in pairwise(deliberation)) <= LONGEST_FRAME_MS
    run.lift("red")
    run.lift("blue")
    run.wait(600)
    assert run.log.frames()[-1][1] == ((0, 0, 0),) * 8


def test_a_silent_pn532_is_a_fault_that_names_its_slot(image):
    run = a_run(image, "nfc")
    run.pn532("blue").fail("hung")
    run.wait(2000)
    assert b'"number": 3' in run.log.usb()
    assert b"blue reader" in run.log.usb()


def test_the_time_that_a_level_takes_tells_nothing_of_the_rank(image, monkeypatch):
    """Two battles of one class, with a converter that does not rustle."""
    monkeypatch.setattr(converter, "NOISE_LSB", 0)
    monkeypatch.setattr(converter, "RIPPLE", 0)
    first, other = (sights(image, *pair) for pair in ((1, 12), (10, 13)))
    assert [kind for _, kind in first] == [kind for _, kind in other]
    apart_ns = [abs(ns - their_ns) for (ns, _), (their_ns, _) in zip(first, other, strict=True)]
    assert max(apart_ns) <= CYCLES_US * 1000


def sights(image, red, blue):
    """(ns, kind) of all that leaves a board with resistors in a battle."""
    run = a_run(image, "resistors")
    run.insert("red", red)
    run.insert("blue", blue)
    run.wait(2500)
    return [(happening.nanos, happening.kind) for happening in run.board.happenings]
