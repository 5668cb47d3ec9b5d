"""The world outside the chip: a clock, things that happen, and the nets the chip's pins are on.

Knows nothing of pieces or rules: a net does not know what it means.
"""

import heapq
import random
from collections.abc import Callable
from typing import Protocol

from .errors import ShortCircuit

GPIOS = 30
NEVER = 1 << 62


class Reader(Protocol):
    """Whoever wants a net's level kept up to date in its `level` (0 or 1)."""

    level: int


class Part:
    """What hangs on an output pin. It minds what means something to it, and ignores the rest."""

    def receive(self, wire: bytes) -> None:
        """A frame for pixels comes along."""

    def swing(self, hz: float, duty: float) -> None:
        """The pin swings at `hz`, high for `duty` (0..1) of the time; 0 and 1 are steady levels."""

    def hold(self, level: int | None) -> None:
        """The pin is held at a level, or by nothing (None)."""

    def rest(self) -> None:
        """The pin is left alone."""


class BusDevice(Protocol):
    """What answers on an I2C bus. Bytes count from the one after the address."""

    address: int

    def write(self, data: bytes) -> bool:
        """Take bytes; False if the address is not acknowledged."""

    def read(self, count: int) -> bytes | None:
        """Give bytes; None if the address is not acknowledged."""


class Net:
    """One GPIO's wire: who drives it, what pulls it, what is connected to it.

    `share` gives the voltage on it as a share of the reference, `device` is on the I2C bus whose
    data or clock this is.
    """

    __slots__ = ("_drivers", "_noise", "device", "level", "name", "part", "pull", "reader", "share")

    def __init__(self, name: str, noise: random.Random) -> None:
        self.name = name
        self.level = 0
        self.pull: int | None = None
        self.part: Part | None = None
        self.reader: Reader | None = None
        self.share: Callable[[], float] | None = None
        self.device: BusDevice | None = None
        self._drivers: dict[str, tuple[int, bool]] = {}
        self._noise = noise

    def drive(self, who: str, level: int, push_pull: bool = True) -> None:
        """`who` holds the net at `level`.

        Raises ShortCircuit if another does too, unless all of them only pull to ground
        (`push_pull` False: a contact, an open-drain output).
        """
        self._drivers[who] = (level, push_pull)
        if len(self._drivers) > 1 and any(strong for _, strong in self._drivers.values()):
            raise ShortCircuit(f"net {self.name} has two drivers: {' and '.join(self._drivers)}")
        self.settle()

    def release(self, who: str) -> None:
        """`who` lets go of the net."""
        self._drivers.pop(who, None)
        self.settle()

    def settle(self) -> None:
        """Work out the level anew and tell the reader."""
        if self._drivers:
            self.level = min(level for level, _ in self._drivers.values())
        elif self.pull is not None:
            self.level = self.pull
        else:
            # A floating input reads anything; the same anything for the same seed.
            self.level = self._noise.getrandbits(1)
        if self.reader is not None:
            self.reader.level = self.level
        if self.part is not None:
            self.part.hold(self.level if self._drivers else None)


class World:
    """Simulated time and the things that will happen.

    `now` and all times are integer microseconds since power-on. `horizon` is the time before which
    the firmware may sleep on without asking anyone: nothing happens and nobody waits until then.
    """

    def __init__(self, seed: int = 0) -> None:
        self.now = 0
        self.horizon = 0
        self.seed = seed
        self.nets = [Net(f"GP{gpio}", random.Random(f"{seed} net {gpio}")) for gpio in range(GPIOS)]
        self._coming: list[tuple[int, int, Callable[[], None]]] = []
        self._scheduled = 0
        self._movements = 0

    def movement(self) -> int:
        """The ordinal of one more movement of the players' hands; see `bounce`."""
        self._movements += 1
        return self._movements

    def at(self, t_us: int, happen: Callable[[], None]) -> None:
        """Have `happen` called at `t_us`, after all that was scheduled before for the same time."""
        self._scheduled += 1
        # A part that the firmware has just spoken to may act before what was next until now.
        self.horizon = min(self.horizon, t_us)
        heapq.heappush(self._coming, (max(t_us, self.now), self._scheduled, happen))

    @property
    def next_us(self) -> int:
        """When the next thing happens; NEVER if nothing will."""
        return self._coming[0][0] if self._coming else NEVER

    def happen(self) -> None:
        """Move to the next thing and let it happen."""
        t_us, _, happen = heapq.heappop(self._coming)
        self.now = max(self.now, t_us)
        happen()
