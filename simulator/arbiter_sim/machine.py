"""Runs CircuitPython on a simulated chip, in simulated time.

The firmware runs in a greenlet. When it sleeps past the next thing that happens in the world, or
past the time somebody waits for, it switches back to whoever drives the machine; all that happens
outside the chip happens there, so an error of the outside is raised there, not in the firmware.
"""

from functools import partial
from types import FrameType
from typing import NoReturn

from greenlet import getcurrent, greenlet

from . import patience
from .chip import Chip, use
from .circuitpython import CircuitPython
from .drive import Drive
from .errors import FirmwareHangs, PowerCut, SimulationError
from .log import Log
from .modules.nvm import Nvm
from .restart import PowerOff, Reload, ResetReason
from .usb import Usb
from .world import NEVER, World

_MOST_DEAD_SLEEPS = 10

# Firmware that goes on after the power went can only be left alone; freeing it would wake it up.
_zombies: list[greenlet] = []


class Machine:
    """One board with its drive. Times in microseconds; see `World`.

    `patience_s` is for how many real seconds the firmware may run without simulated time passing.
    """

    def __init__(
        self,
        drive: Drive,
        world: World,
        usb: Usb,
        log: Log,
        uptime_us: int,
        patience_s: float,
    ) -> None:
        self.world = world
        self.usb = usb
        self.log = log
        self.chip = Chip(world, self.refuse, self.sleep_until)
        self.python = CircuitPython(self, drive)
        self.nvm = Nvm(self._cut)
        self.uptime_us = uptime_us
        self.patience_s = patience_s
        self.reset_reason = ResetReason.POWER_ON
        self._powered = False
        self._dead_sleeps = 0
        self._firmware = greenlet(self.python.live)
        self._driver = getcurrent()
        self.dog_bites_us = NEVER  # when the watchdog resets the chip, unless it is fed
        self._wake = NEVER
        self._limit = 0
        self._error: SimulationError | None = None
        self._typed: list[BaseException] = []
        self._pending: list[BaseException] = []
        self._reset_asked: ResetReason | None = None

    # What the outside does.

    def power_on(self, reason: ResetReason = ResetReason.POWER_ON) -> None:
        """Start the chip: boot.py, then code.py, until one of them first sleeps."""
        self.log.closed = False
        self.chip.reset()
        self._powered = True
        self.dog_bites_us = NEVER
        self._dead_sleeps = 0
        self.reset_reason = reason
        self._firmware = greenlet(self.python.live)
        patience.start()
        self._run()

    def power_off(self) -> None:
        """End the firmware where it is. Its clean-up runs, but nothing of it leaves the chip."""
        self.log.closed = True
        self._powered = False
        if self._firmware:
            self._run(PowerOff())
        if self._firmware:
            _zombies.append(self._firmware)
        self._wake = NEVER
        self._error = None
        self._pending.clear()
        # The chip's clock starts anew with the chip.
        self.uptime_us = -self.world.now

    def reset(self, reason: ResetReason) -> None:
        """Start the chip anew, without its power going."""
        self.power_off()
        self.power_on(reason)

    def reload(self) -> None:
        """Have code.py start anew, as after Ctrl-D or a change of the drive with auto-reload on."""
        self._pending.append(Reload())

    def interrupt(self) -> None:
        """Ctrl-C on the console, if there is one: KeyboardInterrupt out of the current sleep."""
        if self.usb.console is not None:
            self._typed.append(KeyboardInterrupt())
            self._pending.append(self._typed[-1])

    def run_until(self, t_us: int) -> None:
        """Let time pass until `t_us`.

        Raises FirmwareStopped when a program ends on the way, and whatever the simulator refused.
        """
        if self._limit:
            raise SimulationError(
                "time passes already: nothing that happens can wait for more of it"
            )
        self._limit = t_us
        try:
            self._complain()
            while self._advance(t_us):
                self._complain()
        finally:
            self._limit = 0

    def run_once(self, t_us: int) -> None:
        """Like `run_until`, but only as far as the firmware's next wake-up."""
        self.run_until(min(t_us, max(self._wake, self.world.now)))

    def oversleep(self, t_us: int) -> None:
        """Like `run_until`, but the firmware's current sleep lasts until `t_us`."""
        overslept = max(0, t_us - self._wake)
        self._wake += overslept
        self.dog_bites_us += overslept  # it is the world that stands still, not the firmware
        self.run_until(t_us)

    @property
    def now_ms(self) -> str:
        """The time, for a person."""
        return f"{self.world.now / 1000:.0f} ms"

    # What the firmware does.

    def sleep_until(self, wake_us: int) -> None:
        """Sleep; all that is due before happens meanwhile."""
        if wake_us > self.dog_bites_us:
            self.world.at(self.dog_bites_us, partial(self._bite, self.dog_bites_us))
            wake_us = NEVER
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
        self.report(error)
        self._stop()

    def hang(self, why: str) -> NoReturn:
        """The firmware would never come back from what it does now."""
        self.refuse(FirmwareHangs(f"the firmware hangs at {self.now_ms}: {why}"))

    @property
    def progress(self) -> int:
        """What stands still while the firmware hangs."""
        return self.world.now

    def give_up(self, frame: FrameType | None) -> NoReturn:
        """The firmware has run for too long at `frame` without a pause."""
        where = self.python.drive.where(frame)
        self.hang(f"{where} runs for {self.patience_s:g} s and no time passes: let it sleep there")

    def ask_reset(self) -> NoReturn:
        """Reset the chip from within; like the real one, it does not come back to clean up."""
        self._reset_asked = ResetReason.SOFTWARE
        self._stop()

    def _bite(self, due_us: int) -> None:
        """The watchdog resets the chip, unless it has been reset since."""
        if self.dog_bites_us == due_us:
            self._reset_asked = ResetReason.WATCHDOG

    def _cut(self) -> NoReturn:
        """The power goes while nvm is written, as a test has asked."""
        self.refuse(PowerCut(f"the power was cut at {self.now_ms}, while nvm was written"))

    def report(self, error: SimulationError) -> None:
        """Have `error` raised to whoever drives the machine, unless another is already due."""
        self._error = self._error or error
        self.world.horizon = 0  # so that the firmware's next sleep lets it be told

    def typed(self, error: BaseException) -> bool:
        """Whether `error` is a Ctrl-C of the console."""
        return any(error is own for own in self._typed)

    # How it is run.

    def _advance(self, t_us: int) -> bool:
        """Do the next thing due by `t_us`, in the world or in the firmware. False: none is."""
        world = self.world
        if self._reset_asked:
            reason, self._reset_asked = self._reset_asked, None
            self.reset(reason)
        elif self._pending and self._firmware:
            self._run(self._pending.pop(0))
        elif world.next_us <= min(t_us, self._wake):
            world.happen()
        elif self._wake <= t_us:
            world.now = self._wake
            self._run()
        else:
            world.now = max(world.now, t_us)
            return False
        return True

    def _run(self, error: BaseException | None = None) -> None:
        """Let the firmware run on, or have it meet `error`, until it rests."""
        self._wake = NEVER  # unless it sleeps again
        # How far it may sleep alone, and who waits for it.
        self.world.horizon = min(self._limit, self.world.next_us) if self._powered else 0
        self._driver = self._firmware.parent = getcurrent()
        use(self.chip)
        patience.enter(self)
        try:
            if error is None:
                self._firmware.switch()
            else:
                self._firmware.throw(error)
        finally:
            patience.leave()

    def _stop(self) -> NoReturn:
        """Stop the firmware here; only the end of the power, or of the program, brings it back."""
        self._wake = NEVER
        self._driver.switch()
        raise PowerOff

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
