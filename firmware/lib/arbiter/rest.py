"""What a sleeping box does about its supply."""

from arbiter import ticks

_CHECK_MS = 5000
_RECOVERED_MV = 100  # a supply that has been low counts as low until it is that much above


class Rest:
    """Watches the supply while both slots are empty, and lets it go off when that lasts.

    ``supply`` has ``millivolts()`` and ``hold(on)``. ``low_mv`` is the warning limit and
    ``off_after_ms`` the time until the box goes off; 0 is never.
    """

    def __init__(self, supply, low_mv: int, off_after_ms: int) -> None:
        self.low = False
        self._supply = supply
        self._low_mv = low_mv
        self._off_after_ms = off_after_ms
        self._off_at: int | None = None
        self._check_at = 0

    def turn(self, asleep: bool, now: int) -> None:
        """The box has fallen asleep, or has something to do."""
        self._supply.hold(True)
        self._check_at = now
        lasting = asleep and self._off_after_ms
        self._off_at = ticks.add(now, self._off_after_ms) if lasting else None

    def step(self, now: int) -> None:
        """Do what is due while the box sleeps; ``low`` is how the supply was at the last look."""
        if self._off_at is not None and ticks.diff(now, self._off_at) >= 0:
            self._off_at = None
            self._supply.hold(False)
        if self._low_mv and ticks.diff(now, self._check_at) >= 0:
            self._check_at = ticks.add(now, _CHECK_MS)
            limit = self._low_mv + (_RECOVERED_MV if self.low else 0)
            self.low = self._supply.millivolts() < limit
