"""What a person does at the simulated box: single keys on a terminal, lines of words elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from arbiter import pieces

HELP = (
    "keys: r b put red's or blue's piece in, or lift it;  R B choose the next piece;"
    "  space the button;  u unplug, plug in;  U plug in with the button held;  q end"
)
_READ_BYTES = 1024
_PLUG, _PLUG_HOLDING = "plug", "plug with button"


class Keys:
    """Single keys. ``command(key)`` gives the desk's command for a key, "" for none."""

    def __init__(self) -> None:
        self._next = {"red": 0, "blue": 0}
        self._inside: set[str] = set()
        self._plugged = True

    def command(self, key: str) -> str:
        slot = {"r": "red", "b": "blue"}.get(key.lower())
        if slot:
            return self._choose(slot) if key.isupper() else self._move(slot)
        if key in ("u", "U"):
            self._plugged = not self._plugged
            return (_PLUG if key == "u" else _PLUG_HOLDING) if self._plugged else "unplug"
        return {" ": "press button", "q": "end", "\x04": "end"}.get(key, "")

    def chosen(self) -> str:
        """The pieces that go in next, for the person at the keys."""
        names = {slot: pieces.name(pieces.KINDS[at]) for slot, at in self._next.items()}
        return f"next: red {names['red']}, blue {names['blue']}"

    def _choose(self, slot: str) -> str:
        self._next[slot] = (self._next[slot] + 1) % len(pieces.KINDS)
        return ""

    def _move(self, slot: str) -> str:
        if slot in self._inside:
            self._inside.remove(slot)
            return f"lift {slot}"
        self._inside.add(slot)
        return f"put {slot} {pieces.name(pieces.KINDS[self._next[slot]])} in"


class Input:
    """Standard input, as commands for the desk."""

    def __init__(self) -> None:
        self.over = False
        self.by_key = sys.stdin.isatty()
        self.keys = Keys()
        self._rest = ""

    def fileno(self) -> int:
        return sys.stdin.fileno()

    def commands(self) -> list[str]:
        """What has been asked for since; call when there is something to be read."""
        data = os.read(self.fileno(), _READ_BYTES).decode("utf-8", "replace")
        if not data:
            self.over = True  # the end of a pipe: the box stays, and nobody moves it
        if self.by_key:
            return [command for command in map(self.keys.command, data) if command]
        *lines, self._rest = (self._rest + data).split("\n")
        return lines


@contextmanager
def each_key(wanted: bool) -> Iterator[None]:
    """Have the terminal give each key at once, unseen; as before when the block ends."""
    if not wanted:
        yield
        return
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
