"""A simulated arbiter in a few lines: see `Box`."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from arbiter import rules
from arbiter.hw import pinout

from .drive import Drive, firmware_folder
from .hands import Hands, in_us
from .log import Colour, Log
from .machine import Machine
from .modules.nvm import Nvm
from .parts import HoldLine, Piezo, PixelChain
from .restart import ResetReason
from .usb import CdcPort, Usb, UsbHost
from .world import World

STATES = (
    *("starting", "restarted", "asleep", "waiting", "unseated", "deliberating", "verdict"),
    *("victory", "spent", "void", "fault", "service"),
)
_STRIDE_US = 600_000_000
Until = Callable[["Box"], object] | str


class Box(Hands):
    """A box under power, running the firmware of a folder; it is dark and silent once closed.

        with Box() as box:
            box.insert("red", "colonel")
            box.insert("blue", "private")
            box.wait(5_000)
            assert box.verdict == "red"

    Slots are "red" and "blue"; times are simulated milliseconds; nothing moves them but `wait` and
    `wait_for`. `firmware` is a folder like a CIRCUITPY drive (default: the arbiter's own), `seed`
    decides how contacts bounce, `host` what the computer does at first ("reading", "absent",
    "stalled"), `uptime_ms` what the chip's clock shows at power-on, `pixel_order` which colour each
    byte on the wire is to the pixels, `replaced` the texts of files in place of the folder's own:
    `replaced={"settings.toml": 'READER = "nfc"'}`. `button` is whether it is held while the power
    comes, and until `hold_button(False)`; `patience_s` for how many seconds of real time the
    firmware may run without simulated time passing: after that it hangs (FirmwareHangs).
    """

    host: UsbHost

    def __init__(
        self,
        firmware: str | Path | None = None,
        *,
        seed: int = 0,
        host: str = "reading",
        uptime_ms: int = 0,
        pixel_order: str = "GRB",
        replaced: Mapping[str, str] | None = None,
        button: bool = False,
        patience_s: float = 10,
    ) -> None:
        drive = Drive(Path(firmware) if firmware is not None else firmware_folder(), replaced)
        self.log = Log(pixel_order)
        super().__init__(World(seed))
        data = CdcPort(host, self._received)
        self.host = UsbHost(data)
        usb = Usb(CdcPort("reading", lambda text: self._printed(text.decode())), data)
        self._wire()
        self.hold_button(button)
        self._machine = Machine(drive, self._world, usb, self.log, uptime_ms * 1000, patience_s)
        self._machine.power_on()

    def __enter__(self) -> "Box":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Take the power away. Without power nothing leaves the box, so the log is over."""
        self._machine.power_off()

    def reboot(self) -> None:
        """Take the power away and give it back; the pieces stay where they are."""
        self._machine.power_off()
        self._chain.lose_power()
        self._machine.power_on()

    def reset(self) -> None:
        """Pull the chip's RUN pin to ground for a moment: it starts anew, the lights keep power."""
        self._machine.reset(ResetReason.RESET_PIN)

    def reload(self) -> None:
        """Have CircuitPython start code.py anew, as Ctrl-D does and auto-reload."""
        self._machine.reload()

    def interrupt(self) -> None:
        """Ctrl-C on the console."""
        self._machine.interrupt()

    # Time.

    def wait(self, ms: float) -> None:
        """Let time pass. Raises FirmwareStopped when the firmware ends, once."""
        self._machine.run_until(self._world.now + in_us(ms))

    def pass_over(self, ms: float) -> None:
        """Let much time pass quickly: the firmware oversleeps and wakes every ten minutes.

        For days of idleness, which `wait` would step through; not for what happens in them.
        """
        end = self._world.now + in_us(ms)
        while self._world.now < end:
            self._machine.oversleep(min(end, self._world.now + _STRIDE_US))

    def wait_for(self, until: Until, limit_ms: float) -> float:
        """Let time pass until something is so; returns the milliseconds it took.

        `until` is a function of the box, the name of a state, or a verdict class: then a verdict of
        that class given from now on. Raises TimeoutError after `limit_ms`.
        """
        start = self._world.now
        is_so = self._condition(until)
        while not is_so(self):
            if self._world.now >= start + in_us(limit_ms):
                raise TimeoutError(self._too_late(until, limit_ms))
            self._machine.run_once(start + in_us(limit_ms))
        return (self._world.now - start) / 1000

    # What can be seen and heard.

    @property
    def pixels(self) -> tuple[Colour, ...]:
        """The (red, green, blue) that each of the eight pixels shows."""
        return self._chain.colours

    @property
    def tone(self) -> float:
        """The pitch that sounds, in Hz; 0 is silence."""
        return self._piezo.hz

    @property
    def nvm(self) -> Nvm:
        """The bytes that the chip keeps without power."""
        return self._machine.nvm

    @property
    def console(self) -> str:
        """All that was printed."""
        return self.log.text()

    @property
    def console_visible(self) -> bool:
        """Whether a computer sees the console."""
        return self._machine.usb.console is not None

    @property
    def drive_visible(self) -> bool:
        """Whether a computer sees the drive."""
        return self._machine.usb.drive

    @property
    def hold_line(self) -> int | None:
        """The level that keeps the board's supply on; None while nothing drives it."""
        return self._hold_line.level

    @property
    def events(self) -> list[dict[str, Any]]:
        """The JSON objects on the lines that the host has received."""
        return list(self._events)

    @property
    def state(self) -> str | None:
        """The state that the last event told, if any."""
        return self._last("state")

    @property
    def verdict(self) -> str | None:
        """The class of the last verdict, if any."""
        return self._last("class")

    # Within.

    def _wire(self) -> None:
        """Connect the parts to the pins of the arbiter's pin map."""
        nets = self._world.nets
        self._chain = nets[pinout.PIXELS].part = PixelChain(self._world, self.log)
        self._piezo = nets[pinout.BUZZER].part = Piezo(self._world, self.log)
        self._hold_line = nets[pinout.HOLD].part = HoldLine()
        self._events: list[dict[str, Any]] = []
        self._line = b""

    def _printed(self, text: str) -> None:
        self.log.add(self._world.now, "console", text)

    def _received(self, data: bytes) -> None:
        self.log.add(self._world.now, "usb", data)
        if not self.log.closed:
            self.host.take(data)
            *lines, self._line = (self._line + data).split(b"\n")
            self._events += [event for event in map(_event, lines) if event is not None]

    def _last(self, key: str) -> str | None:
        return next((event[key] for event in reversed(self._events) if key in event), None)

    def _condition(self, until: Until) -> Callable[["Box"], object]:
        if callable(until):
            return until
        if until in rules.CLASSES:
            seen = len(self._events)
            return lambda box: any(e.get("class") == until for e in box._events[seen:])
        if until in STATES:
            return lambda box: box.state == until
        raise ValueError(f"{until!r} is no state and no verdict class: {', '.join(STATES)}")

    def _too_late(self, until: Until, limit_ms: float) -> str:
        what = until if isinstance(until, str) else "what was waited for"
        return f"{what} did not come within {limit_ms:g} ms; the state is {self.state}"


def _event(line: bytes) -> dict[str, Any] | None:
    """The object on a line; None if the line is no JSON object (stale or foreign bytes)."""
    try:
        event = json.loads(line)
    except ValueError:
        return None
    return event if isinstance(event, dict) else None
