"""Makes records of what a box does."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import datetime

from arbiter_host.logbook.records import Battle, CalledOff, Ended, Record, Started
from arbiter_host.messages import Aborted, Body, Hello, State, Verdict
from arbiter_host.watch import Connected, Found, Heard, Lost, News


class Keeper:
    """Takes the news in order, gives the records. ``clock()`` is the time, with its offset."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._session = ""
        self._began: datetime | None = None  # the session
        self._first_piece: datetime | None = None
        self._deliberating: datetime | None = None

    def hear(self, news: News) -> list[Record]:
        """The records that the news makes."""
        match news:
            case Connected(_, hello):
                return [*self.end(), self._start(hello)]
            case Lost():
                return self.end()
            case Found(state):
                self._enter(state)
            case Heard(message) if not message.is_reply:
                return self._take(message.body)
        return []

    def end(self) -> list[Record]:
        """Nobody listens any more."""
        if self._began is None:
            return []
        ended = Ended(self._session, self._now(), self._since(self._began) or 0.0)
        self._began = self._first_piece = self._deliberating = None
        return [ended]

    def _start(self, hello: Hello) -> Started:
        self._session = uuid.uuid4().hex[:12]
        self._began = self._clock()
        return Started(self._session, self._now(), hello.protocol, hello.version, hello.reader)

    def _take(self, body: Body) -> list[Record]:
        match body:
            case Hello():
                return [*self.end(), self._start(body)]
            case State():
                self._enter(body)
            case Verdict(cls, number):
                deliberated = self._since(self._deliberating)
                took = self._since(self._first_piece)
                return [Battle(self._session, self._now(), number, cls, deliberated, took)]
            case Aborted(why):
                deliberated = self._since(self._deliberating)
                return [CalledOff(self._session, self._now(), why, deliberated)]
        return []

    def _enter(self, state: State) -> None:
        if state.state == "asleep":
            self._first_piece = self._deliberating = None
        elif state.state in ("waiting", "unseated", "deliberating"):
            self._first_piece = self._first_piece or self._clock()
        if state.state == "deliberating":
            self._deliberating = self._clock()

    def _now(self) -> str:
        return self._clock().isoformat(timespec="milliseconds")

    def _since(self, then: datetime | None) -> float | None:
        return None if then is None else round((self._clock() - then).total_seconds(), 3)
