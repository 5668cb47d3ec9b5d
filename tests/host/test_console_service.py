"""The live view of a box in service mode: what its slots see, and the keys that test it."""

from __future__ import annotations

import asyncio
import itertools
import json
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import RichLog

from arbiter_host import panel
from arbiter_host.bench import HOW_TO_GET_THERE
from arbiter_host.console import Console
from arbiter_host.glyphs import ASCII, UNICODE, Glyphs
from arbiter_host.messages import Hello, State
from arbiter_host.service import Service
from arbiter_host.service_messages import Raw
from arbiter_host.view import View
from arbiter_host.watch import Connected, Found, Seen, watch
from host.screens import line_of, live, posix, seen, tool, until, waits
from host.served import LONG_S, Served, running, wait_until

SEES = {
    "contacts": Raw("1100110", "Colonel", "0000000", "empty"),
    "resistors": Raw([2048, 3], "Colonel", [4095, 0], "empty"),
    "nfc": Raw("04a1b2c3d4e5f6", "1st Lieutenant", "", "empty"),
}
SHOWN = {
    "contacts": ["● ● ○ ○ ● ● ○", "○ ○ ○ ○ ○ ○ ○", "contacts 1 to 7", "Colonel"],
    "resistors": ["2048, spread 3", "4095, spread 0", "LSB of 4096", "Colonel"],
    "nfc": ["04a1b2c3d4e5f6", "no tag", "tag's UID", "1st Lieutenant"],
}

KEYS = "ttscvv"
ANSWERS = [
    "lights: each in turn, then all, in red",
    "lights: each in turn, then all, in green",
    "sound: 8 tones from 254 to 2034 Hz",
    "blue never closed: 1 2 3 4 5 6 7",
    "volume off: from the next start on",
    "volume low: from the next start on",
]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A simulated box in service mode on a pty."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with Served(tmp_path, "--speed", "20", "--service") as box:
        yield box


def box_panel(reader: str, glyphs: Glyphs) -> str:
    view = View()
    view.hear(Connected("a port", Hello(1, "0", reader)), 0)
    view.hear(Found(State("service", "seated", "empty")), 0)
    view.hear(Seen(SEES[reader]), 0)
    return panel.box(view, glyphs).plain


@pytest.mark.parametrize("reader", SEES)
def test_each_reader_shows_what_it_sees_and_what_it_is(reader: str) -> None:
    shown = box_panel(reader, UNICODE)
    assert [each for each in SHOWN[reader] if each not in shown] == []
    assert len(shown.split("\n")) == 7
    assert max(map(len, shown.split("\n"))) <= panel.WIDTH


def test_ascii_tells_contacts_too() -> None:
    shown = box_panel("contacts", ASCII)
    assert shown.isascii()
    assert "O O o o O O o" in shown


def test_the_picture_shows_all_of_it() -> None:
    """80 columns wide, without colour; the picture of the README."""
    pictures = tool("console_picture")
    lines = "\n".join(seen(asyncio.run(pictures.picture(pictures.service_news(), (80, 18)))))
    for words in ("contacts 1 to 7", "Colonel", "unseated", "service mode: no battle is judged"):
        assert words in lines
    assert "q Quit  x Clear  t Lights  s Sound  c Contacts  v Volume" in lines


def events(console: Console) -> str:
    """The list of events, however its lines are wrapped."""
    shown = " ".join(strip.text for strip in console.query_one(RichLog).lines)
    return " ".join(shown.split())


@posix
def test_keys_test_the_box_and_its_slots_are_seen_live(opened: Served) -> None:
    async def play(console: Console, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: console.view.sees)
        assert console.view.sees.red_is == "empty"
        opened.do("put red colonel in")
        await until(pilot, lambda: console.view.sees.red_is == "Colonel")
        await until(pilot, lambda: "Colonel" in "\n".join(seen(console.export_screenshot())))
        await pilot.press(*KEYS)
        await until(pilot, lambda: all(answer in events(console) for answer in ANSWERS))

    assert live(play).error is None
    with Service(opened.data) as box:
        assert box.setting("VOLUME").value == "low"


@posix
def test_in_play_the_keys_say_how_to_get_there(own_box: Served) -> None:
    async def play(console: Console, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: console.view.counters)
        await pilot.press(*"tscv")
        await until(pilot, lambda: events(console).count(HOW_TO_GET_THERE) == 4)
        own_box.do("unplug", "plug with button")
        await until(pilot, lambda: console.view.sees)
        own_box.do("unplug", "plug")
        await until(pilot, lambda: console.view.links == 3 and console.view.state)
        assert console.view.sees is None

    assert live(play).error is None


@posix
def test_a_box_of_resistors_says_why_it_tests_no_contacts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(console: Console, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: console.view.sees)
        await pilot.press("c")
        await until(pilot, lambda: "this box has no contacts to test" in events(console))
        assert "LSB of 4096" in "\n".join(seen(console.export_screenshot()))

    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with Served(tmp_path, "--speed", "20", "--service", "--reader", "resistors"):
        assert live(play).error is None


@posix
def test_plain_tells_what_the_slots_see(opened: Served) -> None:
    with running("console", "--plain") as process:
        lines = [line_of(process)]
        while "empty" not in lines[-1]:
            lines.append(line_of(process))
        opened.do("put red colonel in")
        while "Colonel" not in lines[-1]:
            lines.append(line_of(process))
        process.send_signal(signal.SIGINT)
        process.wait(LONG_S)
    words = [line.rstrip().partition("  ")[2] for line in lines]
    assert words[1:3] == [
        "service mode: no battle is judged",
        "red 0000000: empty, blue 0000000: empty",
    ]
    assert words[-1].endswith(": Colonel, blue 0000000: empty")


@posix
def test_json_tells_the_raw_events(opened: Served) -> None:
    with running("console", "--json") as process:
        # It says nothing before the first event, so it gets events until it has one.
        moves = itertools.cycle(["put red colonel in", "lift red"])
        wait_until(lambda: opened.do(next(moves)) or waits(process))
        opened.do("lift red", "put red colonel in")
        told = json.loads(line_of(process))
        while told["red_is"] != "Colonel":
            told = json.loads(line_of(process))
        process.send_signal(signal.SIGINT)
        process.wait(LONG_S)
    assert told["event"] == "raw"


@posix
def test_without_a_bench_nothing_seen_is_news(opened: Served) -> None:
    """What `log` follows a box with."""
    stop = threading.Event()
    news = []
    for each in watch(lambda: opened.data, stop, count_s=0.1):
        news.append(type(each).__name__)
        opened.do("put red colonel in" if len(news) == 3 else "lift blue")
        if len(news) == 6:
            stop.set()
    assert set(news) == {"Connected", "Found", "Counted"}
