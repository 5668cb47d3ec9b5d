"""A recording as an animated picture, written frame by frame."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from PIL import GifImagePlugin, Image, ImageChops

from arbiter_sim.recorder import scene
from arbiter_sim.recorder.track import Done, Track

_STEP_MS = 50  # a GIF counts in 10 ms; every viewer keeps 20 frames a second
_COLOURS = 144
_SAMPLES = 48  # pictures that the palette is made from
_UNCHANGED = 255  # the palette's index, beyond its colours, of what stays as it was


def write(track: Track, file: BinaryIO, done: Done) -> None:
    """The whole track as a GIF that loops; a picture that does not change is stored once."""
    palette = _palette(track)
    before = None
    for picture, start_ms, length_ms in _pictures(track):
        frame = picture.quantize(palette=palette, dither=Image.Dither.NONE)
        if before is None:
            header, _ = GifImagePlugin.getheader(frame.copy(), info={"loop": 0})
            file.write(b"".join(header))
        file.write(_encoded(frame, before, length_ms))
        before = frame
        done(start_ms + length_ms)
    file.write(b";")


def _pictures(track: Track) -> Iterator[tuple[Image.Image, float, int]]:
    """(picture, ms from the start, ms that it stays) of the whole track."""
    shown, since_ms = scene.picture(track, 0), 0
    end_ms = max(round(track.end_ms), 1)
    for t_ms in range(_STEP_MS, end_ms, _STEP_MS):
        picture = scene.picture(track, t_ms)
        if ImageChops.difference(picture, shown).getbbox():
            yield shown, since_ms, t_ms - since_ms
            shown, since_ms = picture, t_ms
    yield shown, since_ms, -(-(end_ms - since_ms) // _STEP_MS) * _STEP_MS


def _encoded(frame: Image.Image, before: Image.Image | None, length_ms: int) -> bytes:
    """The frame's block: only the part that differs from the frame before."""
    place = (0, 0)
    if before is not None:
        differs = ImageChops.difference(_indices(frame), _indices(before)).point(_ANY)
        # What differs as a picture may be the same in the palette's few colours.
        box = differs.getbbox() or (0, 0, 1, 1)
        part = Image.new("P", frame.size, _UNCHANGED)
        part.paste(frame, mask=differs)
        frame, place = part.crop(box), (box[0], box[1])
    return b"".join(
        GifImagePlugin.getdata(frame, place, duration=length_ms, transparency=_UNCHANGED)
    )


_ANY = [0, *[255] * 255]  # a mask of all that is not 0


def _indices(frame: Image.Image) -> Image.Image:
    """The palette's indices of a picture as its levels of grey."""
    return Image.frombytes("L", frame.size, frame.tobytes())


def _palette(track: Track) -> Image.Image:
    """One palette for all frames: a palette a frame would flicker.

    Made from one whole picture and the strips of lights of many, or wood would take all colours.
    """
    instants = {lights: t_ms for t_ms, lights in reversed(track.frames)}
    sampled = sorted(instants.values())[:: max(1, len(instants) // _SAMPLES)]
    strips = [scene.picture(track, t_ms).crop(scene.STRIP) for t_ms in sampled]
    sheet = Image.new("RGB", (scene.WIDTH, scene.HEIGHT + sum(s.height for s in strips)))
    sheet.paste(scene.picture(track, track.end_ms / 2))
    for row, strip in enumerate(strips):
        sheet.paste(strip, (0, scene.HEIGHT + row * strip.height))
    return sheet.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE)
