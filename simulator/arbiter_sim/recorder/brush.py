"""Pillow's shapes in the picture's own units.  Its edges are hard: draw large, reduce once."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFont

from arbiter_sim.recorder.track import Pixel

SCALE = 2


def canvas(width: int, height: int, fill: Pixel | None = None) -> Image.Image:
    """A picture of ``width`` x ``height`` units, transparent without a ``fill``."""
    size = (width * SCALE, height * SCALE)
    return Image.new("RGB", size, fill) if fill else Image.new("RGBA", size)


class Brush:
    def __init__(self, image: Image.Image) -> None:
        self._draw = ImageDraw.Draw(image)

    def round(
        self, box: tuple[float, ...], radius: int, fill: Pixel | None, edge: Pixel, width: int
    ) -> None:
        """A rectangle (left, top, right, bottom) with rounded corners."""
        corners = [v * SCALE for v in box]
        self._draw.rounded_rectangle(corners, radius * SCALE, fill, edge, width * SCALE)

    def bar(self, box: tuple[float, ...], fill: Pixel) -> None:
        self._draw.rectangle([v * SCALE for v in box], fill)

    def disc(self, x: float, y: float, radius: float, fill: Pixel, edge: Pixel) -> None:
        self._draw.ellipse(_around(x, y, radius), fill, edge, SCALE)

    def waves(self, x: float, y: float, radius: float, colour: Pixel) -> None:
        """An arc to the left and one to the right, as sound is drawn."""
        for side in (0, 180):
            self._draw.arc(_around(x, y, radius), side - 28, side + 28, colour, 2 * SCALE)

    def text(
        self, x: float, y: float, words: str, size: int, fill: Pixel, anchor: str = "mm"
    ) -> None:
        font = ImageFont.load_default(size * SCALE)
        self._draw.text((x * SCALE, y * SCALE), words, fill, font, anchor)


def _around(x: float, y: float, radius: float) -> list[float]:
    return [v * SCALE for v in (x - radius, y - radius, x + radius, y + radius)]
