"""What the box shows and sounds, worked out from what it tells.

The link tells states and verdicts, not lights; but lights and sound are a function of those, by
the firmware's own tables (`arbiter.cues`), played here by its own player. They lag behind the box
by the link's delay, and the sound is as if the volume were not off.
"""

from __future__ import annotations

from arbiter import cues
from arbiter.player import Player
from arbiter_host.messages import Aborted, Body, Fault, State, Verdict

_WRAP_MS = 1 << 29  # as the firmware's ticks
_DARK = cues.frame(cues.OFF, cues.OFF, cues.OFF)
_DIM_AFTER_MS = 60_000  # as the box
_BY_SEATS = ("waiting", "unseated")  # states whose lights follow the slots
_SEATING = {"unread": "empty"}  # a slot not read yet looks empty


class Echo:
    """Feed it with ``hear`` and ``step``, in integer ms; look at ``lights`` and ``hz``.

    ``lights`` are eight bytes, each an index into ``cues.PALETTE``; ``hz`` is 0 for silence.
    """

    def __init__(self) -> None:
        self.lights = _DARK
        self.hz = 0
        self.cls = ""  # of the verdict on show
        self._told: State | None = None
        self._aborting = False
        self._player = Player(_Lamps(self), _Buzzer(self))
        self.forget(0)

    def forget(self, now_ms: int) -> None:
        """The link is down: nothing is known."""
        self._told = None
        self.cls = ""
        self._player.light(cues.DARK, now_ms % _WRAP_MS)
        self._player.sound(cues.SILENCE, now_ms % _WRAP_MS)

    def hear(self, body: Body, now_ms: int) -> None:
        """The box said something."""
        now = now_ms % _WRAP_MS
        match body:
            case Verdict(cls, _):
                self.cls = cls
                self._player.sound(cues.tone(cls), now)
            case Aborted():
                self._aborting = True
                self._player.sound(cues.ABORTED, now)
            case Fault(number, _):
                self._player.light(cues.fault(number), now)
            case State():
                self._enter(body, now)

    def found(self, state: State, now_ms: int) -> None:
        """The state in which a new link found the box: its lights, and no sound that is past."""
        self._told = state
        self._player.light(self._lights(state), now_ms % _WRAP_MS)

    def step(self, now_ms: int) -> None:
        """Let lights and sound go on."""
        self._player.step(now_ms % _WRAP_MS)

    def _enter(self, state: State, now: int) -> None:
        before, self._told = self._told, state
        if before and before.state == state.state and state.state not in _BY_SEATS:
            return  # a piece came or went, and the lights stay
        if state.state == "asleep":
            self.cls = ""
        self._player.light(self._lights(state), now)
        if not self._aborting:
            sound = _sound(state, before)
            if sound:
                self._player.sound(sound, now)
        self._aborting = False

    def _lights(self, state: State) -> tuple:
        by_class = {"verdict": cues.verdict, "victory": cues.victory, "spent": _spent}
        if state.state in by_class:
            # A program that came late has not heard the verdict.
            return by_class[state.state](self.cls) if self.cls else cues.DARK
        fixed = {
            "asleep": cues.DARK,
            "deliberating": cues.RUNNER,
            "void": cues.VOID,
            "service": cues.SERVICE,
        }
        if state.state in fixed:
            return fixed[state.state]
        return cues.seats(*(_SEATING.get(seat, seat) for seat in (state.red, state.blue)))


def _spent(cls: str) -> tuple:
    """The verdict's lights, dimmed after a while, which the box does not tell."""
    (_, ((bright, _),)), (_, ((dim, _),)) = cues.spent(cls), cues.dimmed(cls)
    return (False, ((bright, _DIM_AFTER_MS), (dim, cues.FOREVER)))


class _Lamps:
    """The player's lamps."""

    def __init__(self, echo: Echo) -> None:
        self._echo = echo

    def show(self, frame: bytes) -> None:
        self._echo.lights = frame


class _Buzzer:
    """The player's buzzer."""

    def __init__(self, echo: Echo) -> None:
        self._echo = echo

    def sound(self, hz: int) -> None:
        self._echo.hz = hz


def _sound(state: State, before: State | None) -> tuple | None:
    """What starts to sound on entering a state, other than by a verdict or an abort."""
    fixed = {
        "asleep": cues.SILENCE,
        "deliberating": cues.DELIBERATION,
        "victory": cues.TAPS,
        "spent": cues.SILENCE,
    }
    if state.state == "unseated":
        newly = any(
            now == "unseated" != then
            for now, then in zip(_seats(state), _seats(before), strict=True)
        )
        return cues.COMPLAINT if newly else None
    if state.state == "waiting":
        return cues.CLICK
    return fixed.get(state.state)


def _seats(state: State | None) -> tuple[str, str]:
    return (state.red, state.blue) if state else ("unread", "unread")
