"""How a program's run ends and what comes next."""

from enum import Enum
from typing import NamedTuple


class PowerOff(BaseException):
    """The power goes: thrown into the firmware to end it. No Exception, so handlers let it pass."""


class Reload(BaseException):
    """`supervisor.reload()`, or Ctrl-D on the console: code.py starts again."""


class RunReason(Enum):
    """Why code.py runs (shared-bindings/supervisor/RunReason.c)."""

    STARTUP = 0
    AUTO_RELOAD = 1
    SUPERVISOR_RELOAD = 2
    REPL_RELOAD = 3


class ResetReason(Enum):
    """Why the chip started (shared-bindings/microcontroller/ResetReason.c), as far as simulated."""

    POWER_ON = 0
    SOFTWARE = 2
    RESET_PIN = 4
    WATCHDOG = 5


class NextCode(NamedTuple):
    """What `supervisor.set_next_code_file` asked for."""

    filename: str | None = None
    reload_on_success: bool = False
    reload_on_error: bool = False
    sticky_on_success: bool = False
    sticky_on_error: bool = False
    sticky_on_reload: bool = False

    def reloads(self, error: BaseException | None) -> bool:
        """Whether a run that ended so is followed by another."""
        if isinstance(error, Reload):
            return True
        return self.reload_on_error if error else self.reload_on_success

    def after(self, error: BaseException | None) -> "NextCode":
        """What of it holds for the run after one that ended so."""
        if isinstance(error, Reload):
            sticks = self.sticky_on_reload
        else:
            sticks = self.sticky_on_error if error else self.sticky_on_success
        return self if sticks else NextCode()
