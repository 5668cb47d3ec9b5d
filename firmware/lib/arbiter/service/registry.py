"""The registry of tags: which piece of which army each belongs to."""

from arbiter import pieces, ticks
from arbiter.service.requests import Refused, count, piece, quoted, slot, text

HOLD_MS = 300  # some reads of each slot
PAGE = 6  # tags in a line


class Registry:
    """``readers`` are red's and blue's, by slot; what is kept in "tags" is theirs too."""

    def __init__(self, readers: dict, kept) -> None:
        self._readers = readers
        self._kept = kept
        self._tags = kept.part("tags")
        self._now = 0
        self._since: dict = dict.fromkeys(readers, (None, 0))  # (UID, when it was first read)
        self.answers = {"register": self._register, "forget": self._forget, "tags": self._list}

    def step(self, now: int) -> None:
        """Watch how long each slot has read its tag."""
        self._now = now
        for name in self._readers:
            uid = self._readers[name].uid
            if uid != self._since[name][0]:
                self._since[name] = (uid, now)

    def _register(self, message):
        name, kind = slot(message), piece(message)
        uid = self._held(name)
        known = self._tags.get(uid)
        if known:
            raise Refused("tag %s is of %s: forget it first" % (uid, _described(*known)))
        like = [tag for tag in self._tags if list(self._tags[tag]) == [name, kind]]
        if len(like) >= pieces.COUNTS[kind - 1]:
            raise Refused("all of %s have a tag: %s" % (_described(name, kind), ", ".join(like)))
        self._kept.put("tags", uid, [name, kind])
        return self._entry(uid) + (("count", len(self._tags)),)

    def _held(self, name):
        """The tag that has been in a slot for a while, and in no other."""
        uid, since = self._since[name]
        if not uid:
            raise Refused("no tag can be read in the %s slot, or more than one" % name)
        if ticks.diff(self._now, since) < HOLD_MS:
            raise Refused("the tag in the %s slot was just put in: ask again" % name)
        if [reader.uid for reader in self._readers.values()].count(uid) > 1:
            raise Refused("both slots read tag %s: take the other piece out" % uid)
        return uid

    def _forget(self, message):
        uid = text(message, "tag")
        if uid not in self._tags:
            raise Refused("no tag %s is registered" % quoted(uid))
        entry = self._entry(uid)
        self._kept.put("tags", uid, None)
        return entry + (("count", len(self._tags)),)

    def _list(self, message):
        """A page of the tags in order of their UIDs, from the one that is asked for by number."""
        start = count(message, "from")
        page = sorted(self._tags)[start : start + PAGE]
        tags = [[uid, self._tags[uid][0], pieces.name(self._tags[uid][1])] for uid in page]
        return (("count", len(self._tags)), ("from", start), ("tags", tags))

    def _entry(self, uid):
        name, kind = self._tags[uid]
        return (("tag", uid), ("slot", name), ("piece", pieces.name(kind)))


def _described(name, kind):
    return "%s's %s" % (name, pieces.name(kind))
