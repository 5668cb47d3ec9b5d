"""The box as a picture: two slots, eight lights, a buzzer.  No rank is drawn."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageFilter

from arbiter_sim.recorder import notes, paint, words
from arbiter_sim.recorder.brush import SCALE, Brush, canvas
from arbiter_sim.recorder.track import Pixel, Track

WIDTH, HEIGHT = 640, 360
_INSERT_MS = 260  # how long a piece is seen to slide

_TABLE, _WOOD, _WOOD_EDGE, _PANEL = (24, 26, 31), (74, 48, 32), (112, 76, 50), (15, 15, 18)
_GOLD, _GREY, _PALE = (205, 168, 96), (128, 130, 138), (226, 226, 230)
ARMY: dict[str, Pixel] = {"red": (196, 52, 46), "blue": (48, 96, 200)}
_LABEL: dict[str, Pixel] = {"red": (246, 97, 91), "blue": (110, 158, 255)}

STRIP = (44, 68, 596, 140)  # the part with the lights: left, top, right, bottom
_LIGHT_Y = 104
_LIGHT_X = (84, 128, 172, 298, 342, 468, 512, 556)
_SLOT_X = {"red": 128, "blue": 512}
_SLOT_TOP, _SLOT_BOTTOM, _SLOT_HALF = 176, 262, 50
_BUZZER = (320, 206)


def picture(track: Track, t_ms: float) -> Image.Image:
    """The box at ``t_ms``: an RGB image of WIDTH x HEIGHT."""
    image = _box().copy()
    for slot in ("red", "blue"):
        _draw_piece(image, slot, *track.piece_since(slot, t_ms))
    brightest = track.brightest
    for x, px in zip(_LIGHT_X, track.lights(t_ms), strict=True):
        if any(px):
            _glow(image, x, _LIGHT_Y, paint.shown(px, brightest))
    brush = Brush(image)
    _draw_sound(brush, track.tone(t_ms)[0])
    brush.text(WIDTH / 2, 330, words.caption(track, t_ms), 15, _PALE)
    _draw_clock(brush, t_ms, track.end_ms)
    return image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


@lru_cache(maxsize=1)
def _box() -> Image.Image:
    """All that never changes."""
    image = canvas(WIDTH, HEIGHT, _TABLE)
    brush = Brush(image)
    brush.round((28, 26, 612, 304), 22, _WOOD, _WOOD_EDGE, 3)
    brush.round((44, 74, 596, 134), 14, _PANEL, (52, 40, 32), 2)
    brush.text(WIDTH / 2, 51, "T H E   A R B I T E R", 17, _GOLD)
    for x in _LIGHT_X:
        brush.disc(x, _LIGHT_Y, 13, (38, 38, 43), (64, 64, 70))
    for slot, x in _SLOT_X.items():
        place = (x - _SLOT_HALF, _SLOT_TOP, x + _SLOT_HALF, _SLOT_BOTTOM)
        brush.round(place, 10, (20, 14, 11), ARMY[slot], 4)
        brush.text(x, _SLOT_BOTTOM + 20, slot.upper(), 15, _LABEL[slot])
    _draw_grille(brush)
    return image


def _draw_grille(brush: Brush) -> None:
    x, y = _BUZZER
    brush.disc(x, y, 30, (58, 37, 25), _WOOD_EDGE)
    brush.disc(x, y, 3, _PANEL, _PANEL)
    for ring, holes in ((11, 6), (21, 12)):
        for hole in range(holes):
            angle = 2 * pi * hole / holes
            brush.disc(x + ring * cos(angle), y + ring * sin(angle), 2.6, _PANEL, _PANEL)


def _draw_piece(image: Image.Image, slot: str, inside: bool, since_ms: float) -> None:
    """A plain plaque that slides down into its slot, and up and away again."""
    moved = min(since_ms / _INSERT_MS, 1.0)
    sunk = moved if inside else 1.0 - moved
    if sunk <= 0:
        return
    piece = _plaque(slot).copy()
    piece.putalpha(piece.getchannel("A").point([round(a * sunk) for a in range(256)]))
    top = _SLOT_TOP + 7 - round(48 * (1 - sunk))
    image.paste(piece, ((_SLOT_X[slot] - 32) * SCALE, top * SCALE), piece)


@lru_cache(maxsize=2)
def _plaque(slot: str) -> Image.Image:
    """The back of a piece, which is alike for every rank."""
    image = canvas(64, 72)
    brush = Brush(image)
    r, g, b = ARMY[slot]
    body, edge = (r * 3 // 4, g * 3 // 4, b * 3 // 4), _LABEL[slot]
    brush.round((2, 2, 62, 70), 14, body, edge, 3)
    brush.round((12, 12, 52, 60), 8, None, edge, 1)
    return image


def _glow(image: Image.Image, x: int, y: int, colour: Pixel) -> None:
    """Lay a lit light over the picture, as light adds."""
    halo = _halo(*(c // 8 * 8 for c in colour))  # steps of 8 are not seen, and the cache is small
    left, top = x * SCALE - halo.width // 2, y * SCALE - halo.height // 2
    under = image.crop((left, top, left + halo.width, top + halo.height))
    image.paste(ImageChops.screen(under, halo), (left, top))


@lru_cache(maxsize=256)
def _halo(r: int, g: int, b: int) -> Image.Image:
    """A lit light on black: a soft halo, a clear disc, a spark in its middle."""
    halo, core = canvas(72, 72, (0, 0, 1)), canvas(72, 72, (0, 0, 1))
    white = 2 * max(r, g, b)
    spark = ((r + white) // 3, (g + white) // 3, (b + white) // 3)
    Brush(halo).disc(36, 36, 20, (r // 2, g // 2, b // 2), (r // 2, g // 2, b // 2))
    Brush(core).disc(36, 36, 12, (r, g, b), (r, g, b))
    Brush(core).disc(36, 36, 5, spark, spark)
    return ImageChops.lighter(
        halo.filter(ImageFilter.GaussianBlur(7 * SCALE)),
        core.filter(ImageFilter.GaussianBlur(2 * SCALE)),
    )


def _draw_sound(brush: Brush, hz: float) -> None:
    if not hz:
        return
    x, y = _BUZZER
    for reach in (38, 46, 54):
        brush.waves(x, y, reach, _GOLD)
    brush.text(x, y + 56, notes.label(hz), 16, _GOLD)


def _draw_clock(brush: Brush, t_ms: float, end_ms: float) -> None:
    brush.text(612, 330, f"{t_ms / 1000:.1f} s", 13, _GREY, "rm")
    brush.bar((28, 348, 612, 350), (46, 48, 56))
    if end_ms:
        brush.bar((28, 348, 28 + 584 * min(t_ms / end_ms, 1.0), 350), _GOLD)
