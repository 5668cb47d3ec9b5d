"""Measures the firmware on the emulated board: heap, start, step time, first light.

A few lines of ours stand before the folder's code.py. They hold a free pin high while a step runs,
so that times are taken outside, to the cycle.
"""

from __future__ import annotations

import re
import statistics
from pathlib import Path
from typing import NamedTuple

from .. import drive as folders
from ..errors import SimulationError
from ..scenario import parse
from .play import Run

MARK = 22  # a GPIO that the pin map leaves free

# In one file with the firmware's: its first line runs when all of it is compiled.
# What is printed before USB is up is lost, so the heap is told when it is.
_PROBE = f"""\
import board, digitalio
mark = digitalio.DigitalInOut(board.GP{MARK})
mark.switch_to_output(True)
import gc, supervisor
from arbiter.app import App
step = App.step

def measured(self, now):
    mark.value = True
    pause = step(self, now)
    mark.value = False
    return pause

def unheard(self, now):
    if supervisor.runtime.serial_connected:
        App.step = measured
        print("heap left", heap)
    return step(self, now)

def first(self, now):
    global heap
    mark.value = False
    pause = measured(self, now)
    gc.collect()
    heap = gc.mem_free()
    App.step = unheard
    return pause

App.step = first
"""

_SECOND_MS = 3000
_BATTLE = parse(
    f"""
    at 2 s put red colonel in
    at {_SECOND_MS} ms put blue major in
    at 7 s lift red
    at 7500 ms end
    """,
    "the battle that is measured",
)


class Figures(NamedTuple):
    """What was measured: heap in bytes after a collection, times in milliseconds.

    `ready` counts from the first line of code.py to the first step, which reads the slots,
    `first_light` from the last contact change of the second piece. Steps are those of a
    deliberation, the one that begins it included.
    """

    heap_left: int
    power_on_to_code: float
    ready: float
    step_p50: float
    step_p99: float
    step_longest: float
    first_light: float


def measure(image: Path, firmware: Path | None = None) -> Figures:
    """Play a battle with the firmware of a folder and measure. Raises as `Run` does."""
    own = folders.Drive(firmware or folders.firmware_folder()).text("code.py")
    run = Run(image, firmware, replaced={"code.py": _PROBE + own}, watched=MARK)
    _BATTLE.schedule(run)
    run.wait(_BATTLE.end_ms - run.now_ms)
    code, _, *marks = [entry.t_us / 1000 for entry in run.log if entry.kind == "level"]
    lit, judged = _deliberation(run)
    steps = [
        end - start
        for start, end in zip(marks[::2], marks[1::2], strict=False)
        if lit < end < judged
    ]
    rested = max(t_us / 1000 for t_us, _, _ in run.touches if t_us / 1000 < lit)
    return Figures(
        heap_left=_heap_left(run),
        power_on_to_code=code - run.power_on_ms,
        ready=marks[0] - code,
        step_p50=statistics.median(steps),
        step_p99=statistics.quantiles(steps, n=100)[98],
        step_longest=max(steps),
        first_light=lit - rested,
    )


def _deliberation(run: Run) -> tuple[float, float]:
    """When its first light came and when the verdict was told."""
    lit = next(ms for ms, _ in run.log.frames() if ms > _SECOND_MS)
    told = (e.t_us / 1000 for e in run.log if e.kind == "usb" and b'"verdict"' in e.data)
    return lit, next(told)


def _heap_left(run: Run) -> int:
    found = re.search(r"heap left (\d+)", run.log.text())
    if found is None:
        raise SimulationError("the firmware did not come to its first step")
    return int(found[1])
