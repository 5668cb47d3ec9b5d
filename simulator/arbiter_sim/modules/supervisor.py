"""`supervisor`: ticks, restarts, and what the board knows about its own run.

CircuitPython: shared-bindings/supervisor/__init__.c and Runtime.c; names as `dir()` gives them.
"""

from enum import Enum
from typing import TYPE_CHECKING

from ..restart import NextCode, Reload, RunReason
from .base import BoardModule
from .clock import Clock

if TYPE_CHECKING:
    from ..machine import Machine

TICKS_PERIOD = 1 << 29
# The counter starts just under its wrap, to bring out code that cannot cope with it.
TICKS_START = TICKS_PERIOD - 65_536


class SafeModeReason(Enum):
    """Why the board is in safe mode: it never is here."""

    NONE = 0


class Runtime:
    """`supervisor.runtime`."""

    __slots__ = ("_machine", "autoreload")

    def __init__(self, machine: "Machine") -> None:
        self._machine = machine
        self.autoreload = True

    @property
    def run_reason(self) -> RunReason:
        """Why this run of code.py began."""
        return self._machine.python.run_reason

    @property
    def safe_mode_reason(self) -> SafeModeReason:
        """Never in safe mode."""
        return SafeModeReason.NONE

    @property
    def usb_connected(self) -> bool:
        """Whether the computer knows the device."""
        return self._machine.usb.attached

    @property
    def serial_connected(self) -> bool:
        """Whether there is a console that somebody reads."""
        return self._machine.usb.console is not None

    @property
    def serial_bytes_available(self) -> int:
        """Nobody types on the console, but for Ctrl-C."""
        return 0


def module(machine: "Machine") -> BoardModule:
    """The module for one run."""
    clock = Clock(machine)

    def ticks_ms() -> int:
        return (TICKS_START + clock.us() // 1000) % TICKS_PERIOD

    def reload() -> None:
        raise Reload

    def set_next_code_file(filename: str | None, **options: bool) -> None:
        machine.python.next_code = NextCode(filename, **options)

    return BoardModule(
        "supervisor",
        RunReason=RunReason,
        SafeModeReason=SafeModeReason,
        runtime=Runtime(machine),
        ticks_ms=ticks_ms,
        reload=reload,
        set_next_code_file=set_next_code_file,
        get_previous_traceback=lambda: machine.python.previous_traceback,
    )
