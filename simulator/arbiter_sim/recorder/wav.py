"""A recording as sound: what the piezo is driven with, made fit for a loudspeaker."""

from __future__ import annotations

import wave
from array import array
from collections.abc import Iterator
from math import pi, sin
from typing import BinaryIO

from arbiter_sim.recorder.track import Done, Track

RATE = 22_050  # samples a second: the buzzer plays notes below 2.5 kHz
_LOUDEST = 9_000  # of 32767: a square wave is harsh
_LONGEST_MS = 10_000.0  # of a span: an hour of silence is no samples to keep at once
_RAMP = RATE * 3 // 1000  # 3 ms from silence to full and back: a jump would click


def write(track: Track, file: BinaryIO, done: Done) -> None:
    """The whole track as a mono 16-bit WAV file of a square wave, span by span."""
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.setnframes(_sample(track.end_ms))  # told first: a pipe cannot be corrected later
        phase = level = 0.0
        for start_ms, end_ms, hz, duty in _spans(track):
            # sin(pi * duty) is the strength of a pulse wave's fundamental: the buzzer's volume.
            samples = array("h")
            length = _sample(end_ms) - _sample(start_ms)
            phase, level = _sound(samples, length, hz, phase, level, _LOUDEST * sin(pi * duty))
            out.writeframesraw(samples.tobytes())
            done(end_ms)


def _sample(t_ms: float) -> int:
    return round(t_ms * RATE / 1000)


def _spans(track: Track) -> Iterator[tuple[float, float, float, float]]:
    """(start ms, end ms, Hz, duty); a silence keeps the pitch that fades out in it."""
    changes = [(0.0, (0.0, 0.0)), *track.tones]
    ends = [t for t, _ in changes[1:]] + [track.end_ms]
    pitch = 440.0
    for (change, (hz, duty)), next_change in zip(changes, ends, strict=True):
        pitch = hz or pitch
        start, end = min(change, track.end_ms), min(next_change, track.end_ms)
        while end - start > _LONGEST_MS:
            yield start, start + _LONGEST_MS, pitch, duty
            start += _LONGEST_MS
        yield start, end, pitch, duty


def _sound(
    samples: array[int], length: int, hz: float, phase: float, level: float, target: float
) -> tuple[float, float]:
    """Append ``length`` samples; phase (0..1) and level go on where the last span left them."""
    step = hz / RATE
    slope = _LOUDEST / _RAMP
    for n in range(length):
        if level == target == 0:
            samples.extend([0] * (length - n))
            break
        level = min(level + slope, target) if level < target else max(level - slope, target)
        samples.append(round(level * _square(phase, step)))
        phase = (phase + step) % 1.0
    return phase, level


def _square(phase: float, step: float) -> float:
    """A square wave with its edges smoothed (polyBLEP), so that high notes do not alias."""
    value = 1.0 if phase < 0.5 else -1.0
    return value + _edge(phase, step) - _edge((phase + 0.5) % 1.0, step)


def _edge(phase: float, step: float) -> float:
    if phase < step:
        x = phase / step
        return 2 * x - x * x - 1
    if phase > 1 - step:
        x = (phase - 1) / step
        return x * x + 2 * x + 1
    return 0.0
