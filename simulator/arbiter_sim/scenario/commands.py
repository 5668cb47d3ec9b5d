"""What can happen in a scenario: one function for each command, from its words to an event.

A function gets the words after the command's own. Its ValueError gives the reason and what to do.
"""

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from arbiter import pieces

from .. import names
from ..hands import Hands
from ..slots import CONTACTS

SLOTS = ("red", "blue")
SLOW_MS = 800
QUICK_MS = 8
PRESS_MS = 100
MOST_NOISE = 1_000_000
LONGEST_TOLD = 60

Act = Callable[[Hands], None]


@dataclass(frozen=True)
class Event:
    """Something that happens at `at_ms`.

    `verb` is "in", "out", "swap", "dirty", "short", "clean", "press" or "host"; `slot` is "red",
    "blue" or ""; `what` is the piece's full name, "contact 3", or what the host does.
    """

    verb: str
    slot: str
    what: str
    act: Act = field(compare=False)
    at_ms: float = 0
    line: int = 0


def put(words: list[str]) -> Event:
    """put SLOT PIECE [no N] in [crooked|backwards] [slowly]"""
    if "in" not in words:
        raise ValueError("'put' needs 'in' after the piece: put blue agent in")
    after = len(words) - words[::-1].index("in")
    how = words[after:]
    slot, piece = _slot(words[: after - 1])
    number = _number(piece)
    over_ms = _over_ms(how)
    seating = how.pop(0) if how and how[0] in ("crooked", "backwards") else "straight"
    _nothing_left(how, "crooked, backwards or slowly")
    name = _piece(piece)
    return Event(
        "in", slot, name, lambda box: box.insert(slot, name, seating, over_ms, number=number)
    )


def lift(words: list[str]) -> Event:
    """lift SLOT [slowly]"""
    slot, how = _slot(words)
    over_ms = _over_ms(how)
    _nothing_left(how, "slowly")
    return Event("out", slot, "", lambda box: box.lift(slot, over_ms=over_ms))


def swap(words: list[str]) -> Event:
    """swap SLOT PIECE"""
    slot, piece = _slot(words)
    name = _piece(piece)
    return Event("swap", slot, name, lambda box: box.swap(slot, name))


def fault(verb: str, words: list[str]) -> Event:
    """dirty|short|clean SLOT contact N"""
    slot, rest = _slot(words)
    if len(rest) != 2 or rest[0] != "contact" or rest[1] not in map(str, range(1, CONTACTS + 1)):
        raise ValueError(f"say which contact, 1 to {CONTACTS}: {verb} {slot} contact 3")
    number = int(rest[1])
    acts: dict[str, Act] = {
        "dirty": lambda box: box.dirty(slot, number),
        "short": lambda box: box.short(slot, number),
        "clean": lambda box: box.clean(slot, number),
    }
    return Event(verb, slot, f"contact {number}", acts[verb])


def press(words: list[str]) -> Event:
    """press button [for 300 ms]"""
    ms = PRESS_MS if len(words) == 1 else duration_ms(words[2:]) if words[1:2] == ["for"] else None
    if words[:1] != ["button"] or ms is None:
        raise ValueError("write 'press button' or 'press button for 300 ms'")
    return Event("press", "", "button", lambda box: box.press(ms))


def host(words: list[str], text: str, seed: str) -> Event:
    """host stalls|reads|leaves|sends "text"|sends 10240 bytes of noise"""
    acts: dict[str, Act] = {
        "stalls": lambda box: box.host.stall(),
        "reads": lambda box: box.host.read(),
        "leaves": lambda box: box.host.detach(),
    }
    if len(words) == 1 and words[0] in acts:
        return Event("host", "", words[0], acts[words[0]])
    if words[:1] != ["sends"]:
        raise ValueError('a host stalls, reads, leaves, or sends "text" or 10240 bytes of noise')
    data, told = _sent(words[1:], text.partition("sends")[2].strip(), seed)
    return Event("host", "", f"sends {told}", lambda box: box.host.send(data))


def duration_ms(words: list[str]) -> float | None:
    """The milliseconds that ["1.5", "s"] stands for; None if it is no time."""
    number = re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,6})?", words[0]) if len(words) == 2 else None
    scale = {"ms": 1, "s": 1000}.get(words[-1]) if words else None
    return float(number[0]) * scale if number and scale else None


COMMANDS: dict[str, Callable[[list[str]], Event]] = {
    "put": put,
    "lift": lift,
    "swap": swap,
    "dirty": partial(fault, "dirty"),
    "short": partial(fault, "short"),
    "clean": partial(fault, "clean"),
    "press": press,
}


def _slot(words: list[str]) -> tuple[str, list[str]]:
    if not words or words[0] not in SLOTS:
        raise ValueError(f"unknown slot {' '.join(words[:1])!r}: write red or blue")
    return words[0], words[1:]


def _piece(words: list[str]) -> str:
    """The full name of the piece that the words name."""
    text = " ".join(words)
    if not text:
        raise ValueError("say which piece")
    if names.word(text) == names.word(names.TEST_PIECE):
        return names.TEST_PIECE
    return pieces.name(names.kind(text))


def _number(piece: list[str]) -> int:
    """Take "no 3" off the end of a piece's name: the third of its kind; 1 if there is none."""
    if len(piece) < 3 or piece[-2] != "no" or not re.fullmatch("[1-9]", piece[-1]):
        return 1
    number = int(piece[-1])
    del piece[-2:]
    return number


def _over_ms(how: list[str]) -> int:
    """Take "slowly" off the end of the words."""
    if how[-1:] == ["slowly"]:
        how.pop()
        return SLOW_MS
    return QUICK_MS


def _nothing_left(words: list[str], allowed: str) -> None:
    if words:
        raise ValueError(f"unknown {' '.join(words)!r}: only {allowed} can stand here")


def _sent(words: list[str], text: str, seed: str) -> tuple[bytes, str]:
    """The bytes, and what they are, for a person: ASCII and short."""
    if len(words) == 4 and words[1:] == ["bytes", "of", "noise"]:
        count = int(words[0]) if re.fullmatch("[0-9]{1,7}", words[0]) else MOST_NOISE + 1
        if count > MOST_NOISE:
            raise ValueError(f"give a number of bytes up to {MOST_NOISE}")
        return random.Random(seed).randbytes(count), " ".join(words)
    try:
        data = json.loads(text) if text.startswith('"') else None
    except ValueError:
        data = None
    if not isinstance(data, str):
        raise ValueError(
            'write sends "text" (in it, \\n is a line end) or sends 100 bytes of noise'
        )
    sent, told = data.encode("utf-8", "replace"), json.dumps(data)
    return sent, told if len(told) <= LONGEST_TOLD else f"{len(sent)} bytes of text"
