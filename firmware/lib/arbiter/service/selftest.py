"""Lights, sound and contacts, one after the other, for a person to look and listen."""

from arbiter import cues, ticks
from arbiter.service.requests import Refused, choice

COLOURS = {"red": cues.RED, "green": cues.GREEN, "blue": cues.BLUE, "white": cues.WHITE}
PARTS = ("lights", "sound", "contacts")
PIXEL_MS = 250
ALL_MS = 1000
NOTE_MS = 250
SCALE_HZ = (254, 509, 763, 1017, 1272, 1526, 1780, 2034)  # the tones of play are among them

_PIXELS = 8


class SelfTest:
    """``probes`` are those of red's and blue's slot."""

    def __init__(self, player, buzzer, probes: tuple) -> None:
        self._player = player
        self._buzzer = buzzer
        self._probes = probes
        self._now = 0
        self._lit_until: int | None = None
        self.answers = {"selftest": self._test}

    def step(self, now: int) -> None:
        """Show the light of service mode, unless a test of the lights is under way."""
        self._now = now
        if self._lit_until is None or ticks.diff(now, self._lit_until) >= 0:
            self._lit_until = ticks.add(now, ticks.PERIOD >> 2)
            self._player.light(cues.SERVICE, now)

    def _test(self, message):
        part = choice(message, "part", PARTS)
        if part == "lights":
            return self._light(choice(message, "colour", tuple(COLOURS)))
        return self._sound() if part == "sound" else self._contacts()

    def _light(self, colour):
        """Each pixel in the order of the chain, then all."""
        timeline = lights(COLOURS[colour])
        ms = sum([ms for _, ms in timeline[1]])
        self._player.light(timeline, self._now)
        self._lit_until = ticks.add(self._now, ms)
        return (("colour", colour), ("ms", ms))

    def _sound(self):
        self._buzzer.volume = "high"  # "off" would test nothing
        self._player.sound(scale(), self._now)
        return (("hz", SCALE_HZ), ("ms", NOTE_MS * len(SCALE_HZ)))

    def _contacts(self):
        red, blue = self._probes
        if not hasattr(red, "seen"):
            raise Refused("this box has no contacts to test: its reader is another")
        red_closed, red_open = red.seen()
        blue_closed, blue_open = blue.seen()
        return (
            ("red_closed", red_closed),
            ("red_open", red_open),
            ("blue_closed", blue_closed),
            ("blue_open", blue_open),
        )


def lights(colour: int) -> tuple:
    """A timeline of one pixel after the other in that colour, then of all of them."""
    steps = []
    for lit in range(_PIXELS):
        frame = bytes([colour if pixel == lit else cues.OFF for pixel in range(_PIXELS)])
        steps.append((frame, PIXEL_MS))
    steps.append((bytes([colour]) * _PIXELS, ALL_MS))
    return (False, tuple(steps) + cues.DARK[1])


def scale() -> tuple:
    """A timeline of the tones of the scale."""
    return (False, tuple([(hz, NOTE_MS) for hz in SCALE_HZ]) + cues.SILENCE[1])
