"""The piezo's driver in ngspice, at the highest pitch that the firmware sounds.

A pin of the RP2040 gives 4 mA by default (datasheet, pad controls); Q5 bears 40 V and 200 mA.
"""

from __future__ import annotations

from arbiter import cues
from hardware.analysis.result import Result
from hardware.analysis.spice import measure

PIEZO_F = 20e-9  # of a 27 mm disc, the largest of the usual ones
_LOW_BATTERY_V, _USB_V = 2.7, 4.7


def highest_hz() -> int:
    """The highest pitch of any timeline."""
    timelines = [value for value in vars(cues).values() if isinstance(value, tuple)]
    pitches = [cues.TAPS, cues.DELIBERATION, cues.COMPLAINT, cues.ABORTED, cues.CLICK]
    assert all(timeline in timelines for timeline in pitches)
    return max(hz for _, steps in pitches for hz, _ in steps)


def results() -> list[Result]:
    """Swing and speed on an empty battery, current on USB; and a magnetic buzzer by mistake."""
    hz = highest_hz()
    weak = measure("piezo.cir", hz=hz, cpiezo=PIEZO_F, vsys=_LOW_BATTERY_V)
    strong = measure("piezo.cir", hz=hz, cpiezo=PIEZO_F, vsys=_USB_V)
    wrong = measure("buzzer.cir", vsys=_USB_V)
    subject = "piezo"
    rise = weak["t_rise"] / (0.5 / hz)
    return [
        Result(subject, f"swing on an empty battery, {hz} Hz", weak["v_swing"], "V", 2.5),
        Result(subject, "rise time over half a period", rise, "", None, 0.35),
        Result(subject, "average current on USB", -1e3 * strong["i_average"], "mA", None, 4),
        Result(subject, "peak current of the pin", -1e3 * strong["i_pin"], "mA", None, 4),
        Result(subject, "magnetic buzzer: peak at Q5", wrong["v_peak"], "V", None, 20),
        Result(subject, "magnetic buzzer: current", -1e3 * wrong["i_average"], "mA", None, 100),
    ]
