"""The chain of NeoPixels."""

import neopixel

# Of a WS2812B at 5 V: 20 mA for one colour at full, so 60 mA a pixel at white. Few parts draw
# more, so a budget kept by this figure is kept.
_FULL_COLOUR_MA = 20
_COLOURS = 3
_DARK_MA = 1  # what a pixel draws by itself


class Lamps:
    """Shows frames of palette indices, never drawing more than ``budget_ma``."""

    def __init__(self, pin, count: int, order: str, budget_ma: int, palette: tuple) -> None:
        self._chain = neopixel.NeoPixel(
            pin, count, bpp=len(order), auto_write=False, pixel_order=order
        )
        full_ma = count * _COLOURS * _FULL_COLOUR_MA
        light_ma = budget_ma - count * _DARK_MA
        self._colours = [_scaled(colour, light_ma, full_ma) for colour in palette]
        self._shown = bytearray(count)
        self._chain.show()

    def show(self, frame: bytes) -> None:
        """Show a frame: one palette index a pixel. What is shown already is not sent again."""
        shown = self._shown
        changed = False
        for i, colour in enumerate(frame):
            if shown[i] != colour:
                shown[i] = colour
                self._chain[i] = self._colours[colour]
                changed = True
        if changed:
            self._chain.show()

    def leave(self, frame: bytes) -> None:
        """Show a frame for good: sent whole, whatever was being sent when the program ended.

        Frees the pin, for the ``distress`` that may follow.
        """
        for i, colour in enumerate(frame):
            self._chain[i] = self._colours[colour]
        self._chain.show()
        self._chain.pin.deinit()


def _scaled(colour, budget, full):
    return tuple([(part * budget // full) or (1 if part else 0) for part in colour])
