"""Who calibrates: reads what is said, and types a letter now and then; or a script that does."""

from __future__ import annotations

import os
import queue
import sys
import threading
from typing import TextIO

_READ_BYTES = 1024
_END = "q"
KEYS = "Enter: it is in, try now   u: take the last back   s: skip it   q: stop, go on another day"


class Stopped(Exception):
    """The person has enough for now."""


class Person:
    """Says lines on ``out``; takes lines from standard input, whose end is as good as "q"."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._typed: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._listens = False

    def say(self, text: str) -> None:
        """Print a line."""
        print(text, file=self._out, flush=True)

    def answer(self, limit_s: float) -> str | None:
        """What was typed, or None when the time is over. Raises Stopped."""
        if not self._listens:
            self._listens = True
            # A thread, as Windows cannot wait for a console and a time at once.
            threading.Thread(target=self._listen, args=(sys.stdin.fileno(),), daemon=True).start()
        try:
            typed = self._typed.get(timeout=limit_s)
        except queue.Empty:
            return None
        if typed == _END:
            raise Stopped
        return typed

    def _listen(self, source: int) -> None:
        rest = ""
        # Past Python's buffer, whose lock would be held when the program ends.
        while data := os.read(source, _READ_BYTES):
            *lines, rest = (rest + data.decode("utf-8", "replace")).split("\n")
            for line in lines:
                self._typed.put(line.strip().lower())
        self._typed.put(_END)
