"""Plays timelines of cues on the lamps and the buzzer."""

from arbiter import ticks

_NEVER_MS = 1 << 20  # longer than any pause of the main loop
_HOPELESS_MS = 1000  # later than this, a timeline goes on from now instead of catching up


class Track:
    """Plays one timeline: calls ``show(value)`` at the instant of each step."""

    def __init__(self, show) -> None:
        self._show = show
        self._loop = False
        self._steps: tuple = ()
        self._at = 0
        self._due: int | None = None  # when the step after _at begins

    def start(self, timeline: tuple, now: int) -> None:
        """Play from the beginning; the first value shows at once."""
        self._loop, self._steps = timeline
        self._enter(0, now)
        self._show(self._steps[0][0])

    def step(self, now: int) -> int:
        """Show what is due at ``now``; returns the ms until the next change."""
        if self._due is None:
            return _NEVER_MS
        late = ticks.diff(now, self._due)
        if late < 0:
            return -late
        if late > _HOPELESS_MS:
            self._due = now
        while self._due is not None and ticks.diff(now, self._due) >= 0:
            self._enter(self._next(), self._due)
        self._show(self._steps[self._at][0])
        return _NEVER_MS if self._due is None else ticks.diff(self._due, now)

    def _next(self):
        at = self._at + 1
        return 0 if self._loop and at == len(self._steps) else at

    def _enter(self, at, now):
        self._at = at
        ms = self._steps[at][1]
        self._due = ticks.add(now, ms) if ms else None


class Player:
    """The lights and the sound, each its own track."""

    def __init__(self, lamps, buzzer) -> None:
        self._lights = Track(lamps.show)
        self._sound = Track(buzzer.sound)

    def light(self, timeline: tuple, now: int) -> None:
        """Show a timeline of frames."""
        self._lights.start(timeline, now)

    def sound(self, timeline: tuple, now: int) -> None:
        """Play a timeline of pitches, instead of what is playing."""
        self._sound.start(timeline, now)

    def step(self, now: int) -> int:
        """Show and sound what is due; returns the ms until the next change."""
        lights = self._lights.step(now)
        sound = self._sound.step(now)
        return lights if lights < sound else sound
