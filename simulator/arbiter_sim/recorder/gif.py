"""A recording as an animated picture."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from arbiter_sim.recorder import scene
from arbiter_sim.recorder.track import Track

_STEP_MS = 50  # a GIF counts in 10 ms; every viewer keeps 20 frames a second
_COLOURS = 96


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
    """One palette for all frames, from a sheet of samples: a palette a frame would flicker."""
    chosen = pictures[:: max(1, len(pictures) // 16)]
    sheet = Image.new("RGB", (scene.WIDTH, scene.HEIGHT * len(chosen)))
    for row, picture in enumerate(chosen):
        sheet.paste(picture, (0, row * scene.HEIGHT))
    return sheet.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT)
