"""The client, over real ports, with boxes and ports as bad as they come."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

import pytest
import serial

from arbiter_host.client import Client
from arbiter_host.link_errors import (
    ConsolePort,
    Disconnected,
    NoAnswer,
    NoPort,
    PortDenied,
    PortTaken,
    WrongProtocol,
)
from arbiter_host.messages import Aborted, Counters, Hello, Message, State, Verdict
from host.served import LONG_S, Served, changed_drive, wait_until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
SHORT_S = 0.3
SLEEP = "import sys; sys.stdout.write('up'); sys.stdout.flush(); sys.stdin.read()"


def events(box: Client, kind: type) -> Iterator[object]:
    """The bodies of that kind, as they come."""
    while True:
        message = box.poll(LONG_S)
        assert message is not None, f"no {kind.__name__}"
        if isinstance(message.body, kind):
            yield message.body


def until_it_fails(act: Callable[[], object]) -> NoReturn:
    """Act again and again: what a person did to the box takes a moment to be seen."""
    while True:
        act()


def hasty(address: str, limit_s: float) -> Client:
    """A client with a short deadline, that has been greeted in however long that takes."""
    box = Client(address)
    box._deadline_s = limit_s
    return box


def is_asleep(box: Client) -> bool:
    """Whether it says so in time."""
    with suppress(NoAnswer):
        return box.state().state == "asleep"
    return False


def empty(box: Client, served: Served) -> None:
    """Take the pieces out, and wait until the box is asleep."""
    served.do("lift red", "lift blue")
    wait_until(lambda: box.state().state == "asleep")


def test_each_request_gets_its_reply(served: Served) -> None:
    with Client(served.data) as box:
        assert box.hello() == Hello(1, box.greeting.version, "contacts")
        assert box.state().state == "asleep"
        assert box.counters().bad == 0
        assert box.bad == box.late == 0


@pytest.mark.parametrize("port", ["pty", "socket"])
def test_a_battle_is_told(served: Served, port: str) -> None:
    address = served.data if port == "pty" else served.names["data"][1]
    with Client(address) as box:
        before = box.counters().battles
        served.do("put red colonel in", "put blue private in")
        assert next(events(box, Verdict)) == Verdict("red", before + 1)
        empty(box, served)
        assert isinstance(box.counters(), Counters)


def test_events_between_a_request_and_its_reply_are_kept(served: Served) -> None:
    with Client(served.data) as box:
        served.do("put red flag in")
        wait_until(lambda: box.state().state == "waiting")
        assert next(events(box, State)) == State("waiting", "seated", "empty")
        empty(box, served)


def test_an_abort_is_told(served: Served) -> None:
    with Client(served.data) as box:
        served.do("speed 2", "put red flag in", "put blue flag in")
        wait_until(lambda: box.state().state == "deliberating")
        served.do("lift red", "speed 20")
        assert next(events(box, Aborted)) == Aborted("lifted")
        empty(box, served)


def test_noise_on_the_line_is_counted_and_passed_over(served: Served) -> None:
    with hasty(served.data, SHORT_S) as box:
        served.do("noise 3000")
        wait_until(lambda: box.poll(0) is None and box.bad)
        wait_until(lambda: is_asleep(box))  # the noise ends no line, so that it takes a reply along


def test_noise_towards_the_box_is_no_answer_to_us(served: Served) -> None:
    with serial.Serial(served.data, exclusive=True) as terminal:
        terminal.write(b'AT\r\n{"ask"' + bytes(range(128, 256)))
    with Client(served.data) as box:
        assert box.state().state == "asleep"


def test_a_box_that_never_answers(served: Served) -> None:
    served.do("speed 0")
    with pytest.raises(NoAnswer, match=r"no answer to 'hello' within 0\.3 s"):
        Client(served.data, SHORT_S)
    served.do("speed 20")


def test_a_late_reply_is_counted_and_not_taken_for_the_next(served: Served) -> None:
    with hasty(served.data, SHORT_S) as box:
        served.do("speed 0")
        with pytest.raises(NoAnswer):
            until_it_fails(box.counters)
        served.do("speed 20")
        wait_until(lambda: box.poll(0) is None and box.late)
        wait_until(lambda: is_asleep(box))


def test_another_protocol(runtime: Path, tmp_path: Path) -> None:
    drive = changed_drive(
        tmp_path / "drive", "lib/arbiter/protocol.py", "\nVERSION = 1\n", "\nVERSION = 2\n"
    )
    with (
        Served(runtime, "--firmware", str(drive), "--speed", "20", uid="NEWER") as newer,
        pytest.raises(WrongProtocol, match="speaks protocol 2, this program 1: update the program"),
    ):
        Client(newer.data)


def test_the_console_port_with_a_prompt_is_recognised(own_box: Served) -> None:
    with serial.Serial(own_box.console, timeout=LONG_S, exclusive=True) as terminal:
        terminal.write(b"\x03")
        assert b"Press any key" in terminal.read_until(b"reload.")
    with pytest.raises(ConsolePort, match="CircuitPython's console: give the board's other port"):
        Client(own_box.console)


def test_the_console_of_a_running_program_stays_silent(served: Served) -> None:
    with pytest.raises(NoAnswer, match="is this the arbiter's data port"):
        Client(served.console, SHORT_S)
    with Client(served.data) as box:  # and the question did not disturb it
        assert box.state().state == "asleep"


def test_a_port_that_repeats_everything_is_no_box() -> None:
    with pytest.raises(ConsolePort):
        Client("loop://")


def test_a_port_that_another_of_our_programs_has(served: Served) -> None:
    with Client(served.data), pytest.raises(PortTaken, match=r"another program.* has this port"):
        Client(served.data)


@contextmanager
def holder(device: str) -> Iterator[None]:
    """Another program with the port open, without a lock, as terminal programs open it."""
    code = f"import os; os.open({device!r}, os.O_RDWR | os.O_NOCTTY); {SLEEP}"
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe) as process:
        assert process.stdout is not None
        assert process.stdout.read(2) == b"up"
        try:
            yield
        finally:
            process.communicate()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux tells who has a port")
def test_a_port_that_a_terminal_program_has(served: Served) -> None:
    with holder(served.data), pytest.raises(PortTaken, match=r"another program \(\S+, pid \d+\)"):
        Client(served.data)
    with Client(served.data) as box:
        assert box.state()


@contextmanager
def ordinary_user() -> Iterator[None]:
    """As a user without rights, where the tests run as root."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


def test_a_port_that_this_user_may_not_open(own_box: Served) -> None:
    device = own_box.names["data"][0]
    os.chmod(device, 0)
    with ordinary_user(), pytest.raises(PortDenied, match="add yourself to its group"):
        Client(device)


def test_ports_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(NoPort, match="no such port"):
        Client(str(tmp_path / "none"))
    with pytest.raises(NoPort, match="Connection refused"):
        Client("socket://127.0.0.1:1")
    with pytest.raises(NoPort, match="check the name"):
        Client(__file__)


def test_unplugged_in_mid_line_and_plugged_in_again(own_box: Served) -> None:
    """The half line is forgotten, so that the first line afterwards is whole."""
    with Client(own_box.data) as box:
        own_box.do('say {"event": "verd')
        own_box.vanish()
        with pytest.raises(Disconnected, match="disconnected: check the cable"):
            until_it_fails(lambda: box.poll(SHORT_S))
        with pytest.raises(NoPort):
            box.connect()
        own_box.appear()
        box.connect()
        assert box.state().state == "asleep"
        assert box.bad == 0


def test_a_request_to_a_box_that_goes(own_box: Served) -> None:
    with Client(own_box.data) as box:
        own_box.do("speed 0", "unplug")
        with pytest.raises(Disconnected):
            box.state()


def test_a_message_is_what_the_box_said(served: Served) -> None:
    with Client(served.data) as box:
        served.do("put blue sergeant in")
        message = box.poll(LONG_S)
        assert isinstance(message, Message)
        assert message.raw == (
            '{"event": "state", "state": "waiting", "red": "empty", "blue": "seated"}'
        )
        empty(box, served)
