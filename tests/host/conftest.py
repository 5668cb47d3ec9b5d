"""Tracks that the tests look at, and simulated boxes on real ports."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter_host import plays
from arbiter_host.client import Client
from arbiter_sim.recorder import Track
from host.command import Command, runner
from host.served import LONG_S, Served


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """On a busy machine a box answers late: only tests that give a deadline mean one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client.__init__, "__defaults__", (LONG_S,))
        yield


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_ends() -> None:
    """A shell that runs the suite in the background lets it, and all it starts, ignore Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Run the command in this process: (exit code, stdout, stderr)."""
    return runner(capsys)


@pytest.fixture(scope="session")
def officers() -> Track:
    """Red's Colonel beats blue's Major."""
    return plays.scenario("officer-v-officer")


@pytest.fixture(scope="session")
def bad_seat() -> Track:
    return plays.scenario("bad-seat")


@pytest.fixture(scope="session")
def captured() -> Track:
    """Red's Private captures the Flag, with Taps."""
    return plays.scenario("flag-captured")


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where simulated boxes leave their ports, for this module's tests alone."""
    folder = tmp_path_factory.mktemp("runtime")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        yield folder


@pytest.fixture(scope="module")
def served(runtime: Path) -> Iterator[Served]:
    """A simulated box on a pty and a TCP port, 20 times as fast as a real one."""
    with Served(runtime, "--speed", "20", "--tcp", "0") as box:
        yield box


@pytest.fixture
def own_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """The same, for a test that unplugs it."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with Served(tmp_path, "--speed", "20") as box:
        yield box
