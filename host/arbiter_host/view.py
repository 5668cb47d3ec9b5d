"""What the live view knows, folded from the news of the link.

Only ``sees`` can hold a rank, and only while the box says that it is in service mode.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from arbiter_host.echo import Echo
from arbiter_host.messages import Body, Counters, Fault, State, Verdict
from arbiter_host.plain import Narrator
from arbiter_host.service import STATE
from arbiter_host.service_messages import Raw
from arbiter_host.watch import Connected, Counted, Found, Heard, Lost, News, Seen


@dataclass
class View:
    """The box as far as its link tells. ``reconnects`` counts links after the first."""

    address: str = ""
    firmware: str = ""
    reader: str = ""
    connected: bool = False
    lost_why: str = ""
    state: State | None = None
    sees: Raw | None = None
    battles: int = 0
    counters: Counters | None = None
    fault: Fault | None = None
    bad: int = 0
    late: int = 0
    links: int = 0
    echo: Echo = field(default_factory=Echo)
    narrator: Narrator = field(default_factory=Narrator)

    @property
    def verdict(self) -> str:
        """The class of the verdict on show, "" for none."""
        return self.echo.cls

    @property
    def in_service(self) -> bool:
        """Whether the box is in service mode."""
        return self.state is not None and self.state.state == STATE

    def hear(self, news: News, now_ms: int) -> str:
        """Take the news at ``now_ms`` of any clock; returns the line for the list of events."""
        match news:
            case Connected(address, hello):
                self.address, self.firmware = address, hello.version
                self.reader = hello.reader
                self.connected = True
                self.fault = None
                self.links += 1
            case Lost(why):
                self.connected = False
                self.lost_why = why
                self._enter(None)
                self.echo.forget(now_ms)
            case Found(state):
                self._enter(state)
                self.echo.found(state, now_ms)
            case Counted(counters, bad, late):
                self.counters, self.bad, self.late = counters, bad, late
                self.battles = counters.battles
            case Seen(raw):
                return self._look(raw)
            case Heard(message):
                if isinstance(message.body, Raw):
                    return self._look(message.body)
                self._take(message.body, now_ms)
        return self.narrator.line(news)

    def _enter(self, state: State | None) -> None:
        self.state = state
        if not self.in_service:
            self.sees = None

    def _look(self, raw: Raw) -> str:
        """Show it in its place: the list of events would be full of it."""
        if self.in_service:
            self.sees = raw
        return ""

    def _take(self, body: Body, now_ms: int) -> None:
        self.echo.hear(body, now_ms)
        match body:
            case State():
                self._enter(body)
            case Verdict(_, battle):
                self.battles = battle
            case Fault():
                self.fault = body
