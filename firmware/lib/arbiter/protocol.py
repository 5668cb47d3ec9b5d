"""The words of the host link: one JSON object a line, both ways, over the USB data port.

The box speaks unasked with ``{"event": ...}`` and gives every request ``{"ask": ..., "id": ...}``
exactly one ``{"reply": ..., "id": ...}``. A line that is no request gets one reply "error".
In play nothing can carry a rank: the values are the words and counts below.

| line | fields |
|---|---|
| event or reply ``hello`` | protocol, version, reader |
| event or reply ``state`` | state, and of each slot: unread, empty, unseated or seated |
| event ``verdict`` | class, battle (its number since power-up) |
| event ``aborted`` | why: lifted, unseated or changed |
| event ``fault`` | number, text |
| reply ``counters`` | battles, aborts, crashes, dropped (lines nobody read), bad (not understood) |
| reply ``error`` | text |

In service mode, where the state is "service", there are more requests; to a box in play these are
errors like any other. A slot is "red" or "blue", a piece its name as in ``pieces``.

| request | with | its reply |
|---|---|---|
| ``raw``, and so the event ``raw`` | | of each slot what is seen and what it is |
| ``live`` | on: true, false | on: whether each change is told by an event ``raw``, ten a second |
| ``selftest`` | part: lights, with a colour | colour, ms: each pixel in turn, then all |
| ``selftest`` | part: sound | hz, ms: the tones of a scale |
| ``selftest`` | part: contacts | of each slot the contacts seen closed, seen open |
| ``settings`` | | keys |
| ``setting`` | key | key, value, from (default, file, device), default, allowed, unit, meaning |
| ``set`` | key, value (null: as in the file) | the same; it holds from the next start |
| ``reset-factory`` | word: erase | nothing: all that was kept is gone |
| ``measure`` | slot, piece | slot, piece, level, spread, margin in LSB, missing: pieces to go |
| ``measured`` | slot | slot, levels: by kind, null where there is none |
| ``calibrate``, ``uncalibrate`` | slot | slot, thresholds; of the first margin: the least |
| ``register`` | slot, piece | tag, slot, piece, count: of tags |
| ``forget`` | tag | the same |
| ``tags`` | from: a number, 0 the first | count, from, tags: some of [tag, slot, piece] |

What is seen is, by the reader: contacts as seven digits, [median, spread] in LSB of 4096, or the
tag's UID in hexadecimal. A tag is such a UID.
"""

import json

from arbiter import __version__

VERSION = 1

HELLO = "hello"
STATE = "state"
VERDICT = "verdict"
ABORTED = "aborted"
FAULT = "fault"
COUNTERS = "counters"
ERROR = "error"
EVENTS = (HELLO, STATE, VERDICT, ABORTED, FAULT)
ASKS = (HELLO, STATE, COUNTERS)

# In service mode only.
RAW = "raw"
SERVICE_ASKS = (
    (RAW, "live", "selftest", "settings", "setting", "set", "reset-factory")
    + ("measure", "measured", "calibrate", "uncalibrate")  # resistors
    + ("register", "forget", "tags")  # nfc
)

MAX_REQUEST = 96  # bytes of a request line, without its newline
_MAX_ID = 1 << 29


def event(name: str, fields: tuple) -> bytes:
    """A line for an event; ``fields`` are (key, value) pairs in order."""
    return _line((("event", name),) + fields)


def reply(name: str, request_id: int | None, fields: tuple) -> bytes:
    """A line that answers the request of that id (None if it gave none)."""
    return _line((("reply", name), ("id", request_id)) + fields)


def hello(reader: str) -> tuple:
    """The fields of a hello."""
    return (("protocol", VERSION), ("version", __version__), ("reader", reader))


def state(name: str, red: str, blue: str) -> tuple:
    """The fields of a state."""
    return (("state", name), ("red", red), ("blue", blue))


def counters(battles: int, aborts: int, crashes: int, dropped: int, bad: int) -> tuple:
    """The fields of the counters: crashes since a factory reset, the others since power-up."""
    return (
        ("battles", battles),
        ("aborts", aborts),
        ("crashes", crashes),
        ("dropped", dropped),
        ("bad", bad),
    )


def request(ask: str, request_id: int, fields: tuple = ()) -> bytes:
    """A line that asks; for the host."""
    return _line((("ask", ask), ("id", request_id)) + fields)


def parse_request(line: bytes, asks: tuple = ASKS) -> tuple:
    """``(ask, id, problem)`` of a request line; ``problem`` says what is wrong with it."""
    try:
        message = json.loads(line)
    except ValueError:
        return None, None, "not JSON"
    if not isinstance(message, dict):
        return None, None, "not an object"
    ask, request_id = message.get("ask"), message.get("id")
    if request_id is not None and not _is_id(request_id):
        return None, None, "id must be a whole number below 2**29"
    if ask not in asks:
        return None, request_id, "ask must be " + ", ".join(asks)
    return ask, request_id, None


def _is_id(value):
    return type(value) is int and 0 <= value < _MAX_ID


def _line(fields):
    # Written pair by pair: a dict of CircuitPython has no order.
    pairs = ['"%s": %s' % (key, json.dumps(value)) for key, value in fields]
    return ("{" + ", ".join(pairs) + "}\n").encode()
