"""Keys at the simulated box, in a terminal of its own."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from arbiter_host.virtual.keys import Keys
from host.served import LONG_S

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")


def test_keys_are_commands() -> None:
    keys = Keys()
    assert [keys.command(key) for key in "rRrBbbuuuU q?"] == [
        "put red 5-star General in",
        "",
        "lift red",
        "",
        "put blue 4-star General in",
        "lift blue",
        "unplug",
        "plug",
        "unplug",
        "plug with button",
        "press button",
        "end",
        "",
    ]


def test_every_piece_has_its_turn() -> None:
    keys = Keys()
    seen = []
    for _ in range(15):
        seen.append(keys.command("r").split(" ", 2)[2].removesuffix(" in"))
        keys.command("r")
        keys.command("R")
    assert len(set(seen)) == 15


@pytest.mark.parametrize("way", ["q", "Ctrl-C"])
def test_at_the_end_the_terminal_is_as_before(tmp_path: Path, way: str) -> None:
    keyboard, screen = pty.openpty()
    before = termios.tcgetattr(screen)
    command = [sys.executable, "-m", "arbiter_host", "serve", "--speed", "20"]
    environment = os.environ | {"XDG_RUNTIME_DIR": str(tmp_path)}
    with subprocess.Popen(command, stdin=screen, stdout=screen, env=environment) as process:
        try:
            assert b"data" in until(keyboard, b"q end")
            assert termios.tcgetattr(screen) != before
            os.write(keyboard, b"rx ")
            if way == "q":
                os.write(keyboard, b"q")
            else:
                process.send_signal(signal.SIGINT)
            assert process.wait(LONG_S) == (0 if way == "q" else 130)
            assert termios.tcgetattr(screen) == before
        finally:
            process.kill()
            os.close(keyboard)
            os.close(screen)


def until(keyboard: int, wanted: bytes) -> bytes:
    """What the terminal shows until it shows that."""
    seen = b""
    while wanted not in seen:
        assert select.select([keyboard], [], [], LONG_S)[0], seen
        seen += os.read(keyboard, 1000)
    return seen
