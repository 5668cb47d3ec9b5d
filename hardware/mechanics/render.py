"""A small software renderer: shaded solids with dark outlines, seen without perspective.

Only numpy and Pillow, so that every machine draws the same picture without a graphics driver.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, radians, sin

import numpy as np
from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
Array = np.ndarray

SUPER = 3  # samples along each side of a pixel
PAPER: Colour = (250, 250, 248)
INK: Colour = (38, 40, 46)
_KEY_LIGHT = np.array((-0.45, -0.62, 0.78))
_FILL_LIGHT = np.array((0.8, -0.1, 0.35))


@dataclass
class Item:
    """Triangles (n, 3, 3) in mm and their colour; ``uv`` (n, 3, 2) and ``image`` for a drawing."""

    triangles: Array
    colour: Colour
    uv: Array | None = None
    image: Array | None = None


@dataclass
class Label:
    """A text whose line ends at ``point`` (mm); ``at`` is its place as a part of the picture.

    Without ``at`` the text stands on the point itself.
    """

    point: tuple[float, float, float]
    text: str
    at: tuple[float, float] | None = None


@dataclass
class View:
    """Where the eye is (degrees), and the picture's size in pixels."""

    azimuth: float  # 0: from -y (red's player); 90: from +x
    elevation: float
    size: tuple[int, int] = (1100, 800)
    margin: float = 0.06
    labels: list[Label] = field(default_factory=list)

    def axes(self) -> Array:
        """Rows: right, up, towards the eye."""
        a, e = radians(self.azimuth), radians(self.elevation)
        right = (cos(a), sin(a), 0.0)
        eye = (sin(a) * cos(e), -cos(a) * cos(e), sin(e))
        return np.array((right, np.cross(eye, right), eye))


def draw(items: list[Item], view: View) -> Image.Image:
    """The picture of all items, as large as the view allows."""
    frame = _Frame(items, view)
    for number, item in enumerate(items):
        frame.paint(item, number)
    image = Image.fromarray(frame.finished()).resize(view.size, Image.Resampling.LANCZOS)
    _write_labels(image, view, frame)
    return image


class _Frame:
    """Colour, depth, facing and owner of every sample."""

    def __init__(self, items: list[Item], view: View) -> None:
        self.axes = view.axes()
        self.width, self.height = view.size[0] * SUPER, view.size[1] * SUPER
        self._fit(items, view)
        shape = (self.height, self.width)
        self.depth = np.full(shape, -np.inf)
        self.colour = np.empty((*shape, 3), np.float32)
        self.colour[:] = PAPER
        self.normal = np.zeros((*shape, 3), np.float32)
        self.owner = np.full(shape, -1, np.int32)

    def _fit(self, items: list[Item], view: View) -> None:
        points = np.concatenate([i.triangles.reshape(-1, 3) for i in items]) @ self.axes.T
        low, high = points.min(0), points.max(0)
        room = 1 - 2 * view.margin
        self.scale = room * min(self.width / (high[0] - low[0]), self.height / (high[1] - low[1]))
        self.middle = (low + high) / 2

    def project(self, points: Array) -> Array:
        """From mm to samples (x, y down) and depth in mm."""
        centre = np.array((self.width / 2, self.height / 2, 0.0))
        return (points @ self.axes.T - self.middle) * (self.scale, -self.scale, 1.0) + centre

    def paint(self, item: Item, number: int) -> None:
        edges = item.triangles[:, 1:] - item.triangles[:, :1]
        normals = np.cross(edges[:, 0], edges[:, 1])
        lengths = np.linalg.norm(normals, axis=1)
        facing = (normals @ self.axes[2] > 0) & (lengths > 1e-9)
        corners = self.project(item.triangles)
        for k in np.flatnonzero(facing):
            uv = None if item.uv is None else item.uv[k]
            self._triangle(corners[k], normals[k] / lengths[k], item, uv, number)

    def _triangle(
        self, corners: Array, normal: Array, item: Item, uv: Array | None, number: int
    ) -> None:
        x0, y0 = np.maximum(np.floor(corners[:, :2].min(0)).astype(int), 0)
        x1, y1 = np.ceil(corners[:, :2].max(0)).astype(int) + 1
        x1, y1 = min(x1, self.width), min(y1, self.height)
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
        whole = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if x0 >= x1 or y0 >= y1 or abs(whole) < 1e-9:
            return
        gx, gy = np.arange(x0, x1) + 0.5, (np.arange(y0, y1) + 0.5)[:, None]
        u = ((bx - gx) * (cy - gy) - (by - gy) * (cx - gx)) / whole
        v = ((cx - gx) * (ay - gy) - (cy - gy) * (ax - gx)) / whole
        w = 1 - u - v
        z = u * az + v * bz + w * cz
        window = (slice(y0, y1), slice(x0, x1))
        seen = (u >= 0) & (v >= 0) & (w >= 0) & (z > self.depth[window])
        if not seen.any():
            return
        self.depth[window][seen] = z[seen]
        self.normal[window][seen] = normal
        self.owner[window][seen] = number
        paint = np.array(item.colour, np.float32)
        if uv is not None and item.image is not None:
            paint = _sampled(item.image, uv, u[seen], v[seen], w[seen])
        self.colour[window][seen] = np.minimum(paint * _light(normal), 255)

    def finished(self) -> Array:
        """The colours with outlines where owner, facing or depth jumps."""
        outline = np.zeros(self.depth.shape, bool)
        depth = np.where(np.isinf(self.depth), -1e6, self.depth)
        for axis in (0, 1):
            ahead = [slice(None), slice(None)]
            back = [slice(None), slice(None)]
            ahead[axis], back[axis] = slice(1, None), slice(None, -1)
            a, b = tuple(ahead), tuple(back)
            turn = (self.normal[a] * self.normal[b]).sum(-1) < 0.90
            turn &= (self.owner[a] >= 0) & (self.owner[b] >= 0)
            jump = np.abs(depth[a] - depth[b]) > 2.5
            outline[b] |= (self.owner[a] != self.owner[b]) | jump | turn
        thick = outline.copy()
        thick[1:] |= outline[:-1]
        thick[:, 1:] |= outline[:, :-1]
        self.colour[thick] = self.colour[thick] * 0.35 + np.array(INK) * 0.25
        return self.colour.clip(0, 255).astype(np.uint8)


def _light(normal: Array) -> float:
    key = max(0.0, float(normal @ _KEY_LIGHT)) / float(np.linalg.norm(_KEY_LIGHT))
    fill = max(0.0, float(normal @ _FILL_LIGHT)) / float(np.linalg.norm(_FILL_LIGHT))
    return 0.42 + 0.62 * key + 0.2 * fill


def _sampled(image: Array, uv: Array, u: Array, v: Array, w: Array) -> Array:
    at = u[:, None] * uv[0] + v[:, None] * uv[1] + w[:, None] * uv[2]
    high, wide = image.shape[:2]
    x = np.clip((at[:, 0] * wide).astype(int), 0, wide - 1)
    y = np.clip((at[:, 1] * high).astype(int), 0, high - 1)
    return image[y, x].astype(np.float32)


def _write_labels(image: Image.Image, view: View, frame: _Frame) -> None:
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=19)
    for label in view.labels:
        x, y, _ = frame.project(np.array(label.point, float)) / SUPER
        tx, ty = x, y
        if label.at:
            tx, ty = label.at[0] * view.size[0], label.at[1] * view.size[1]
            pen.line((tx, ty, x, y), fill=INK, width=2)
            pen.ellipse((x - 4, y - 4, x + 4, y + 4), fill=INK)
        box = pen.textbbox((tx, ty), label.text, font=font, anchor="mm")
        pen.rounded_rectangle(
            (box[0] - 7, box[1] - 5, box[2] + 7, box[3] + 5), 6, (255, 255, 255), INK, 2
        )
        pen.text((tx, ty), label.text, fill=INK, font=font, anchor="mm")
