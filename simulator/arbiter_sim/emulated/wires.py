"""What the chip's output pins do: the pixel chain's bytes and the buzzer's tones."""

from __future__ import annotations

from collections.abc import Callable

from rp2040py.external.ws2812 import Ws2812
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040

_CLOCK_HZ = 125_000_000
_PWM_FUNCTION = 4
_SETTLE_NS = 30_000.0  # CircuitPython writes divider, top and compare one by one


def watch_pixels(mcu: RP2040, gpio: int, on_frame: Callable[[bytes], None]) -> None:
    """Call `on_frame` with the bytes on the wire of each frame, when the chain takes it over."""
    # As if a pixel had one colour: then a pixel is a byte, however many the real ones have.
    chain = Ws2812(gpio, color_order="R", on_pixels=lambda px: on_frame(bytes(p for (p,) in px)))
    chain.attach(mcu)


class Piezo:
    """Calls `on_tone(nanos, Hz, duty)` when what the PWM pin puts out changes.

    Silence is 0 Hz at duty 0.
    """

    def __init__(
        self, mcu: RP2040, gpio: int, on_tone: Callable[[float, float, float], None]
    ) -> None:
        self._pin = mcu.gpio[gpio]
        self._clock = mcu.clock
        self._channel = mcu.pwm.channels[(gpio >> 1) & 7]
        self._is_b = gpio & 1
        self._on_tone = on_tone
        self._sounding = (0.0, 0.0)
        self._touched_at: float | None = None
        self._settled = mcu.clock.create_alarm(self._listen)
        self._follow(mcu)

    def _follow(self, mcu: RP2040) -> None:
        """Look again after every write to the PWM's registers and every change of the pin."""
        write = mcu.pwm.write_uint32

        def write_and_look(offset: int, value: int) -> None:
            write(offset, value)
            self._touch()

        mcu.pwm.write_uint32 = write_and_look
        self._pin.add_listener(self._changed)

    def _changed(self, new: GPIOPinState, _: GPIOPinState) -> None:
        if new not in (GPIOPinState.HIGH, GPIOPinState.LOW):
            self._touch()

    def _touch(self) -> None:
        if self._touched_at is None:
            self._touched_at = self._clock.nanos
            self._settled.schedule(_SETTLE_NS)

    def _listen(self) -> None:
        at, self._touched_at = self._touched_at or 0.0, None
        tone = self._tone()
        if tone != self._sounding:
            self._sounding = tone
            self._on_tone(at, *tone)

    def _tone(self) -> tuple[float, float]:
        channel = self._channel
        compare = channel.cc >> 16 if self._is_b else channel.cc & 0xFFFF
        counts = channel.top + 1
        running = self._pin.function_select == _PWM_FUNCTION and channel.csr & 1
        if not running or not 0 < compare < counts:
            return 0.0, 0.0
        divider = ((channel.div >> 4) & 0xFF or 256) + (channel.div & 15) / 16
        return _CLOCK_HZ / divider / counts, compare / counts
