"""`serve`: what other people's programs meet on the ports of the simulated box."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import serial

from arbiter import pieces
from arbiter_host.client import Client
from arbiter_host.link_errors import LinkError
from host.served import LONG_S, Served, wait_until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
MINITERM = [sys.executable, "-m", "serial.tools.miniterm", "--raw"]


def terminal(device: str) -> serial.SerialBase:
    """As a terminal program opens a port."""
    return serial.serial_for_url(device, timeout=LONG_S)


def test_whoever_opens_the_data_port_is_greeted(served: Served) -> None:
    with terminal(served.data) as port:
        assert b'"event": "hello"' in port.read_until(b"\n") + port.read_until(b"\n")


def test_it_tells_where_its_ports_are(served: Served) -> None:
    assert served.names["box"] == "TEST1"
    for role in ("data", "console"):
        pseudo, tcp = served.names[role]
        assert os.path.samefile(pseudo, getattr(served, role))
        assert tcp.startswith("socket://127.0.0.1:")


def test_a_second_program_is_turned_away_until_the_first_leaves(served: Served) -> None:
    tcp = served.names["data"][1]
    with Client(served.data), pytest.raises(LinkError):
        Client(tcp, 0.5)
    with Client(tcp) as box:
        with pytest.raises(LinkError):
            Client(served.data, 0.5)
        assert box.state().state == "asleep"


def test_the_console_is_met_as_a_picos(own_box: Served) -> None:
    with Client(own_box.data):
        pass  # it is past boot.py, which a Ctrl-C would end
    with terminal(own_box.console) as port:
        port.write(b"\x03")
        ended = port.read_until(b"Use CTRL-D to reload.\r\n").decode()
        assert "Code done running." in ended
        port.write(b"\r")
        assert b"Adafruit CircuitPython 10.0.0" in port.read_until(b">>> ")
        port.write(b"print(1)\r")
        assert b"runs no Python here" in port.read_until(b">>> ")
        port.write(b"\x03")
        assert b"KeyboardInterrupt" in port.read_until(b">>> ")
        port.write(b"\x04")
        assert b"soft reboot" in port.read_until(b"code.py output:\r\n")
    with Client(own_box.data) as box:
        assert box.hello().protocol == 1


@pytest.mark.parametrize("way", ["end", "kill", "interrupt"])
def test_at_the_end_its_ports_are_gone(tmp_path: Path, way: str) -> None:
    with Served(tmp_path) as box:
        assert os.path.exists(box.data)
        if way == "end":
            box.do("end")
        else:
            box.signal(signal.SIGTERM if way == "kill" else signal.SIGINT)
        code = box.ended()
        assert (code, "Traceback" in box.erred) == (0 if way == "end" else 130, False)
        assert not os.path.lexists(box.data)
        assert not os.path.lexists(box.console)


def test_a_slip_of_the_hand_takes_nobodys_box_away(own_box: Served) -> None:
    with Client(own_box.data) as box:
        own_box.do("put red colnel in", "dance", "speed fast", "put red colonel in", "press button")
        wait_until(lambda: box.state().state == "waiting")
    said = own_box.erred.splitlines()
    assert len(said) == 3
    assert "did you mean 'colonel'" in said[0]
    assert "unknown command 'dance'" in said[1]


def test_a_scenario_puts_the_pieces_in(tmp_path: Path) -> None:
    with Served(tmp_path, "tie", "--speed", "50") as box:
        with Client(box.data) as client:
            wait_until(lambda: client.counters().battles == 1)
        assert box.ended() == 0
        told = [json.loads(line) for line in box.said[1:]]
        assert [each["class"] for each in told if each["event"] == "verdict"] == ["tie"]


def test_a_scenario_cannot_be_the_host_too(tmp_path: Path) -> None:
    scenario = tmp_path / "host.scenario"
    scenario.write_text("at 1 s host stalls\nat 2 s end\n")
    command = [sys.executable, "-m", "arbiter_host", "serve", str(scenario)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "the host is whoever opens the port" in done.stderr


def test_two_boxes_are_two(runtime: Path) -> None:
    with (
        Served(runtime, uid="ONE") as one,
        Served(runtime, uid="TWO") as two,
        Client(one.data) as first,
        Client(two.data) as second,
    ):
        one.do("put red flag in")
        wait_until(lambda: first.state().state == "waiting")
        assert second.state().state == "asleep"


def test_no_piece_is_named_on_any_port(tmp_path: Path) -> None:
    """Not even by a firmware that stops in mid-battle, with what it read in its variables."""
    with Served(tmp_path, "--speed", "20") as box, terminal(box.console) as console:
        with Client(box.data, LONG_S) as client:
            box.do("put red colonel in", "put blue agent in")
            wait_until(lambda: client.state().state == "deliberating")
            console.write(b"\x03")
            printed = console.read_until(b"reload.\r\n").decode()
        seen = printed + "\n".join(box.said)
    assert not [name for name in map(pieces.name, pieces.KINDS) if name in seen]


def test_a_program_that_does_not_read_holds_nothing_up(own_box: Served) -> None:
    with terminal(own_box.data) as port:
        port.write(b'{"ask": "counters", "id": 1}\n' * 1500)
    with Client(own_box.data) as box:
        own_box.do("put red flag in")
        wait_until(lambda: box.state().state == "waiting")


def test_firmware_that_fails_shows_its_traceback_on_the_console(tmp_path: Path) -> None:
    drive = tmp_path / "drive"
    drive.mkdir()
    (drive / "code.py").write_text("import time\ntime.sleep(60)\nimport nothing\n")
    with Served(tmp_path, "--firmware", str(drive)) as box, terminal(box.console) as port:
        port.write(b"\r")
        box.do("speed 1000")
        assert b"no module named 'nothing'" in port.read_until(b"reload.\r\n")


def test_miniterm_talks_to_it(served: Served) -> None:
    """pyserial's own terminal program, with a terminal of its own."""
    keyboard, screen = pty.openpty()
    command = [*MINITERM, served.data]
    with subprocess.Popen(command, stdin=screen, stdout=screen, stderr=screen) as miniterm:
        try:
            seen = b""
            asked = False
            while b'"reply": "counters"' not in seen:
                seen += os.read(keyboard, 1000)
                if b"Menu" in seen and not asked:
                    os.write(keyboard, b'{"ask": "counters", "id": 5}\n')
                    asked = True
            os.write(keyboard, b"\x1d")  # Ctrl-]
            assert miniterm.wait(LONG_S) == 0
        finally:
            miniterm.kill()
            os.close(keyboard)
            os.close(screen)
