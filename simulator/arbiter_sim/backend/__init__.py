"""The lowest layer of Adafruit Blinka's OS-agnostic board, ours in place of its random values.

This is the only place that touches Blinka's modules or `sys.modules`, once in a process.
"""

import os
import sys
from types import ModuleType

from . import analog, pico, pixels, pwm
from .pin import Pin

_CHIP = "adafruit_blinka.microcontroller.generic_agnostic_board"
_BOARD = "adafruit_blinka.board.generic_agnostic_board"
_ENTRANCES = ("board", "digitalio", "pwmio", "analogio", "microcontroller", "adafruit_blinka")
_SWITCH = "BLINKA_OS_AGNOSTIC"


def install() -> None:
    """Put our layer under Blinka. Harmless when already done.

    Raises RuntimeError if Blinka, or another `board` module, was imported before.
    """
    if _installed():
        return
    for name in _ENTRANCES:
        if name in sys.modules:
            raise RuntimeError(
                f"module {name!r} was imported before the simulated board: "
                "make the first arbiter_sim.Box before importing CircuitPython modules"
            )
    sys.modules.update(_layer())
    _import_blinka()


def _installed() -> bool:
    return getattr(sys.modules.get(f"{_CHIP}.pin"), "Pin", None) is Pin


def _layer() -> dict[str, ModuleType]:
    return {
        f"{_CHIP}.pin": _module(f"{_CHIP}.pin", Pin=Pin, **pico.GPIO_NAMES),
        f"{_CHIP}.PWMOut": _module(f"{_CHIP}.PWMOut", PWMOut=pwm.PWMOut),
        f"{_CHIP}.analogio": _module(
            f"{_CHIP}.analogio", AnalogIn=analog.AnalogIn, AnalogOut=analog.AnalogOut
        ),
        f"{_CHIP}.neopixel": _module(f"{_CHIP}.neopixel", neopixel_write=pixels.neopixel_write),
        _BOARD: _module(_BOARD, **pico.BOARD_NAMES),
    }


def _module(name: str, **names: object) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(names)
    return module


def _import_blinka() -> None:
    # Blinka looks at the environment while it is imported; put back what was there.
    before = os.environ.get(_SWITCH)
    os.environ[_SWITCH] = "1"
    try:
        import analogio  # noqa: F401
        import board  # noqa: F401
        import digitalio  # noqa: F401
        import microcontroller  # noqa: F401
        import neopixel  # noqa: F401
        import pwmio  # noqa: F401
    finally:
        del os.environ[_SWITCH]
        if before is not None:
            os.environ[_SWITCH] = before
