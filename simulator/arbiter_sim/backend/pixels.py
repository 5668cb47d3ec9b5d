"""The NeoPixel writer: hands the frame to whatever is on the pin."""

from typing import Any


def neopixel_write(gpio: Any, buf: bytes) -> None:
    """Send `buf` on `gpio`, a Blinka `DigitalInOut`."""
    gpio._pin.transmit(bytes(buf))
