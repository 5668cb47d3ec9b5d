"""Names of tones, by the nearest note of the box's own tuning.

The firmware plays the natural harmonics of a bugle in a flat C (see `cues`), whose sixth octave
begins at 1017 Hz; against an A of 440 Hz its notes would lie between two names.
"""

from __future__ import annotations

from math import log2

_NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
_C6_HZ, _C6_MIDI = 1017.2, 84


def midi(hz: float) -> float:
    """The pitch in semitones, C6 = 84; fractions are out of tune."""
    return _C6_MIDI + 12 * log2(hz / _C6_HZ)


def note(hz: float) -> str:
    """The nearest note: 763 -> "G5"."""
    octave, step = divmod(round(midi(hz)), 12)
    return f"{_NAMES[step]}{octave - 1}"


def label(hz: float) -> str:
    """ "G5 763 Hz"."""
    return f"{note(hz)} {hz:.0f} Hz"
