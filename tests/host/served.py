"""The command `serve` in a process of its own, driven by its standard input, met over its ports."""

from __future__ import annotations

import json
import multiprocessing
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

from arbiter_host.cli import main
from arbiter_sim.drive import firmware_folder

LONG_S = 60.0  # more than anything here takes, on a busy machine too
PRELOADED = ["arbiter_host.cli", "arbiter_host.virtual.serve", "host.served"]


def served(arguments: list[str], runtime: Path, uid: str) -> None:
    """In the new process: the whole command, with its streams at files of their own."""
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    streams = [(sys.stdin, "do"), (sys.stdout, "said"), (sys.stderr, "erred")]
    for stream, name in streams:
        how = os.O_RDONLY if stream is sys.stdin else os.O_WRONLY
        os.dup2(os.open(runtime / f"{uid}.{name}", how), stream.fileno())
    sys.argv = ["generals-arbiter", *arguments]
    main(arguments)


class Served:
    """One simulated box. ``data`` and ``console`` are device names that outlast unplugging."""

    def __init__(self, runtime: Path, *options: str, uid: str = "TEST1") -> None:
        self._said, self._erred = runtime / f"{uid}.said", runtime / f"{uid}.erred"
        for file in (self._said, self._erred):
            file.write_text("")
        pipe = runtime / f"{uid}.do"
        pipe.unlink(missing_ok=True)
        os.mkfifo(pipe)
        # Forked off a process that has imported it all, which is most of what a start costs.
        processes = multiprocessing.get_context("forkserver")
        processes.set_forkserver_preload(PRELOADED)
        arguments = ["serve", "--json", "--uid", uid, *options]
        self.process = processes.Process(target=served, args=(arguments, runtime, uid))
        self.process.start()
        # Both ways, so that neither opening nor writing waits for it.
        self._orders = os.fdopen(os.open(pipe, os.O_RDWR), "w")
        wait_until(lambda: self.said or not self.process.is_alive())
        assert self.said, self.erred
        self.names = json.loads(self.said[0])
        folder = runtime / "generals-arbiter" / uid
        self.data, self.console = str(folder / "data"), str(folder / "console")

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *_: object) -> None:
        self.signal(signal.SIGTERM)
        self.ended()
        self._orders.close()

    def signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        if self.process.is_alive():
            os.kill(self.process.pid, number)

    def ended(self) -> int:
        """Its exit code, at its end."""
        self.process.join(LONG_S)
        assert self.process.exitcode is not None, "it never ended"
        return self.process.exitcode

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
        self._orders.write("".join(f"{command}\n" for command in commands))
        self._orders.flush()

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
