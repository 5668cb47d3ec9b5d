"""The one button: a short press steps the volume, a long one plays the last verdict again."""

from arbiter import cues, session, ticks
from arbiter.reading import Slot

_SETTLE_MS = 30
_PATIENCE_MS = 1 << 20  # a button that chatters is not pressed, however long it does
_LONG_MS = 800
_KEEP_MS = 2000  # after the last press, so that several cost one write

_VOLUMES = ("off", "low", "high")
_REPLAYING = (session.ASLEEP, session.WAITING, session.SPENT)


class Controls:
    """What a press does.

    ``contact.sample()`` is 1 while the button is down; ``keep(volume)`` stores a volume that a
    player has chosen, and may take its time: it is called in silence only.
    """

    def __init__(self, contact, player, buzzer, keep) -> None:
        self._contact = contact
        self._button = Slot(_SETTLE_MS)  # a slot of one contact: 0 or 1
        self._player = player
        self._buzzer = buzzer
        self._keep = keep
        self._pressed_at: int | None = None
        self._keep_at: int | None = None

    def step(self, play: session.Session, now: int) -> None:
        """Take a sample of the button and do what is due."""
        was = self._button.contents
        self._button.update(self._contact.sample(), now, _PATIENCE_MS)
        pressed = self._button.contents
        if pressed and not was:
            self._pressed_at = now
        elif self._pressed_at is not None:
            self._follow(pressed, play, now)
        elif self._keep_at is not None and ticks.diff(now, self._keep_at) >= 0:
            self._keep_volume(play)

    def _follow(self, pressed, play, now):
        if not pressed:
            self._pressed_at = None
            self._louder(now)
        elif ticks.diff(now, self._pressed_at) >= _LONG_MS:
            self._pressed_at = None
            if play.last and play.state in _REPLAYING:
                self._player.sound(cues.replay(play.last), now)

    def _louder(self, now):
        at = _VOLUMES.index(self._buzzer.volume) + 1
        self._buzzer.volume = _VOLUMES[at % len(_VOLUMES)]
        self._keep_at = ticks.add(now, _KEEP_MS)
        if not self._buzzer.hz:
            self._player.sound(cues.CLICK, now)

    def _keep_volume(self, play):
        if self._buzzer.hz or play.state not in _REPLAYING:
            return  # a write to flash takes long enough to be heard or seen
        self._keep_at = None
        self._keep(self._buzzer.volume)
