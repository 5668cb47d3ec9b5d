"""What a box does, as lines: for pipes, for programs, for screen readers."""

from __future__ import annotations

import sys
import threading
import time

from arbiter_host import tell
from arbiter_host.bench import Bench
from arbiter_host.ports import Board, Finder
from arbiter_host.watch import Answered, Connected, Found, Heard, Lost, News, Seen, watch


def follow(find: Finder, stop: threading.Event, as_json: bool) -> None:
    """Print a line for each event until ``stop``; as JSON, the box's own lines and nothing else."""
    narrator = Narrator()
    for news in watch(find, stop, Bench()):
        if as_json:
            _print_raw(news)
        else:
            text = narrator.line(news)
            if text:
                print(f"{time.strftime('%H:%M:%S')}  {text}", flush=True)


class Narrator:
    """Gives each news its line; a state whose words stay the same is told once."""

    def __init__(self) -> None:
        self._told = ""

    def line(self, news: News) -> str:
        """The line; "" for what is no event."""
        if isinstance(news, Answered):
            return news.text  # as often as it was asked
        text = _line(news)
        if text == self._told:
            return ""
        self._told = text or self._told
        return text


def _line(news: News) -> str:
    match news:
        case Connected(address, hello):
            return f"connected to {address}: {tell.line(hello)}"
        case Found(state):
            return tell.line(state)
        case Heard(message):
            return tell.line(message.body)
        case Seen(raw):
            return tell.line(raw)
        case Lost(why):
            return f"link lost: {why}"
    return ""


def board(found: Board) -> str:
    """A board, for `ports`."""
    parts = [f"{found.product} {found.uid}"]
    parts += [f"data {found.data}"] if found.data else ["no data port"]
    parts += [f"console {found.console}"] if found.console else []
    parts += [f"port {device}" for device in found.unnamed]
    parts += [f"drive {found.drive}"] if found.drive else []
    return "  ".join(parts)


def _print_raw(news: News) -> None:
    if isinstance(news, Heard):
        print(news.message.raw, flush=True)
    elif isinstance(news, Lost):
        print(f"link lost: {news.why}", file=sys.stderr, flush=True)
