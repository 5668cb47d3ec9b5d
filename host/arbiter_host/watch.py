"""Follows a box for as long as one likes, over unplugging and restarts."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from dataclasses import dataclass

from arbiter_host.bench import Bench
from arbiter_host.client import Client
from arbiter_host.link_errors import ConsolePort, LinkError, NoAnswer, WrongProtocol
from arbiter_host.messages import Body, Counters, Hello, Message, State
from arbiter_host.ports import Finder
from arbiter_host.service import STATE, Service
from arbiter_host.service_messages import Raw

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


@dataclass(frozen=True)
class Seen:
    """What the slots of a box in service mode saw when it was asked first; changes are heard."""

    raw: Raw


@dataclass(frozen=True)
class Answered:
    """What became of a key's request, in words."""

    text: str


News = Connected | Found | Heard | Counted | Lost | Seen | Answered


def watch(
    find: Finder,
    stop: threading.Event,
    bench: Bench | None = None,
    count_s: float = COUNT_S,
) -> Generator[News, None, None]:
    """All the news until ``stop``; ``find()`` gives the address, which may change on plugging in.

    What fails at first is raised. Later only what cannot get better by waiting is: a port that
    turns out to be a console, and another protocol.

    With a ``bench`` a box in service mode tells what its slots see, too, and is asked what the
    bench wants of it; without one nothing that such a box says beside play's words is understood.
    """
    connect = Client if bench is None else Service
    client = connect(find())
    while True:
        try:
            with client:
                yield from _listen(client, stop, bench, count_s)
            return
        except LinkError as error:
            _raise_if_final(error)
            yield Lost(str(error))
        again = _connect_again(connect, find, stop)
        if again is None:
            return
        client = again


def _listen(
    client: Client, stop: threading.Event, bench: Bench | None, count_s: float
) -> Generator[News, None, None]:
    yield Connected(client.address, client.greeting)
    state = client.state()
    yield Found(state)
    yield from _look(client, state)
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
            yield from _look(client, message.body)
        if isinstance(client, Service) and bench is not None:
            yield from map(Answered, bench.answers(client))


def _look(client: Client, body: Body) -> Generator[News, None, None]:
    """Have a box that is now in service mode tell what its slots see, from now on."""
    if isinstance(client, Service) and isinstance(body, State) and body.state == STATE:
        client.live(True)
        yield Seen(client.raw())


def _connect_again(connect: type[Client], find: Finder, stop: threading.Event) -> Client | None:
    while not stop.wait(_RETRY_S):
        try:
            return connect(find())
        except LinkError as error:
            _raise_if_final(error)
    return None


def _raise_if_final(error: LinkError) -> None:
    if isinstance(error, (ConsolePort, WrongProtocol)):
        raise error
