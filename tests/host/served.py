"""The command `serve` as a program of its own, driven by its standard input, met over its ports."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from arbiter_sim.drive import firmware_folder

LONG_S = 20.0  # more than anything here takes, on a busy machine too


class Served:
    """One simulated box. ``data`` and ``console`` are device names that outlast unplugging."""

    def __init__(self, runtime: Path, *options: str, uid: str = "TEST1") -> None:
        command = [sys.executable, "-m", "arbiter_host", "serve", "--json", "--uid", uid, *options]
        self._said = runtime / f"{uid}.said"
        self._erred = runtime / f"{uid}.erred"
        with self._said.open("w") as said, self._erred.open("w") as erred:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=said,
                stderr=erred,
                text=True,
                env=os.environ | {"XDG_RUNTIME_DIR": str(runtime)},
            )
        wait_until(lambda: self.said or self.process.poll() is not None)
        assert self.said, self.erred
        self.names = json.loads(self.said[0])
        folder = runtime / "generals-arbiter" / uid
        self.data, self.console = str(folder / "data"), str(folder / "console")

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=LONG_S)

    @property
    def said(self) -> list[str]:
        """The whole lines that it has printed."""
        return self._said.read_text().split("\n")[:-1]

    @property
    def erred(self) -> str:
        """What it has printed on stderr."""
        return self._erred.read_text()

    def do(self, *commands: str) -> None:
        """What a person does: scenario words, or unplug, plug, speed, noise, say, end."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{command}\n" for command in commands))
        self.process.stdin.flush()

    def vanish(self) -> None:
        """Unplug, and be sure that the port is gone."""
        self.do("unplug")
        wait_until(lambda: not os.path.exists(self.data))

    def appear(self) -> None:
        """Plug in, and be sure that the port is there."""
        self.do("plug")
        wait_until(lambda: os.path.exists(self.data))


def wait_until(is_so: Callable[[], object]) -> None:
    """Wait for another program, as long as it takes on a busy machine."""
    end = time.monotonic() + LONG_S
    while not is_so():
        assert time.monotonic() < end, "it never came"
        select.select([], [], [], 0.002)


@contextmanager
def running(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """The command `generals-arbiter` as a program of its own, which does not outlive the block."""
    command = [sys.executable, "-m", "arbiter_host", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, bufsize=0) as process:
        try:
            yield process
        finally:
            process.kill()


def changed_drive(target: Path, file: str, old: str, new: str) -> Path:
    """A copy of our drive with one text replaced."""
    drive = Path(shutil.copytree(firmware_folder(), target))
    text = (drive / file).read_text("utf-8")
    assert old in text
    (drive / file).write_text(text.replace(old, new), "utf-8")
    return drive
