"""How fast the client takes lines, over bare pyserial on the same pty (`make bench`). Goal: 0.5."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import serial

from arbiter import protocol
from arbiter_host.client import Client

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
LINES = 1000
STATE = (("state", "waiting"), ("red", "seated"), ("blue", "empty"))
HELLO = (("protocol", protocol.VERSION), ("version", "0.1.0"), ("reader", "contacts"))


class Flood:
    """The far end of a pty: says hello to whoever asks, then all the lines at once when told."""

    def __init__(self, link: Path) -> None:
        from arbiter_host.virtual.pty_end import PtyEnd

        self._end = PtyEnd(link)
        os.set_blocking(self._end.fileno(), True)

    def greet(self) -> None:
        """Answer one hello."""
        asked = b""
        while b"}" not in asked:
            asked += self._end.read() if self._end.open else b""
        request_id = json.loads(asked[asked.index(b"{") :])["id"]
        self._end.write(protocol.reply(protocol.HELLO, request_id, HELLO))

    def pour(self) -> None:
        """All the lines."""
        rest = protocol.event(protocol.STATE, STATE) * LINES
        while rest:
            rest = rest[self._end.write(rest[:4096]) :]

    def close(self) -> None:
        self._end.close()


def timed(flood: Flood, take: Callable[[], object]) -> float:
    """Seconds to take all the lines while they are poured."""
    thread = threading.Thread(target=flood.pour)
    thread.start()
    start = time.perf_counter()
    for _ in range(LINES):
        assert take()
    elapsed = time.perf_counter() - start
    thread.join()
    return elapsed


@pytest.mark.benchmark(group="link")
def test_lines_per_second_against_bare_readline(benchmark, tmp_path):
    link = tmp_path / "port"
    flood = Flood(link)
    with serial.Serial(str(link), timeout=5, exclusive=True) as port:
        bare_s = min(timed(flood, port.readline) for _ in range(3))
    greeting = threading.Thread(target=flood.greet)
    greeting.start()
    with Client(str(link)) as box:
        greeting.join()
        benchmark.pedantic(timed, args=[flood, lambda: box.poll(5)], rounds=3)
    flood.close()
    if benchmark.stats:
        ratio = bare_s / benchmark.stats["min"]
        benchmark.extra_info["lines per second"] = round(LINES / benchmark.stats["min"])
        benchmark.extra_info["times bare readline"] = round(ratio, 2)
        assert ratio >= 0.5
