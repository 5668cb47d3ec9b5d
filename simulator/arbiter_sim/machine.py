"""Runs the programs of a drive on a simulated chip, in simulated time.

The firmware runs in a greenlet. When it sleeps past the next thing that happens in the world, or
past the time somebody waits for, it switches back to whoever drives the machine; all that happens
outside the chip happens there, so an error of the outside is raised there, not in the firmware.
"""

from collections.abc import Callable
from types import TracebackType
from typing import NoReturn

from greenlet import GreenletExit, getcurrent, greenlet

from .chip import Chip, use
from .drive import Drive
from .errors import FirmwareHangs, FirmwareStopped, SimulationError
from .loader import Loader
from .log import Log
from .modules import provided
from .restart import NextCode, PowerOff, Reload, ResetReason, RunReason
from .usb import Usb
from .world import NEVER, World

_RELOAD_US = 20_000  # from one run of code.py to the next (measured on 10.0.0: 20 to 30 ms)
_NVM_BYTES = 4096
_MOST_DEAD_SLEEPS = 10

# Firmware that goes on after the power went can only be left alone; freeing it would wake it up.
_zombies: list[greenlet] = []


class _Ending:
    """Keeps what ended a program, whatever it was; lets pass what is not its doing."""

    def __init__(self, ctrl_c: Callable[[], BaseException | None]) -> None:
        self.error: BaseException | None = None
        self._ctrl_c = ctrl_c

    def __enter__(self) -> "_Ending":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> bool:
        self.error = error
        # Ctrl-C in the terminal of this process is for the process, not for the firmware.
        ours = isinstance(error, KeyboardInterrupt) and error is not self._ctrl_c()
        return not (ours or isinstance(error, PowerOff | GreenletExit))


class Machine:
    """One board with its drive. Times in microseconds; see `World`."""

    def __init__(self, drive: Drive, world: World, usb: Usb, log: Log, uptime_us: int) -> None:
        self.drive = drive
        self.world = world
        self.usb = usb
        self.chip = Chip(world, self.refuse)
        self.uptime_us = uptime_us
        self.loader = Loader(drive)
        self.nvm = bytearray(b"\xff" * _NVM_BYTES)
        self.next_code = NextCode()
        self.previous_traceback: str | None = None
        self.run_reason = RunReason.STARTUP
        self.reset_reason = ResetReason.POWER_ON
        self._log = log
        self._dead_sleeps = 0
        self._powered = False
        self._wake = NEVER
        self._error: SimulationError | None = None
        self._interrupt: KeyboardInterrupt | None = None
        self._interrupted = False
        self._reloaded = False
        self._reset_asked = False
        self._firmware = greenlet(self._live)
        self._driver = getcurrent()

    # What the outside does.

    def power_on(self, reason: ResetReason = ResetReason.POWER_ON) -> None:
        """Start the chip: boot.py, then code.py until it first sleeps."""
        self._log.closed = False
        self.chip.reset()
        self._powered = True
        self._dead_sleeps = 0
        self.reset_reason = reason
        self._firmware = greenlet(self._live)
        self._resume()

    def power_off(self) -> None:
        """End the firmware where it is. Its clean-up runs, but nothing of it leaves the chip."""
        self._log.closed = True
        self._powered = False
        self.world.horizon = 0
        if self._firmware:
            self._throw(PowerOff())
        if self._firmware:
            _zombies.append(self._firmware)
        self._wake = NEVER
        self._error = None
        self._interrupted = self._reloaded = False
        # The chip's clock starts anew with the chip.
        self.uptime_us = -self.world.now

    def reset(self, reason: ResetReason) -> None:
        """Start the chip anew, without its power going."""
        self.power_off()
        self.power_on(reason)

    def reload(self) -> None:
        """Have code.py start anew, as after Ctrl-D or a change of the drive with auto-reload on."""
        self._reloaded = True

    def run_until(self, t_us: int) -> None:
        """Let time pass until `t_us`.

        Raises FirmwareStopped when a program ends on the way, and whatever the simulator refused.
        """
        if getcurrent() is self._firmware:
            raise SimulationError("time cannot be waited for from inside something that happens")
        self._complain()
        while self._advance(t_us):
            self._complain()

    def run_once(self, t_us: int) -> None:
        """Like `run_until`, but only as far as the firmware's next wake-up."""
        self.run_until(min(t_us, max(self._wake, self.world.now)))

    def oversleep(self, t_us: int) -> None:
        """Like `run_until`, but the firmware's current sleep lasts until `t_us`."""
        if self._wake < t_us:
            self._wake = t_us
        self.run_until(t_us)

    def interrupt(self) -> None:
        """Ctrl-C on the console, if there is one: KeyboardInterrupt out of the current sleep."""
        self._interrupted = self.usb.console is not None

    # What the firmware does.

    def sleep_until(self, wake_us: int) -> None:
        """Sleep; all that is due before happens meanwhile."""
        if wake_us < self.world.horizon:
            self.world.now = wake_us
            return
        if not self._powered:
            self._die()
        self._wake = wake_us
        self._driver.switch()

    def refuse(self, error: SimulationError) -> NoReturn:
        """End the run with an error that goes to whoever drives the machine."""
        if getcurrent() is not self._firmware:
            raise error
        self._error = error
        self._wake = NEVER
        self._driver.switch()
        raise PowerOff  # nothing but the end of the power brings us back

    def ask_reset(self) -> NoReturn:
        """Reset the chip from within; like the real one, it does not come back to clean up."""
        self._reset_asked = True
        self._driver.switch()
        raise PowerOff

    def hang(self, why: str) -> NoReturn:
        """The firmware would never come back from what it does now."""
        self.refuse(FirmwareHangs(f"the firmware hangs at {self._now_ms()}: {why}"))

    def print_text(self, text: str) -> None:
        """Print on the console, if boot.py left one."""
        if self.usb.console is not None:
            self._log.add(self.world.now, "console", text)

    # How it is run.

    def _advance(self, t_us: int) -> bool:
        """Do the next thing due by `t_us`, in the world or in the firmware. False: none is."""
        world = self.world
        if self._reset_asked:
            self._reset_asked = False
            self.reset(ResetReason.SOFTWARE)
        elif self._reloaded:
            self._reloaded = False
            self._throw(Reload())
        elif self._interrupted:
            self._interrupted = False
            self._interrupt = KeyboardInterrupt()
            self._throw(self._interrupt)
        elif world.next_us <= min(t_us, self._wake):
            world.happen()
        elif self._wake <= t_us:
            world.now = self._wake
            world.horizon = min(t_us, world.next_us)
            self._resume()
        else:
            world.now = max(world.now, t_us)
            return False
        return True

    def _resume(self) -> None:
        self._enter()
        self._firmware.switch()

    def _throw(self, error: BaseException) -> None:
        self._enter()
        self._firmware.throw(error)

    def _enter(self) -> None:
        self._wake = NEVER  # unless it sleeps again
        self._driver = self._firmware.parent = getcurrent()
        use(self.chip)

    def _die(self) -> NoReturn:
        """The power is gone: unwind, however often it takes."""
        self._dead_sleeps += 1
        while self._dead_sleeps > _MOST_DEAD_SLEEPS:
            self._driver.switch()
        raise PowerOff

    def _complain(self) -> None:
        error, self._error = self._error, None
        if error is not None:
            raise error

    def _live(self) -> None:
        """The chip's life from its start until the power goes."""
        try:
            if self.reset_reason is ResetReason.SOFTWARE:
                # So that a program that resets the chip for ever does not do it all at one instant.
                self.sleep_until(self.world.now + _RELOAD_US)
            self.usb.start()
            self.next_code = NextCode()
            self.run_reason = RunReason.STARTUP
            self._run_boot()
            while True:
                if not self._run_code():
                    self._idle()
                self.sleep_until(self.world.now + _RELOAD_US)
        except PowerOff:
            return

    def _idle(self) -> None:
        """Code done running: wait for someone to ask for more."""
        while True:
            try:
                self.sleep_until(NEVER)
            except Reload:
                self.run_reason = RunReason.REPL_RELOAD
                return
            except KeyboardInterrupt:
                continue

    def _run_boot(self) -> None:
        if self.drive.host_path("boot.py").is_file():
            error = self._run("boot.py")
            if error is not None:
                self._ended("boot.py", error)
        self.usb.attached = True

    def _run_code(self) -> bool:
        """One run of code.py. True if it is to be run again."""
        name = self.next_code.filename or "code.py"
        error = self._run(name)
        again = self.next_code.reloads(error)
        self.next_code = self.next_code.after(error)
        self.run_reason = RunReason.SUPERVISOR_RELOAD
        if not isinstance(error, Reload):
            self._ended(name, error)
        return again

    def _run(self, path: str) -> BaseException | None:
        """Run a program in a fresh Python; returns what ended it."""
        self.loader = Loader(self.drive)
        self.loader.provide(provided(self), open=self.drive.open, print=self._print)
        with _Ending(lambda: self._interrupt) as ending:
            self.loader.run(self.drive.host_path(path))
        self.chip.reset()
        return ending.error

    def _ended(self, name: str, error: BaseException | None) -> None:
        """A program ended that should run for ever: say so here and to who drives the machine."""
        what = "it ran to its end"
        if error is not None:
            self.previous_traceback = self.drive.traceback(error)
            self.print_text(self.previous_traceback)
            what = self.previous_traceback.splitlines()[-1]
        stopped = FirmwareStopped(f"{name} stopped at {self._now_ms()}: {what}")
        stopped.__cause__ = error
        self._error = self._error or stopped

    def _print(self, *values: object, sep: str = " ", end: str = "\n") -> None:
        self.print_text(sep.join(map(str, values)) + end)

    def _now_ms(self) -> str:
        return f"{self.world.now / 1000:.0f} ms"
