"""The builder's test program, run on the simulated box."""

from __future__ import annotations

from arbiter_sim import Box
from hardware.electronics.paths import ELECTRONICS

PROGRAM = (ELECTRONICS / "bench_test.py").read_text(encoding="utf-8")
READY_MS = 8_000  # a second of starting, the scale, then three times eight pixels


def test_it_names_what_is_closed_and_measures_the_supply():
    with Box(replaced={"code.py": PROGRAM}) as box:
        box.wait(READY_MS)
        assert "red 0000000  blue 0000000  button up" in box.console
        assert "VSYS " in box.console
        box.insert("blue", "colonel")
        box.wait(1_000)
        assert "red 0000000  blue 0100110  button up" in box.console


def test_it_sounds_the_scale_and_lights_every_pixel_in_turn():
    with Box(replaced={"code.py": PROGRAM}) as box:
        box.wait(READY_MS)
        heard = [entry.data[0] for entry in box.log if entry.kind == "tone" and entry.data[0]]
        lit = {i for _, frame in box.log.frames() for i, colour in enumerate(frame) if any(colour)}
        assert heard == sorted(heard)
        assert len(heard) == 6
        assert lit == set(range(8))


def test_the_button_held_lets_the_power_go():
    with Box(replaced={"code.py": PROGRAM}) as box:
        box.wait(READY_MS)
        box.press(3_000)
        box.wait(3_000)
        assert "power goes" in box.console
