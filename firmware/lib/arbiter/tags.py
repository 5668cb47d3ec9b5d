"""Tags in pieces, read by two PN532 of which only one has its field on.

Each step does one thing, so lights never wait for a chip: half of the steps take less than 2.4 ms,
99 in 100 less than 5 (CircuitPython 10.0.0 in an emulated RP2040). A tag counts when two reads in
a row give it. A read that gives nothing makes the contents doubtful, three in a row make the slot
empty. A chip that does not answer is reset; one that stays silent is a fault.
"""

from arbiter import ticks
from arbiter.pieces import EMPTY, UNSEATED
from arbiter.readers import ReaderFault

_MISSES = 3  # reads in a row without a tag, to call a slot empty
_FAILURES = 5  # in a row, to call a chip broken
_SEARCH_MS = 60  # a search takes 10 to 20 ms
_RESET_MS = 10
_BOOT_MS = 100  # as the library gives it

_RESETTING, _BOOTING, _IDLE, _SEARCHING = range(4)


class TagReaders:
    """The readers of both slots, ``red`` and ``blue``; their work is done in ``step``.

    ``antennas`` are red's and blue's: ``reset()``, ``release()``, ``start()``, ``search()``,
    ``found()`` (None while it searches, else a list of UIDs; that of an unreadable tag is empty)
    and ``off()``; OSError if the chip does not do it. ``registry`` gives [army, kind] by UID in
    hexadecimal.
    """

    def __init__(self, antennas: list, registry: dict) -> None:
        self.red = TagReader("red", antennas[0], registry)
        self.blue = TagReader("blue", antennas[1], registry)
        self.red.other, self.blue.other = self.blue, self.red
        self._turn = self.red

    def step(self, now: int) -> None:
        """Do the next few ms of work. Raises ReaderFault when a chip stays silent."""
        if self._turn.step(now):
            self._turn = self._turn.other


class TagReader:
    """Reads one slot, when it is its turn; made by ``TagReaders``."""

    other: "TagReader"  # of the other slot

    def __init__(self, army: str, antenna, registry: dict) -> None:
        self.uid: str | None = None  # of the last read that gave a tag, while it is there
        self._army = army
        self._antenna = antenna
        self._registry = registry
        self._contents = UNSEATED
        self._misses = 0
        self._failures = 0
        self._doing = _RESETTING
        self._since: int | None = None  # when that began; None before it has

    def read(self, now: int) -> int:  # noqa: ARG002 - other readers need the time
        """What the slot seems to hold."""
        return self._contents

    def step(self, now: int) -> bool:
        """Do what is next; returns whether the field is off: then it is the other's turn."""
        try:
            self._act(now)
        except OSError:
            self._fail(now)
        return self._doing != _SEARCHING

    def _act(self, now):
        if self._doing == _SEARCHING:
            self._listen(now)
        elif self._doing == _IDLE:
            self._antenna.search()
            self._do(_SEARCHING, now)
        elif self._since is None:
            self._antenna.reset()
            self._do(_RESETTING, now)
        elif self._doing == _RESETTING and ticks.diff(now, self._since) >= _RESET_MS:
            self._antenna.release()
            self._do(_BOOTING, now)
        elif self._doing == _BOOTING and ticks.diff(now, self._since) >= _BOOT_MS:
            self._antenna.start()
            self._do(_IDLE, now)

    def _listen(self, now):
        uids = self._antenna.found()
        if uids is not None:
            self._antenna.off()
            self._failures = 0
            self._weigh(uids)
            self._do(_IDLE, now)
        elif ticks.diff(now, self._since) > _SEARCH_MS:
            raise OSError("the search has no end")

    def _fail(self, now):
        """Doubt what was read, and begin anew with a reset, which takes the field away."""
        self._failures += 1
        if self._failures >= _FAILURES:
            raise ReaderFault(self._army + " reader: its PN532 does not answer, check the wires")
        self._contents = UNSEATED
        self.uid = None
        self._antenna.reset()
        self._do(_RESETTING, now)

    def _do(self, what, now):
        self._doing = what
        self._since = now

    def _weigh(self, uids):
        """Make contents of the UIDs that a search has found."""
        if uids:
            uid = uids[0].hex() if len(uids) == 1 else ""
            self._contents = self._kind(uid) if uid == self.uid else UNSEATED
            self.uid = uid
            self._misses = 0
            return
        self._misses += 1
        if self._misses >= _MISSES:
            self.uid = None
            self._contents = EMPTY
        elif self._contents != EMPTY:
            self._contents = UNSEATED

    def _kind(self, uid):
        army, kind = self._registry.get(uid, (None, UNSEATED))
        if army != self._army or uid == self.other.uid:
            return UNSEATED
        return kind
