"""A GPIO pin, as Blinka's `digitalio` drives it."""

from ..chip import DRIVER, Chip, current
from ..world import Net


class Pin:
    """Both what `board.GP2` is (a name for a pin) and, once `init` was called, the pin in use."""

    __slots__ = ("_chip", "_mode", "_net", "id", "level")

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    LOW = 0
    HIGH = 1
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, id: int) -> None:
        self.id = id
        self.level = 0
        self._mode = Pin.IN
        self._chip: Chip | None = None
        self._net: Net | None = None

    def __repr__(self) -> str:
        return f"board.GP{self.id}"

    def init(self, mode: int = IN, pull: int | None = None) -> None:
        """Take the pin, at first, and set its direction.

        Raises ValueError("GP2 in use") if something else has it (`assert_pin_free`,
        CircuitPython shared-bindings/microcontroller/Pin.c).
        """
        if self._chip is None:
            self._chip = current()
            self._net = self._chip.claim(self.id, self)
            self._net.reader = self
        self._mode = mode
        if mode == Pin.IN:
            self._listen(pull)
        else:
            self.value(self.level)

    def value(self, level: int | None = None) -> int | None:
        """The level of the pin, or None after setting it."""
        if level is None:
            return self.level
        assert self._chip is not None
        assert self._net is not None
        if self._mode == Pin.OPEN_DRAIN and level:
            self._net.release(DRIVER)
        else:
            self._chip.drive(self._net, level, push_pull=self._mode == Pin.OUT)
        return None

    def transmit(self, wire: bytes) -> None:
        """Send a frame to the pixels on this pin, if there are any."""
        assert self._net is not None
        if self._net.part is not None:
            self._net.part.receive(wire)

    def deinit(self) -> None:
        """Give the pin back."""
        if self._chip is not None:
            self._chip.release(self.id)
            self._chip = self._net = None

    def _listen(self, pull: int | None) -> None:
        assert self._net is not None
        self._net.pull = {None: None, Pin.PULL_UP: 1, Pin.PULL_DOWN: 0}[pull]
        self._net.release(DRIVER)
