"""What requests ask of: a slot, a piece, a word."""

from arbiter import pieces

SLOTS = ("red", "blue")
_LONGEST_QUOTE = 24


class Refused(Exception):
    """A request that cannot be met; the text says why, and what to do."""


def slot(message: dict) -> str:
    """The slot that is meant: "red" or "blue"."""
    return choice(message, "slot", SLOTS)


def piece(message: dict) -> int:
    """The kind of the piece that is meant."""
    return pieces.kind(choice(message, "piece", pieces.NAMES))


def choice(message: dict, key: str, words: tuple):
    """One of the words, under that key."""
    word = message.get(key)
    if word not in words:
        raise Refused("%s must be one of: %s" % (key, ", ".join(words)))
    return word


def text(message: dict, key: str) -> str:
    """A word of any kind, under that key."""
    value = message.get(key)
    if not isinstance(value, str):
        raise Refused("%s must be a text" % key)
    return value


def quoted(value: str) -> str:
    """As much of a text as a line has room for."""
    return value[:_LONGEST_QUOTE]


def count(message: dict, key: str) -> int:
    """A whole number, 0 if there is none under that key."""
    value = message.get(key, 0)
    if type(value) is not int or value < 0:
        raise Refused("%s must be a whole number" % key)
    return value
