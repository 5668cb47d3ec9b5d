"""What each state and verdict looks and sounds like, as tables.

A timeline is ``(loop, ((value, ms), ...))``: each value is shown for its time; 0 ms is for ever.
For lights a value is a frame: eight bytes, each an index into ``PALETTE``, in the order of the
chain (3 red side, 2 victory, 3 blue side). For sound it is a pitch in Hz, 0 for silence.

Everything here depends on the verdict class alone, never on a rank.
"""

from arbiter import rules

OFF = 0
# 1 to 5: the runner of the deliberation, faint to bright.
WHITE = 5
DIM_WHITE = 6
AMBER = 7
RED = 8
BLUE = 9
GOLD = 10
DIM_RED = 11
DIM_BLUE = 12
DIM_GOLD = 13
GREEN = 14

# Colours at full brightness; the lamps scale them to the current budget.
PALETTE = (
    (0, 0, 0),
    (16, 16, 16),
    (44, 44, 44),
    (90, 90, 90),
    (156, 156, 156),
    (255, 255, 255),
    (40, 40, 40),
    (255, 110, 0),
    (255, 0, 0),
    (0, 40, 255),
    (255, 170, 0),
    (40, 0, 0),
    (0, 8, 40),
    (40, 26, 0),
    (0, 255, 0),
)

FOREVER = 0


def frame(red: int, victory: int, blue: int) -> bytes:
    """A frame of one colour for each part of the box."""
    return bytes([red] * 3 + [victory] * 2 + [blue] * 3)


def _runner():
    """A light of five thirds of a pixel to each side, a third further every frame."""
    places = list(range(22)) + list(range(20, 0, -1))
    frames = []
    for place in places:
        frames.append((bytes([max(0, 5 - abs(3 * i - place)) for i in range(8)]), FRAME_MS))
    return (True, tuple(frames))


FRAME_MS = 20
ALL_OFF = frame(OFF, OFF, OFF)
OUT_OF_PLAY = frame(OFF, DIM_WHITE, OFF)  # stays when a person at the console ends the program
DARK = (False, ((ALL_OFF, FOREVER),))
RUNNER = _runner()
VOID = (True, ((frame(DIM_WHITE, OFF, OFF), 600), (frame(OFF, OFF, DIM_WHITE), 600)))


def _ends(red, blue):
    return (bytes([red] + [OFF] * 6 + [blue]), 300)


# Service mode: only the two ends of the chain, by turns white and green.
SERVICE = (True, (_ends(DIM_WHITE, GREEN), _ends(GREEN, DIM_WHITE)))

_BLINK_MS = 500
_SEATED = {"empty": (OFF, OFF), "seated": (DIM_WHITE, DIM_WHITE), "unseated": (AMBER, OFF)}


def seats(red: str, blue: str) -> tuple:
    """Lights for two slots, each "empty", "seated" or "unseated" (which blinks)."""
    red_on, red_off = _SEATED[red]
    blue_on, blue_off = _SEATED[blue]
    on = frame(red_on, OFF, blue_on)
    if "unseated" not in (red, blue):
        return (False, ((on, FOREVER),))
    return (True, ((on, _BLINK_MS), (frame(red_off, OFF, blue_off), _BLINK_MS)))


# By class, which parts are lit: red side, victory pair, blue side.
_LIT = {
    rules.RED: (True, False, False),
    rules.BLUE: (False, False, True),
    rules.TIE: (True, False, True),
    rules.RED_CAPTURES: (True, True, False),
    rules.BLUE_CAPTURES: (False, True, True),
    rules.FLAG_DUEL: (True, True, True),
}


def _lit(cls, red, gold, blue):
    colours = (red, gold, blue)
    return frame(*[colour if on else OFF for colour, on in zip(colours, _LIT[cls])])


def verdict(cls: str) -> tuple:
    """Lights while the steady tone sounds: the winner's side, without the victory pair."""
    return (False, ((_lit(cls, RED, OFF, BLUE), FOREVER),))


def victory(cls: str) -> tuple:
    """Lights while Taps plays: as the verdict, and the victory pair bright and dim by turns."""
    bright, dim = _lit(cls, RED, GOLD, BLUE), _lit(cls, RED, DIM_GOLD, BLUE)
    return (True, ((bright, 600), (dim, 600)))


def spent(cls: str) -> tuple:
    """Lights that stay until both slots are empty."""
    return (False, ((_lit(cls, RED, GOLD, BLUE), FOREVER),))


def dimmed(cls: str) -> tuple:
    """The same, dimmed."""
    return (False, ((_lit(cls, DIM_RED, DIM_GOLD, DIM_BLUE), FOREVER),))


_WARNING = frame(OFF, AMBER, OFF)
LOW_SUPPLY = (True, ((_WARNING, 80), (frame(OFF, OFF, OFF), 2920)))


def fault(number: int) -> tuple:
    """The victory pair blinks ``number`` times, pauses, and begins again."""
    on, off = frame(OFF, AMBER, OFF), frame(OFF, OFF, OFF)
    blink = ((on, 250), (off, 250))
    return (True, blink * number + ((off, 1500),))


# Sound. A bugle plays the natural harmonics of its tube; these are the harmonics 1 to 8 of
# 254.3 Hz, a flat C4, chosen because the RP2040's PWM hits them within 0.1 % (its divider has
# steps of 1/16, and 125 MHz / 65535 / 7.5 is the fundamental) and a small piezo is loud there.
_C4, _C5, _G5, _C6, _E6, _G6, _C7 = 254, 509, 763, 1017, 1272, 1526, 2034

SILENCE = (False, ((0, FOREVER),))
CLICK = (False, ((_G6, 10), (0, FOREVER)))
_COMPLAINT = ((_C4, 120), (0, 80), (_C4, 120), (0, 1680))
COMPLAINT = (False, _COMPLAINT * 3 + ((0, FOREVER),))
DELIBERATION = (True, ((_C6, 100), (_E6, 100), (_G6, 100), (_C7, 100), (_G6, 100), (_E6, 100)))
ABORTED = (False, ((_C6, 150), (_G5, 350), (0, FOREVER)))

_LOW, _MIDDLE, _HIGH = _C5, _G5, _E6
_TONES = {
    rules.RED: _LOW,
    rules.BLUE: _HIGH,
    rules.TIE: _MIDDLE,
    rules.RED_CAPTURES: _LOW,
    rules.BLUE_CAPTURES: _HIGH,
    rules.FLAG_DUEL: _MIDDLE,
}
TONE_MS = 1500


def tone(cls: str) -> tuple:
    """The steady tone: red low, blue high, both sides in between."""
    return (False, ((_TONES[cls], FOREVER),))


# Taps, 24 notes, (pitch, sixteenths): United States bugle call of 1862, in 4/4, played at 100
# crotchets a minute.
TAPS_NOTES = (
    ((_G5, 3), (_G5, 1), (_C6, 12))
    + ((_G5, 3), (_C6, 1), (_E6, 12))
    + ((_G5, 2), (_C6, 2), (_E6, 4))
    + ((_G5, 2), (_C6, 2), (_E6, 4))
    + ((_G5, 2), (_C6, 2), (_E6, 12))
    + ((_C6, 3), (_E6, 1), (_G6, 8))
    + ((_E6, 4), (_C6, 4), (_G5, 12))
    + ((_G5, 3), (_G5, 1), (_C6, 16))
)
_SIXTEENTH_MS = 150
_BREATH_MS = 30  # before each note, or after another of its pitch it would not be heard as one
TAPS_MS = _SIXTEENTH_MS * sum([length for _, length in TAPS_NOTES])


def _taps():
    steps = []
    for hz, length in TAPS_NOTES:
        steps += [(0, _BREATH_MS), (hz, _SIXTEENTH_MS * length - _BREATH_MS)]
    return (False, tuple(steps) + ((0, FOREVER),))


TAPS = _taps()


def replay(cls: str) -> tuple:
    """The sound of a verdict from its beginning: the tone, and Taps if it captured a Flag."""
    after = TAPS[1] if rules.captures(cls) else SILENCE[1]
    return (False, ((_TONES[cls], TONE_MS),) + after)
