"""Follows a box for as long as one likes, over unplugging and restarts."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from dataclasses import dataclass

from arbiter_host.client import Client
from arbiter_host.link_errors import ConsolePort, LinkError, NoAnswer, WrongProtocol
from arbiter_host.messages import Counters, Hello, Message, State
from arbiter_host.ports import Finder

COUNT_S = 2.0  # between two looks at the counters
_POLL_S = 0.1
_RETRY_S = 0.5


@dataclass(frozen=True)
class Connected:
    """The box is there (again)."""

    address: str
    hello: Hello


@dataclass(frozen=True)
class Heard:
    """It said something of itself."""

    message: Message


@dataclass(frozen=True)
class Found:
    """What it was doing when the link began."""

    state: State


@dataclass(frozen=True)
class Counted:
    """The box's counters, and this end's: lines that were no message, replies too late."""

    counters: Counters
    bad: int
    late: int


@dataclass(frozen=True)
class Lost:
    """The link is down; it is being tried again."""

    why: str


News = Connected | Found | Heard | Counted | Lost


def watch(
    find: Finder, stop: threading.Event, count_s: float = COUNT_S
) -> Generator[News, None, None]:
    """All the news until ``stop``; ``find()`` gives the address, which may change on plugging in.

    What fails at first is raised. Later only what cannot get better by waiting is: a port that
    turns out to be a console, and another protocol.
    """
    client = Client(find())
    while True:
        try:
            with client:
                yield from _listen(client, stop, count_s)
            return
        except LinkError as error:
            _raise_if_final(error)
            yield Lost(str(error))
        again = _connect_again(find, stop)
        if again is None:
            return
        client = again


def _listen(client: Client, stop: threading.Event, count_s: float) -> Generator[News, None, None]:
    yield Connected(client.address, client.greeting)
    yield Found(client.state())
    due = time.monotonic()
    missed = False
    while not stop.is_set():
        if time.monotonic() >= due:
            due = time.monotonic() + count_s
            try:
                yield Counted(client.counters(), client.bad, client.late)
                missed = False
            except NoAnswer:
                # Noise may have spoilt one answer; a box that is silent twice is gone.
                if missed:
                    raise
                missed = True
        message = client.poll(_POLL_S)
        if message is not None:
            yield Heard(message)


def _connect_again(find: Finder, stop: threading.Event) -> Client | None:
    while not stop.wait(_RETRY_S):
        try:
            return Client(find())
        except LinkError as error:
            _raise_if_final(error)
    return None


def _raise_if_final(error: LinkError) -> None:
    if isinstance(error, (ConsolePort, WrongProtocol)):
        raise error
