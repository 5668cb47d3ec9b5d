"""What hangs on the box's output pins: the pixel chain and the piezo. Each writes to the log."""

from .log import DARK, Colour, Log, decode
from .world import Part, World


class PixelChain(Part):
    """Eight WS2812-type pixels; they keep their colours until new ones are sent."""

    def __init__(self, world: World, log: Log) -> None:
        self._world = world
        self._log = log
        self._shown = DARK
        self._unread: list[bytes] = []

    def receive(self, wire: bytes) -> None:
        """Show a frame: bytes in the order of the wire."""
        if not self._log.closed:
            self._log.add(self._world.now, "frame", wire)
            self._unread.append(wire)

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The (red, green, blue) that each pixel shows."""
        # Decoded only when asked for: a battle has hundreds of frames and few questions.
        for wire in self._unread:
            self._shown = decode(wire, self._log.pixel_order, self._shown)
        self._unread.clear()
        return self._shown

    def lose_power(self) -> None:
        """Go dark."""
        self._unread.clear()
        self._shown = DARK


class HoldLine(Part):
    """The line that keeps the board's supply on: `level` is None while nothing drives it."""

    def __init__(self) -> None:
        self.level: int | None = None

    def hold(self, level: int | None) -> None:
        """See Part."""
        self.level = level


class Piezo(Part):
    """A passive buzzer: it sounds while the pin swings, at the frequency at which it swings."""

    def __init__(self, world: World, log: Log) -> None:
        self.hz = 0.0
        self._duty = 0.0
        self._world = world
        self._log = log

    def swing(self, hz: float, duty: float) -> None:
        """Sound, or fall silent at a steady level."""
        if not 0 < duty < 1:
            hz = duty = 0.0
        if (hz, duty) != (self.hz, self._duty) and not self._log.closed:
            self.hz, self._duty = hz, duty
            self._log.add(self._world.now, "tone", (hz, duty))

    def rest(self) -> None:
        """Fall silent."""
        self.swing(0.0, 0.0)
