"""A recording as an animated picture."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from arbiter_sim.recorder import scene
from arbiter_sim.recorder.track import Track

_STEP_MS = 50  # a GIF counts in 10 ms; every viewer keeps 20 frames a second
_COLOURS = 144
_SAMPLES = 48  # pictures that the palette is made from


def encode(track: Track) -> bytes:
    """The whole track as a GIF that loops; a picture that does not change is stored once."""
    pictures, lengths = _sampled(track)
    palette = _palette(pictures)
    frames = [p.quantize(palette=palette, dither=Image.Dither.NONE) for p in pictures]
    out = BytesIO()
    frames[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=lengths,
        loop=0,
        optimize=False,
    )
    return out.getvalue()


def _sampled(track: Track) -> tuple[list[Image.Image], list[int]]:
    pictures: list[Image.Image] = []
    lengths: list[int] = []
    for t_ms in range(0, max(round(track.end_ms), 1), _STEP_MS):
        picture = scene.picture(track, t_ms)
        if pictures and picture.tobytes() == pictures[-1].tobytes():
            lengths[-1] += _STEP_MS
        else:
            pictures.append(picture)
            lengths.append(_STEP_MS)
    return pictures, lengths


def _palette(pictures: list[Image.Image]) -> Image.Image:
    """One palette for all frames: a palette a frame would flicker.

    Made from one whole picture and the strips of lights of many, or wood would take all colours.
    """
    strips = [p.crop(scene.STRIP) for p in pictures[:: max(1, len(pictures) // _SAMPLES)]]
    sheet = Image.new("RGB", (scene.WIDTH, scene.HEIGHT + sum(s.height for s in strips)))
    sheet.paste(pictures[len(pictures) // 2])
    for row, strip in enumerate(strips):
        sheet.paste(strip, (0, scene.HEIGHT + row * strip.height))
    return sheet.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE)
