"""The life of CircuitPython on a board: boot.py, then code.py, and again if it is asked to."""

from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING

from greenlet import GreenletExit

from .drive import Drive
from .errors import FirmwareStopped
from .loader import Loader
from .modules import provided
from .restart import NextCode, PowerOff, Reload, ResetReason, RunReason
from .world import NEVER

if TYPE_CHECKING:
    from .machine import Machine

_RELOAD_US = 20_000  # from one run of code.py to the next (measured on 10.0.0: 20 to 30 ms)


class CircuitPython:
    """Runs the programs of a drive. Its methods run as the firmware, inside the greenlet."""

    def __init__(self, machine: "Machine", drive: Drive) -> None:
        self.drive = drive
        self.loader = Loader(drive)
        self.next_code = NextCode()
        self.run_reason = RunReason.STARTUP
        self.previous_traceback: str | None = None
        self._machine = machine

    def live(self) -> None:
        """From the chip's start until the power goes."""
        try:
            if self._machine.reset_reason is ResetReason.SOFTWARE:
                # So that a program that resets the chip for ever does not do it all at one instant.
                self._pause()
            self._start()
            while True:
                if not self._run_code():
                    self._idle()
                self._pause()
        except PowerOff:
            return

    def print_text(self, text: str) -> None:
        """Print on the console, if boot.py left one."""
        machine = self._machine
        if machine.usb.console is not None:
            machine.log.add(machine.world.now, "console", text)

    def _start(self) -> None:
        """Run boot.py, then join the USB."""
        self._machine.usb.start()
        self.next_code = NextCode()
        self.run_reason = RunReason.STARTUP
        self.previous_traceback = None
        if self.drive.host_path("boot.py").is_file():
            error = self._run("boot.py")
            if error is not None:
                self._ended("boot.py", error)
        self._machine.usb.attached = True

    def _run_code(self) -> bool:
        """One run of code.py. True if it is to be run again."""
        name = self.next_code.filename or "code.py"
        error = self._run(name)
        again = self.next_code.reloads(error)
        self.next_code = self.next_code.after(error)
        self.previous_traceback = None
        if isinstance(error, Reload):
            self.run_reason = RunReason.SUPERVISOR_RELOAD
        else:
            # The reason stays what it was, also where an error starts it again (measured).
            self._ended(name, error)
        return again

    def _run(self, path: str) -> BaseException | None:
        """Run a program in a fresh Python; returns what ended it."""
        self.loader = Loader(self.drive)
        self.loader.provide(provided(self._machine), open=self.drive.open, print=self._print)
        with _Ending(self._machine.typed) as ending:
            self.loader.run(self.drive.host_path(path))
        self._machine.chip.reset()
        self._machine.dog_bites_us = NEVER  # `reset_port` of ports/raspberrypi ends it, too
        return ending.error

    def _ended(self, name: str, error: BaseException | None) -> None:
        """A program ended that should run for ever: say so here and to who drives the machine."""
        what = "it ran to its end"
        if error is not None:
            self.previous_traceback = self.drive.traceback(error)
            self.print_text(self.previous_traceback)
            what = self.previous_traceback.splitlines()[-1]
        stopped = FirmwareStopped(f"{name} stopped at {self._machine.now_ms}: {what}")
        stopped.__cause__ = error
        self._machine.report(stopped)

    def _idle(self) -> None:
        """Code done running: wait for someone to ask for more."""
        try:
            self._sleep_until(NEVER)
        except Reload:
            self.run_reason = RunReason.REPL_RELOAD

    def _pause(self) -> None:
        """Start code.py again; who asks for that meanwhile asks for no more."""
        until_us = self._machine.world.now + _RELOAD_US
        while self._machine.world.now < until_us:
            with suppress(Reload):
                self._sleep_until(until_us)

    def _sleep_until(self, wake_us: int) -> None:
        """Sleep while no program runs: there is nothing that Ctrl-C could end."""
        while self._machine.world.now < wake_us:
            try:
                self._machine.sleep_until(wake_us)
            except KeyboardInterrupt as error:
                if not self._machine.typed(error):
                    raise

    def _print(self, *values: object, sep: str = " ", end: str = "\n") -> None:
        self.print_text(sep.join(map(str, values)) + end)


class _Ending:
    """Keeps what ended a program, whatever it was; lets pass what is not its doing."""

    def __init__(self, typed: Callable[[BaseException], bool]) -> None:
        self.error: BaseException | None = None
        self._typed = typed

    def __enter__(self) -> "_Ending":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> bool:
        self.error = error
        # Ctrl-C in the terminal of this process is for the process, not for the firmware.
        foreign = isinstance(error, KeyboardInterrupt) and not self._typed(error)
        return not (foreign or isinstance(error, PowerOff | GreenletExit))
