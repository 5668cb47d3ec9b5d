"""The live view: its picture, its sizes, and a box that comes and goes."""

from __future__ import annotations

import asyncio
import itertools
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from textual.pilot import Pilot

from arbiter_host import panel
from arbiter_host.client import Client
from arbiter_host.console import Console
from arbiter_host.glyphs import ASCII, UNICODE, Glyphs
from arbiter_host.link_errors import WrongProtocol
from arbiter_host.view import View
from arbiter_host.watch import News
from host.screens import line_of, live, posix, seen, tool, until, waits
from host.served import LONG_S, Served, changed_drive, running, wait_until

GOLDEN = Path(__file__).with_name("console.txt")


@pytest.fixture(scope="module")
def pictures() -> ModuleType:
    return tool("console_picture")


@pytest.fixture(scope="module")
def told(pictures: ModuleType) -> list[News]:
    return pictures.news()


def screenshot(
    pictures: ModuleType, told: list[News], width: int, height: int, glyphs: Glyphs = UNICODE
) -> list[str]:
    return seen(asyncio.run(pictures.picture(told, (width, height), glyphs)))


def test_the_screenshot(
    pictures: ModuleType, told: list[News], request: pytest.FixtureRequest
) -> None:
    """80 by 24, against the text beside this file; `make golden` writes it anew."""
    lines = screenshot(pictures, told, 80, 24)
    shown = "\n".join(lines) + "\n"
    if request.config.getoption("--regenerate-golden"):
        GOLDEN.write_text(shown, encoding="utf-8")
    assert shown == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize(("width", "height"), [(80, 24), (64, 20), (120, 50), (200, 60)])
def test_the_lights_are_seen_at_any_size(
    pictures: ModuleType, told: list[News], width: int, height: int
) -> None:
    lines = screenshot(pictures, told, width, height)
    assert any(re.search(r"·  ·  · +·  · +▼  ▼  ▼", line) for line in lines), lines
    assert any("blue wins" in line for line in lines)


@pytest.mark.parametrize(("width", "height"), [(40, 10), (20, 5), (3, 2)])
def test_a_tiny_terminal_ends_nothing(
    pictures: ModuleType, told: list[News], width: int, height: int
) -> None:
    screenshot(pictures, told, width, height)


def test_in_ascii_the_shapes_still_tell(pictures: ModuleType, told: list[News]) -> None:
    lines = screenshot(pictures, told, 80, 24, ASCII)
    assert any(re.search(r"\.  \.  \. +\.  \. +B  B  B", line) for line in lines), lines


def test_without_colour_nothing_is_lost(
    pictures: ModuleType, told: list[News], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_colour = screenshot(pictures, told, 80, 24)
    monkeypatch.setenv("NO_COLOR", "1")
    svg = asyncio.run(pictures.picture(told, (80, 24)))
    assert seen(svg) == with_colour
    colours = {tuple(re.findall("..", each)) for each in re.findall(r"#([0-9a-f]{6})\b", svg)}
    assert "ff4136" not in svg, colours


@pytest.mark.parametrize("state", ["waiting", "deliberating", "verdict", "spent"])
def test_every_row_is_as_wide_as_the_box(pictures: ModuleType, state: str) -> None:
    view = View()
    for each in pictures.news(state):
        view.hear(each, 0)
    rows = panel.box(view, UNICODE).plain.split("\n")
    assert max(map(len, rows)) <= panel.WIDTH


@posix
def test_it_follows_a_box_over_unplugging_and_resizing(own_box: Served) -> None:
    async def play(console: Console, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: console.view.counters)
        own_box.do("put red colonel in", "put blue flag in")
        await until(pilot, lambda: console.view.verdict == "red-captures")
        await pilot.resize_terminal(50, 15)
        assert console.view.battles == 1
        own_box.do("unplug")
        await until(pilot, lambda: not console.view.connected)
        assert any("waiting for the box" in line for line in seen(console.export_screenshot()))
        await pilot.resize_terminal(100, 40)
        own_box.do("lift red", "lift blue", "plug")
        await until(pilot, lambda: console.view.links == 2 and console.view.state)
        assert console.view.verdict == ""
        await pilot.press("x")

    assert live(play).error is None
    with Client(own_box.data) as box:  # the port was given back
        assert box.state()


@posix
@pytest.mark.usefixtures("own_box")
@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_a_key_ends_it(key: str) -> None:
    async def play(console: Console, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: console.view.connected)
        await pilot.press(key)
        await until(pilot, lambda: not console.is_running)

    assert live(play).error is None


@posix
def test_what_cannot_get_better_ends_it(own_box: Served, tmp_path: Path) -> None:
    """The box comes back with a newer firmware."""

    async def play(console: Console, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: console.view.state)
        own_box.do("unplug")
        await until(pilot, lambda: not console.view.connected)
        with Served(tmp_path, "--firmware", str(newer), uid="TEST1"):
            await until(pilot, lambda: console.error)

    newer = changed_drive(
        tmp_path / "drive", "lib/arbiter/protocol.py", "\nVERSION = 1\n", "\nVERSION = 2\n"
    )
    assert isinstance(live(play).error, WrongProtocol)


@posix
def test_ctrl_c_leaves_terminal_and_port_clean(own_box: Served) -> None:
    """The whole command, in a terminal of its own, 80 by 24."""
    keyboard, screen = pty.openpty()
    termios.tcsetwinsize(screen, (24, 80))
    before = termios.tcgetattr(screen)
    command = [sys.executable, "-m", "arbiter_host", "console"]
    environment = os.environ | {"TERM": "xterm-256color"}
    with subprocess.Popen(
        command, stdin=screen, stdout=screen, stderr=screen, env=environment
    ) as process:
        try:
            shown = _until(keyboard, b"THE ARBITER")
            assert b"\x1b[?1049h" in shown
            assert termios.tcgetattr(screen) != before
            os.write(keyboard, b"\x03")
            shown = _until(keyboard, b"\x1b[?1049l")
            assert process.wait(LONG_S) == 0
            assert termios.tcgetattr(screen) == before
        finally:
            process.kill()
            os.close(keyboard)
            os.close(screen)
    with Client(own_box.data) as box:
        assert box.state()


def _until(keyboard: int, wanted: bytes) -> bytes:
    shown = b""
    while wanted not in shown:
        assert select.select([keyboard], [], [], LONG_S)[0], shown
        shown += os.read(keyboard, 10_000)
    return shown


@posix
def test_plain_is_a_line_an_event(own_box: Served) -> None:
    with running("console", "--plain") as process:
        lines = [line_of(process)]
        own_box.do("put red colonel in", "put blue flag in")
        while "Taps" not in lines[-1]:
            lines.append(line_of(process))
        own_box.do("unplug")
        lines.append(line_of(process))
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=LONG_S)
    assert (process.returncode, err) == (130, b"generals-arbiter console: interrupted\n")
    words = [line.rstrip().partition("  ")[2] for line in lines]
    assert words[0].startswith(f"connected to {own_box.data}: firmware")
    assert "battle 1: red captures the Flag" in words
    assert words[-1].startswith("link lost: ")
    assert all(re.match(r"\d\d:\d\d:\d\d  \S", line) for line in lines)


@posix
def test_json_is_the_boxs_own_lines(own_box: Served) -> None:
    with running("console", "--json", "--port", own_box.data) as process:
        # It says nothing before the first event, so it gets events until it has one.
        moves = itertools.cycle(["put blue flag in", "lift blue"])
        wait_until(lambda: own_box.do(next(moves)) or waits(process))
        own_box.do("lift blue", "put red flag in", "put blue flag in", "say nonsense")
        lines = [line_of(process)]
        while "verdict" not in lines[-1]:
            lines.append(line_of(process))
        process.send_signal(signal.SIGINT)
        process.wait(LONG_S)
    assert lines[-1] == '{"event": "verdict", "class": "flag-duel", "battle": 1}\n'
    assert all(line.startswith('{"event"') for line in lines)
