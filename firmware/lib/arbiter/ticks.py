"""Wrap-safe integer milliseconds.

CircuitPython's ``supervisor.ticks_ms`` counts modulo 2**29 and starts 65 s before it wraps, so
every comparison of two instants goes through here. Two instants compare rightly while they lie
less than 2**28 ms (3.1 days) apart: whoever keeps one drops it once it has passed.
"""

PERIOD = 1 << 29
_HALF = PERIOD >> 1


def add(instant: int, ms: int) -> int:
    """The instant ``ms`` milliseconds after ``instant``."""
    return (instant + ms) % PERIOD


def diff(later: int, earlier: int) -> int:
    """Milliseconds from ``earlier`` to ``later``, negative if they stand the other way round."""
    return (later - earlier + _HALF) % PERIOD - _HALF
