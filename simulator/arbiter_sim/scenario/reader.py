"""Reads the lines of a scenario and checks what can be known before it is played."""

import re
from dataclasses import dataclass, replace
from functools import partial

from ..hands import Hands
from ..usb import MODES
from .commands import COMMANDS, Event, duration_ms, host

LONGEST_MS = 3_600_000
_SETTINGS = "seed 7, or host absent"
# A # starts a comment, but not inside a quoted text.
_COMMENT = re.compile(r'((?:[^"#]|"(?:[^"\\]|\\.)*"?)*).*')


class ScenarioError(ValueError):
    """A mistake in a scenario. The text is one line: source, line number, reason, what to do."""

    def __init__(self, source: str, line: int, reason: str) -> None:
        super().__init__(f"{source}, line {line}: {reason}")
        self.source = source
        self.line = line
        self.reason = reason


@dataclass(frozen=True)
class Scenario:
    """A parsed scenario; times in simulated milliseconds since power-on.

    `title` is the comment on the first line, or else the source.
    """

    source: str
    title: str
    seed: int
    host: str
    end_ms: float
    events: tuple[Event, ...]

    def schedule(self, box: Hands) -> None:
        """Have all its events happen to a box that has just been switched on."""
        for event in self.events:
            box.at(event.at_ms - box.now_ms, partial(event.act, box))


class Reader:
    """Reads one scenario from top to bottom."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._settings = {"seed": "0", "host": "reading"}
        self._given: set[str] = set()
        self._events: list[Event] = []
        self._end_ms: float | None = None
        self._now_ms = 0.0
        self._occupied: set[str] = set()
        self._open = True

    def read(self, text: str) -> Scenario:
        """The scenario of the text. Raises ScenarioError."""
        lines = text.removeprefix("\ufeff").split("\n")  # an editor's byte-order mark
        for number, line in enumerate(lines, 1):
            try:
                self._read_line(number, _COMMENT.sub(r"\1", line, count=1).strip())
            except ValueError as error:
                raise ScenarioError(self._source, number, str(error)) from None
        if self._end_ms is None:
            raise ScenarioError(self._source, len(lines), "no end: add a line such as 'at 9 s end'")
        first = lines[0].strip()
        return Scenario(
            source=self._source,
            title=first.lstrip("# ") if first.startswith("#") else self._source,
            seed=int(self._settings["seed"]),
            host=self._settings["host"],
            end_ms=self._end_ms,
            events=tuple(self._events),
        )

    def _read_line(self, number: int, line: str) -> None:
        words = line.split()
        if not words:
            return
        if self._end_ms is not None:
            raise ValueError("nothing can happen after the end: put this line before it")
        if words[0] == "at":
            self._read_event(number, line, words[1:])
        else:
            self._read_setting(words)

    def _read_setting(self, words: list[str]) -> None:
        name, value = words[0], " ".join(words[1:])
        if name not in self._settings:
            raise ValueError(f"unknown word {name!r}: write 'at TIME ...', or first {_SETTINGS}")
        if self._events or name in self._given:
            raise ValueError(f"{name!r} can stand once, before the first 'at'")
        if name == "seed" and not re.fullmatch("[0-9]{1,9}", value):
            raise ValueError(f"seed {value!r}: give a whole number of up to nine digits")
        if name == "host" and value not in MODES:
            raise ValueError(f"host {value!r}: give one of {', '.join(MODES)}")
        self._given.add(name)
        self._settings[name] = value
        self._open = self._settings["host"] != "absent"

    def _read_event(self, number: int, line: str, words: list[str]) -> None:
        self._now_ms = self._time(words[:2])
        command, rest = " ".join(words[2:3]), words[3:]
        if command == "end" and not rest:
            self._end_ms = self._now_ms
        elif command == "host":
            text = line.partition("host")[2]
            self._add(number, host(rest, text, f"{self._settings['seed']} noise {number}"))
        elif command in COMMANDS:
            self._add(number, COMMANDS[command](rest))
        else:
            known = ", ".join([*COMMANDS, "host", "end"])
            raise ValueError(f"unknown command {command!r}: after the time comes one of {known}")

    def _time(self, words: list[str]) -> float:
        """When the line happens; "+2 s" counts from the line before."""
        later = words[:1] != [] and words[0].startswith("+")
        given = [words[0].removeprefix("+"), *words[1:]] if words else []
        ms = duration_ms(given)
        if ms is None:
            raise ValueError(f"{' '.join(words)!r} is no time: write 120 ms, 2.5 s or +300 ms")
        if later:
            ms += self._now_ms
        if ms > LONGEST_MS:
            raise ValueError(f"{' '.join(words)!r} is too late: a scenario lasts an hour at most")
        if ms < self._now_ms:
            raise ValueError(f"this goes back in time: the line before is at {self._now_ms:g} ms")
        return ms

    def _add(self, number: int, event: Event) -> None:
        self._check_slot(event)
        if event.verb == "host":
            self._check_host(event)
        self._events.append(replace(event, at_ms=self._now_ms, line=number))

    def _check_slot(self, event: Event) -> None:
        """Pieces go into empty slots and come out of full ones."""
        full = event.slot in self._occupied
        if event.verb == "in" and full:
            raise ValueError(f"the {event.slot} slot already holds a piece: lift it first")
        if event.verb in ("out", "swap") and not full:
            raise ValueError(f"the {event.slot} slot is empty: put a piece in first")
        if event.verb == "in":
            self._occupied.add(event.slot)
        elif event.verb == "out":
            self._occupied.discard(event.slot)

    def _check_host(self, event: Event) -> None:
        """Only a host that has the port open can send."""
        if event.what.startswith("sends") and not self._open:
            raise ValueError("the host has no port open: let it read or stall first")
        self._open = event.what != "leaves"
