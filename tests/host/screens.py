"""The live view and the lines of `console`, looked at as a person or a program would."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import re
import select
import subprocess
import threading
import time
from collections.abc import Callable
from html import unescape
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from textual.pilot import Pilot

from arbiter_host import ports
from arbiter_host.bench import Bench
from arbiter_host.console import Console
from arbiter_host.watch import watch
from host.served import LONG_S

ROOT = Path(__file__).resolve().parents[2]
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")


def tool(name: str) -> ModuleType:
    """One of the programs in `tools/`, which are no package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def seen(svg: str) -> list[str]:
    """The lines of text on a screenshot, top to bottom."""
    rows: dict[float, list[tuple[float, str]]] = {}
    for x, y, text in re.findall(r'<text class="\S+" x="(\S+)" y="(\S+)"[^>]*>(.*?)</text>', svg):
        rows.setdefault(float(y), []).append((float(x), unescape(text).replace("\xa0", " ")))
    lines = []
    for _, parts in sorted(rows.items()):
        line = ""
        for x, text in sorted(parts):
            line = line.ljust(round(x / 12.2)) + text
        lines.append(line.rstrip())
    return lines


async def until(pilot: Pilot[Any], is_so: Callable[[], object]) -> None:
    """Let the view go on until something is so."""
    end = time.monotonic() + LONG_S
    while not is_so():
        assert time.monotonic() < end, "it never came"
        await pilot.pause(0.01)


def live(play: Callable[[Console, Pilot[Any]], Any]) -> Console:
    """Follow the only box there is while ``play`` runs."""
    stop, bench = threading.Event(), Bench()
    console = Console(watch(lambda: ports.choose(None), stop, bench), stop, bench)

    async def run() -> None:
        async with console.run_test(size=(80, 24)) as pilot:
            await play(console, pilot)

    asyncio.run(run())
    console.thread.join(LONG_S)
    assert not console.thread.is_alive()
    return console


def waits(process: subprocess.Popen[bytes]) -> bool:
    """Whether it has printed something, after a moment."""
    return bool(select.select([process.stdout], [], [], 0.5)[0])


def line_of(process: subprocess.Popen[bytes]) -> str:
    """The next line that it prints; its output must be unbuffered (``bufsize=0``)."""
    assert process.stdout is not None
    assert select.select([process.stdout], [], [], LONG_S)[0], "it says nothing"
    return process.stdout.readline().decode()
