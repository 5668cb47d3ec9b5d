"""What the box keeps over power-off, changed part by part, each change saved at once."""

from arbiter import store
from arbiter.service.requests import Refused, choice

_PLAY_BYTES = 80  # for the volume that a player chooses and the count of crashes


class Kept:
    """The payload of the store: parts of keys and values. ``problem`` is a damaged store's."""

    def __init__(self, nvm) -> None:
        self._nvm = nvm
        self._payload: dict = {}
        self.problem: str | None = None
        self.answers = {"reset-factory": self._reset}
        self._load()

    def part(self, name: str) -> dict:
        """A part by its name. Always the same object; only ``put`` changes it."""
        return self._payload.setdefault(name, {})

    def put(self, name: str, key: str, value) -> None:
        """Keep a value in a part, or no longer if it is None. Raises Refused, changing nothing."""
        if self.problem:
            raise Refused(self.problem + ": reset-factory first")
        part = self.part(name)
        before = part.get(key)
        _set(part, key, value)
        try:
            parts = self._payload
            kept = {part: parts[part] for part in parts if parts[part]}
            store.save(self._nvm, kept, _PLAY_BYTES)
        except ValueError as full:
            _set(part, key, before)
            raise Refused(str(full)) from None

    def _reset(self, message):
        choice(message, "word", ("erase",))
        store.erase(self._nvm)
        for name in self._payload:
            self._payload[name].clear()
        self.problem = None
        return ()

    def _load(self):
        payload, self.problem = store.load(self._nvm)
        if payload:
            self._payload.update(payload)


def _set(part, key, value):
    if value is None:
        part.pop(key, None)
    else:
        part[key] = value
