"""The live view as a picture: what a simulated box tells, taken in by the view itself."""

import asyncio
import itertools
import re
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import arbiter
from arbiter import protocol
from arbiter_host.bench import Bench
from arbiter_host.console import Console
from arbiter_host.glyphs import UNICODE, Glyphs
from arbiter_host.messages import Counters, Hello, State, decode
from arbiter_host.service_messages import SERVICE, Raw
from arbiter_host.watch import Connected, Counted, Found, Heard, News, Seen
from arbiter_sim import Box

ADDRESS = "/dev/ttyACM1"
_SIZE = (80, 24)
_LOW = (80, 18)
_EVENING = datetime(2026, 11, 30, 20, 15)
# The fonts that Textual names lie on a server; a picture in a repository must not ask for them.
_WEB_FONT = re.compile(r"@font-face \{.*?\}", re.DOTALL)


def news(state: str = "verdict") -> list[News]:
    """What the link tells of two battles, the second of them until it reaches the state."""
    with Box() as box:
        box.wait_for("asleep", 1_000)
        greeted = len(box.host.received)
        box.insert("red", "colonel")
        box.insert("blue", "major")
        box.wait_for("spent", 10_000)
        box.lift("red")
        box.lift("blue")
        box.wait_for("asleep", 1_000)
        box.insert("blue", "private")
        box.wait(700)
        box.insert("red", "agent")
        box.wait_for(state, 30_000)
        lines = box.host.received[greeted:].split(b"\n")
    hello = Hello(protocol.VERSION, arbiter.__version__, "contacts")
    told = [Heard(message) for message in map(decode, lines) if message]
    start = [Connected(ADDRESS, hello), Found(State("asleep", "empty", "empty"))]
    return [*start, *told, Counted(Counters(2, 0, 0, 0, 0), 0, 0)]


def service_news() -> list[News]:
    """What the link tells of a box in service mode with two pieces in it, one of them crooked."""
    with Box(button=True) as box:
        box.wait(1_000)
        box.insert("red", "colonel")
        box.insert("blue", "major", seating="crooked")
        box.wait(1_000)
        asked = len(box.host.received)
        box.host.send(protocol.request(protocol.RAW, 1))
        box.wait(100)
        reply = decode(box.host.received[asked:].split(b"\n")[0], SERVICE)
    assert reply is not None
    assert isinstance(reply.body, Raw)
    hello = Hello(protocol.VERSION, arbiter.__version__, "contacts")
    start = [Connected(ADDRESS, hello), Found(State("service", "seated", "unseated"))]
    return [*start, Seen(reply.body), Counted(Counters(0, 0, 0, 0, 0), 0, 0)]


async def picture(told: list[News], size: tuple[int, int], glyphs: Glyphs = UNICODE) -> str:
    """The view as SVG once it has taken in the news, at a fixed time of day."""
    stop = threading.Event()
    seconds = itertools.count()
    console = Console(
        _then_silence(told, stop),
        stop,
        Bench(),
        glyphs,
        lambda: _EVENING + timedelta(seconds=next(seconds)),
    )
    async with console.run_test(size=size) as pilot:
        while console.taken < len(told):
            await pilot.pause()
        console.draw()
        await pilot.pause()
        return _WEB_FONT.sub("", console.export_screenshot())


def _then_silence(told: list[News], stop: threading.Event) -> Iterator[News]:
    yield from told
    stop.wait()


def save(target: Path) -> None:
    """Write the README's picture of play."""
    target.write_text(asyncio.run(picture(news(), _SIZE)), encoding="utf-8")


def save_service(target: Path) -> None:
    """Write the README's picture of service mode."""
    target.write_text(asyncio.run(picture(service_news(), _LOW)), encoding="utf-8")
