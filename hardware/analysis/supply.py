"""The power path in ngspice, what it draws when off, and how long a battery lasts.

Three AA: 2000 mAh to 0.9 V a cell at 25 to 100 mA (Energizer E91 data sheet); LiPo: 1000 mAh.
The box at work: 25 mA at 3.3 V for the Pico, an assumption to be measured in the build guide's
stage of the bare board; through its converter, 85 % (RT6150 data sheet).
"""

from __future__ import annotations

from typing import NamedTuple

from arbiter import cues, rules
from hardware.analysis import pixels
from hardware.analysis.result import Result
from hardware.analysis.spice import measure

AA_MAH, LIPO_MAH = 2000, 1000
EMPTY_V, FRESH_V, MEAN_V = 2.7, 4.8, 3.9  # three AA; a LiPo lies within
DROP_V = 0.3  # D1 and fuse at 50 mA: SS14 data sheet 0.25 V, fuse 1 ohm
PICO_MA, PICO_V, CONVERTER = 25.0, 3.3, 0.85
CONVERTER_STARTS_V = 1.8  # RT6150 data sheet
PIEZO_MA = 2.4  # sound.py
FUSE_A = 0.5
SHELF_HOURS = 5 * 365 * 24  # beyond that, a cell's own discharge counts
# CircuitPython's deep sleep on an RP2040 draws several mA (platform facts): the other way to sleep.
DEEP_SLEEP_MA = 5.0

# Leaks of the off state at 25 C, from the data sheets' largest values, in uA.
LEAKS_UA = {"Q1 AO3401A": 1.0, "14 lines of USBLC6": 2.1, "14 of BAS70": 1.4, "ceramics": 0.5}
HALL_UA = 14 * 1.6  # DRV5032, 20 Hz version, typical at 3 V
FORGOTTEN_UA = 1e6 * MEAN_V / 220e3  # through the WAKE line's pull-up, for each piece left in


class State(NamedTuple):
    """What the battery gives in a state, in mA."""

    name: str
    current_ma: float


def pico_ma() -> float:
    """The Pico's share, at the battery's mean voltage less the diode."""
    return PICO_MA * PICO_V / CONVERTER / (MEAN_V - DROP_V)


def states() -> list[State]:
    """The box's states of the design page, with the firmware's own lights."""
    budget = pixels.default_budget_ma()
    lit = {
        "asleep, power held": cues.DARK,
        "waiting": cues.seats("seated", "empty"),
        "unseated": cues.seats("unseated", "seated"),
        "deliberating": cues.RUNNER,
        "verdict": cues.verdict(rules.TIE),
        "victory": cues.victory(rules.FLAG_DUEL),
        "spent": cues.spent(rules.FLAG_DUEL),
        "spent, dimmed": cues.dimmed(rules.FLAG_DUEL),
    }
    sounding = ("deliberating", "verdict", "victory")
    off = sum(LEAKS_UA.values()) / 1000
    found = [State("off, contacts", off), State("off, Hall switches", off + HALL_UA / 1000)]
    found.append(State("off, a piece forgotten", off + FORGOTTEN_UA / 1000))
    for name, timeline in lit.items():
        sound = PIEZO_MA if name in sounding else 0
        found.append(State(name, pico_ma() + pixels.average_ma(timeline, budget) + sound))
    return found


def life() -> list[Result]:
    """Hours on three AA per state; the two ways to sleep beside each other."""
    lines = []
    for state in states():
        hours = AA_MAH / state.current_ma
        low = SHELF_HOURS if state.name.startswith("off") else 10
        lines.append(
            Result("battery life", f"{state.name}: {state.current_ma:.3g} mA", hours, "h", low)
        )
    sleeping = AA_MAH / (DEEP_SLEEP_MA + 0.5) / 24
    lines.append(Result("battery life", "deep sleep instead of off (why not)", sleeping, "days"))
    play = next(s.current_ma for s in states() if s.name == "spent")
    lines.append(Result("battery life", "LiPo 1000 mAh, lights always on", LIPO_MAH / play, "h", 6))
    return lines


def power_path() -> list[Result]:
    """The latch at both ends of the battery and of Q1's threshold."""
    lines = []
    for name, volts, threshold in (("fresh", FRESH_V, -0.5), ("empty", EMPTY_V, -1.3)):
        found = measure("power.cir", vbat=volts, vth=threshold)
        subject = f"latch, {name} battery"
        surge, left = -found["i_inrush"], found["v_let_go"]
        forgotten = -1e6 * found["i_let_go"]
        lines += [
            Result(subject, "from the contact to 3V3", 1e3 * found["t_start"], "ms", None, 300),
            Result(subject, "surge, pixels' 470 uF included", surge, "A", None, FUSE_A),
            Result(subject, "drop across Q1", 1e3 * found["v_drop_on"], "mV", None, 50),
            Result(subject, "VSYS while held", found["v_held"], "V", 1.9),
            Result(subject, "VSYS 2.4 s after HOLD low, piece still in", left, "V", None, 1.5),
            Result(subject, "current then, leaks apart", forgotten, "uA", None, 25),
            Result(subject, "VSYS after the other slot's piece", found["v_again"], "V", 1.9),
        ]
    return lines


def battery_comes_in() -> list[Result]:
    """A battery that is plugged in leaves the box off, and the first piece then wakes it.

    The worst is a fresh one with the lowest threshold: C3 holds the gate back while VS rises.
    """
    found = measure("power.cir", vbat=FRESH_V, vth=-0.5, charged=0)
    subject = "latch, battery comes in"
    return [
        Result(subject, "VSYS without a piece", found["v_off"], "V", None, CONVERTER_STARTS_V),
        Result(subject, "from the contact to 3V3", 1e3 * found["t_start"], "ms", None, 300),
    ]


def let_go_v() -> float:
    """The voltage on HOLD below which Q3 opens: the Pico must still run there (1.62 V and up)."""
    base_emitter_v, r7_ohm, r8_ohm = 0.6, 47e3, 22e3
    return base_emitter_v * (r7_ohm + r8_ohm) / r8_ohm


def pixel_range() -> list[Result]:
    """From which battery voltage on the pixels are within their data sheet."""
    board, strip = pixels.PIXEL_LEAST_V + DROP_V, pixels.PIXEL_LEAST_V + DROP_V + 0.7
    return [
        Result("latch", "HOLD lets go below", let_go_v(), "V", 1.62, 2.5),
        Result("pixel supply", "battery for 3.5 V at the pixels, board", board, "V", None, 3.9),
        Result("pixel supply", "the same with a dropped supply (stripboard)", strip, "V"),
    ]


def results() -> list[Result]:
    """Everything about the supply."""
    return power_path() + battery_comes_in() + pixel_range() + life()
