"""Names of tones: equal temperament, A4 = 440 Hz."""

from __future__ import annotations

from math import log2

_NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
_A4_HZ, _A4_MIDI = 440.0, 69


def midi(hz: float) -> float:
    """The pitch in semitones, A4 = 69; fractions are out of tune."""
    return _A4_MIDI + 12 * log2(hz / _A4_HZ)


def note(hz: float) -> str:
    """The nearest note: 782.5 -> "G5"."""
    octave, step = divmod(round(midi(hz)), 12)
    return f"{_NAMES[step]}{octave - 1}"


def label(hz: float) -> str:
    """ "G5 784 Hz"."""
    return f"{note(hz)} {hz:.0f} Hz"
