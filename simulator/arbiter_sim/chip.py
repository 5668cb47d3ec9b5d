"""The microcontroller between firmware and world: which pin and which PWM slice is taken."""

from collections.abc import Callable
from typing import Any, NoReturn

from .errors import SimulationError
from .world import Net, World

DRIVER = "an output of the chip"


class Slice:
    """What the two channels of a PWM slice share (`pwmout_allocate` of CircuitPython)."""

    def __init__(self, frequency: int, variable: bool) -> None:
        self.frequency = frequency
        self.variable = variable
        self.channels: set[int] = set()


class Chip:
    """The state of one RP2040. `refuse` ends the run with an error no firmware can catch.

    `sleep_until` has the firmware wait, for what takes its time on the chip.
    """

    def __init__(
        self,
        world: World,
        refuse: Callable[[SimulationError], NoReturn],
        sleep_until: Callable[[int], None],
    ) -> None:
        self.world = world
        self.refuse = refuse
        self.sleep_until = sleep_until
        self.buses: set[int] = set()
        self.slices: dict[int, Slice] = {}
        self._claims: dict[int, Any] = {}

    def claimed(self, gpio: int) -> bool:
        """Whether something uses the pin."""
        return gpio in self._claims

    def claim(self, gpio: int, owner: Any) -> Net:
        """Take a pin. Raises ValueError as `assert_pin_free` of the board does."""
        if gpio in self._claims:
            raise ValueError(f"GP{gpio} in use")
        self._claims[gpio] = owner
        return self.world.nets[gpio]

    def release(self, gpio: int) -> None:
        """Let a pin float again."""
        net = self.world.nets[gpio]
        del self._claims[gpio]
        net.reader = None
        net.pull = None
        net.release(DRIVER)

    def reset(self) -> None:
        """Give back all pins, as CircuitPython does after each program (`reset_all_pins`)."""
        for owner in list(self._claims.values()):
            owner.deinit()
        for net in self.world.nets:
            if net.part is not None:
                net.part.rest()

    def drive(self, net: Net, level: int, push_pull: bool = True) -> None:
        """Drive a net; a short circuit ends the run."""
        try:
            net.drive(DRIVER, level, push_pull)
        except SimulationError as error:
            self.refuse(error)


_current: list[Chip] = []


def use(chip: Chip) -> None:
    """Make `chip` the one that Blinka's pins belong to from now on."""
    _current[:] = [chip]


def current() -> Chip:
    """The chip whose firmware is running. Blinka's constructors have no argument to carry it."""
    if not _current:
        raise RuntimeError("no simulated board is running: make an arbiter_sim.Box first")
    return _current[0]
