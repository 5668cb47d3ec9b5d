"""The live view of a box, in a terminal."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from itertools import chain
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center
from textual.message import Message
from textual.widgets import Footer, RichLog, Static

from arbiter_host import panel
from arbiter_host.bench import HOW_TO_GET_THERE, Bench
from arbiter_host.glyphs import ASCII, UNICODE, Glyphs
from arbiter_host.link_errors import LinkError
from arbiter_host.ports import Finder
from arbiter_host.view import View
from arbiter_host.watch import News, watch

_FRAME_S = 1 / 30


class Console(App[None]):
    """Takes ``news`` in a thread, as it waits for them, and draws what they tell.

    ``stop`` ends the news; ``clock()`` is the time of day for the list of events. ``error`` is
    what ended the news, if it was not the user. Keys are for the ``bench`` of the news.
    """

    class Told(Message):
        """News for the view."""

        def __init__(self, news: News) -> None:
            super().__init__()
            self.news = news

    class Over(Message):
        """There will be no more news."""

    TITLE = "The Arbiter"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #box { border: round #966844; padding: 0 2; width: 64; height: 9; }
    #link { padding: 0 2; height: auto; max-height: 4; }
    #events { border-top: solid #966844; padding: 0 2; height: 1fr; min-height: 1; }
    #events { scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", "Quit"),
        Binding("ctrl+c", "quit", show=False, priority=True),
        Binding("x", "clear", "Clear"),
        Binding("t", "try('lights')", "Lights"),
        Binding("s", "try('sound')", "Sound"),
        Binding("c", "try('contacts')", "Contacts"),
        Binding("v", "try('volume')", "Volume"),
    ]

    def __init__(
        self,
        news: Iterator[News],
        stop: threading.Event,
        bench: Bench,
        glyphs: Glyphs = UNICODE,
        clock: Callable[[], datetime] = datetime.now,
    ) -> None:
        super().__init__()
        self.view = View()
        self.taken = 0  # news
        self.error: LinkError | None = None
        self._news = news
        self._stop = stop
        self._bench = bench
        self._glyphs = glyphs
        self._clock = clock
        # Kept, not looked up: news may come in while the screen is being taken down.
        self._box = Static(id="box")
        self._link = Static(id="link")
        self._events = RichLog(id="events", wrap=True, max_lines=1000)
        self.thread = threading.Thread(target=self._follow, name="link")

    def compose(self) -> ComposeResult:
        """The box, the link, the events, the keys."""
        with Center():
            yield self._box
        yield self._link
        yield self._events
        yield Footer()

    def on_mount(self) -> None:
        """Begin to listen and to draw."""
        self.thread.start()
        self.set_interval(_FRAME_S, self.draw)
        self.draw()

    def on_unmount(self) -> None:
        """Have the thread give the port back."""
        self._stop.set()

    def draw(self) -> None:
        """Show what is known now."""
        self.view.echo.step(_now_ms())
        self._box.update(panel.box(self.view, self._glyphs))
        self._link.update(panel.link(self.view))

    def on_console_told(self, told: Told) -> None:
        """Take the news into the view; an event gets a line."""
        self.taken += 1
        line = self.view.hear(told.news, _now_ms())
        if line:
            self._write(line)
        self.draw()

    def on_console_over(self) -> None:
        """Nothing more to show."""
        self.exit()

    def action_clear(self) -> None:
        """Clear the list of events."""
        self._events.clear()

    def action_try(self, what: str) -> None:
        """Have the box tested, or its volume set; its answer is among the news."""
        if self.view.in_service:
            getattr(self._bench, what)()
        else:
            self._write(HOW_TO_GET_THERE)

    def _write(self, line: str) -> None:
        self._events.write(f"{self._clock():%H:%M:%S}  {line}")

    def _follow(self) -> None:
        """The thread: posts each news, which waits for nobody, not even an app that has ended."""
        try:
            for news in self._news:
                self.post_message(self.Told(news))
        except LinkError as error:
            self.error = error
        self.post_message(self.Over())


def show(find: Finder) -> None:
    """Follow a box in this terminal until the user quits; raises what ends the link for good."""
    stop = threading.Event()
    bench = Bench()
    with closing(watch(find, stop, bench)) as stream:
        first = next(stream)  # where there is no box, there is nothing to show
        console = Console(chain([first], stream), stop, bench, _glyphs())
        console.run()
        console.thread.join()
    if console.error is not None:
        raise console.error


def _now_ms() -> int:
    return round(time.monotonic() * 1000)


def _glyphs() -> Glyphs:
    """Shapes that this terminal can show."""
    return UNICODE if (sys.stdout.encoding or "").lower().startswith("utf") else ASCII
