"""The pixels' current, frame by frame of the firmware's own cues, and the level of their data.

WS2812B data sheet: data is high from 0.7 of the supply; supply 3.5 to 5.3 V. SN74AHCT1G125 data
sheet: high from 2.0 V at 4.5 to 5.5 V; below 4.5 V it promises nothing, but no CMOS input asks for
more than 0.7 of its supply.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arbiter import cues, rules, settings
from arbiter.hw import pinout
from hardware.analysis.result import Result

PIXELS = 8
FULL_COLOUR_MA, DARK_MA = 20, 1.0
PIN_HIGH_V = 3.2  # of the RP2040 at 3.3 V and no load worth the name
USB_VSYS_V = 4.75  # 5.05 V less the Pico's own Schottky diode
PIXEL_LEAST_V = 3.5


def lamps_scaling() -> tuple[Callable[[Any, int, int], tuple[int, ...]], int]:
    """The firmware's own scaling of a colour, and the mA of one full colour that it reckons with.

    ``hw/lamps.py`` imports ``neopixel``, which wants a board; only its arithmetic is wanted here.
    """
    path = Path(pinout.__file__).with_name("lamps.py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kept: list[ast.stmt] = [
        node for node in tree.body if isinstance(node, ast.Assign | ast.FunctionDef)
    ]
    names: dict[str, Any] = {}
    exec(compile(ast.Module(kept, []), str(path), "exec"), names)
    return names["_scaled"], names["_FULL_COLOUR_MA"]


def frames() -> set[bytes]:
    """Every frame that the box can show."""
    seats = ("empty", "seated", "unseated")
    timelines = [cues.DARK, cues.RUNNER, cues.VOID]
    timelines += [cues.seats(red, blue) for red in seats for blue in seats]
    timelines += [cues.fault(number) for number in (1, 2, 3)]
    classes = (rules.RED, rules.BLUE, rules.TIE, rules.RED_CAPTURES, rules.BLUE_CAPTURES)
    for show in (cues.verdict, cues.victory, cues.spent, cues.dimmed):
        timelines += [show(verdict) for verdict in (*classes, rules.FLAG_DUEL)]
    return {frame for _, steps in timelines for frame, _ in steps}


def current_ma(frame: bytes, budget_ma: int) -> float:
    """What a frame draws, the dark pixels' share included."""
    scaled, full_ma = lamps_scaling()
    palette = [scaled(colour, budget_ma, PIXELS * 3 * full_ma) for colour in cues.PALETTE]
    parts = sum(sum(palette[index]) for index in frame)
    return parts / 255 * FULL_COLOUR_MA + PIXELS * DARK_MA


def average_ma(timeline: tuple[Any, Any], budget_ma: int) -> float:
    """The mean over a timeline's steps; a frame that stays for ever counts alone."""
    steps = [(current_ma(frame, budget_ma), ms) for frame, ms in timeline[1]]
    forever = [current for current, ms in steps if ms == cues.FOREVER]
    return forever[0] if forever else sum(c * ms for c, ms in steps) / sum(ms for _, ms in steps)


def default_budget_ma() -> int:
    """The firmware's default of PIXEL_MA."""
    return int(next(s.default for s in settings.SETTINGS if s.key == "PIXEL_MA"))


def results() -> list[Result]:
    """Budget kept at its default and at its ends; both ways to make the data level fit."""
    lowest, highest = next(s.allowed for s in settings.SETTINGS if s.key == "PIXEL_MA")
    lines = []
    for budget in (lowest, default_budget_ma(), highest):
        most = max(current_ma(frame, budget) for frame in frames())
        # One step of 1/255 is 0.08 mA, and a colour is never scaled to nothing.
        limit = budget + PIXELS * DARK_MA + 24 * FULL_COLOUR_MA / 255
        lines.append(Result("pixels", f"most at PIXEL_MA = {budget}", most, "mA", None, limit))
    return lines + _levels()


def _levels() -> list[Result]:
    direct = PIN_HIGH_V - 0.7 * USB_VSYS_V
    dropped = PIN_HIGH_V - 0.7 * (USB_VSYS_V - 0.7)
    return [
        Result("pixel data", "no shifter, no drop, USB: margin (why not)", direct, "V"),
        Result("pixel data", "dropped supply (stripboard), USB: margin", dropped, "V", 0.2),
        Result("pixel data", "shifter (board), 4.5 V and more: margin", PIN_HIGH_V - 2.0, "V", 0.5),
        Result("pixel data", "shifter (board), below 4.5 V", PIN_HIGH_V - 0.7 * 4.5, "V", 0.0),
    ]
