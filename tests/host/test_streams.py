"""Standard output and error as shells give them: closed, full, a terminal of whatever kind."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arbiter_host import errors

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a POSIX shell closes the streams")
COMMAND = f"'{sys.executable}' -m arbiter_host"
NAMES = "generals-arbiter"


def shell(line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", f"{COMMAND} {line}"], capture_output=True, text=True)


@pytest.mark.parametrize("line", ["pinout --json", "pinout", "battle flag spy --fast --json"])
def test_closed_output_is_told_in_a_line(line: str) -> None:
    done = shell(f"{line} >&-")
    assert done.returncode == errors.FILES
    assert re.fullmatch(r".*: cannot use 'standard output': is closed: .*\n", done.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full device")
@pytest.mark.parametrize("line", ["pinout --json", "pinout", "run tie --fast --json", "run --help"])
def test_a_full_output_is_named(line: str) -> None:
    done = shell(f"{line} >/dev/full")
    assert done.returncode == errors.FILES
    assert done.stderr == (
        f"{NAMES} {line.split()[0]}: cannot use 'standard output': no space left on device\n"
    )


@pytest.mark.parametrize("how", ["2>&-", "2>/dev/full"])
def test_an_error_that_cannot_be_told_goes_nowhere_else(how: str) -> None:
    if "full" in how and not Path("/dev/full").exists():
        pytest.skip("only Linux has a full device")
    done = shell(f"battle flag nobody --json {how}")
    assert (done.returncode, done.stdout, done.stderr) == (errors.BAD_INPUT, "", "")
    done = shell(f"pinout --json {how}")
    assert done.returncode == 0
    assert json.loads(done.stdout)["button"] == 18


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What the command prints on a pty."""
    master, slave = pty.openpty()
    environ = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR")}
    command = [sys.executable, "-m", "arbiter_host", *arguments]
    with subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=environ | environment
    ) as process:
        os.close(slave)
        shown = b""
        try:
            while part := os.read(master, 4096):
                shown += part
        except OSError:  # Linux: the other end is closed
            pass
    os.close(master)
    assert process.returncode == 0
    return shown.decode().replace("\r\n", "\n")


SHORT = "at 100 ms put red spy in\nat 300 ms end\n"


@pytest.mark.parametrize("terminal", [{"TERM": "dumb"}, {"TERM": "xterm", "COLUMNS": "20"}])
def test_where_the_box_cannot_be_drawn_lines_are_printed(
    tmp_path: Path, terminal: dict[str, str]
) -> None:
    scenario = tmp_path / "short.scenario"
    scenario.write_text(SHORT)
    lines = on_a_terminal("run", str(scenario), **terminal).splitlines()
    assert "  0.100 s  red: Agent goes in" in lines
    assert any("waiting for the second piece" in line for line in lines)
    assert not any("\x1b" in line or "│" in line for line in lines)


@pytest.mark.parametrize("terminal", [{"TERM": "dumb"}, {"TERM": "xterm", "COLUMNS": "20"}])
def test_the_pinout_without_a_table(terminal: dict[str, str]) -> None:
    lines = on_a_terminal("pinout", **terminal).splitlines()
    rows = [re.fullmatch(r"GP\d+, board pin \d+: (.+)", line) for line in lines]
    assert all(rows)
    assert {"GP2", "GP18"} <= {line.split(",")[0] for line in lines}


def test_a_long_recording_has_a_bar_on_a_terminal(tmp_path: Path) -> None:
    scenario = tmp_path / "long.scenario"
    for seconds, bar in ((61, True), (1, False)):
        scenario.write_text(f"at {seconds} s end\n")
        target = str(tmp_path / "out.wav")
        shown = on_a_terminal("record", str(scenario), "-o", target, TERM="xterm", COLUMNS="80")
        assert ("%" in shown) == bar
        assert re.search(r"out\.wav: [0-9,]+ bytes\n$", shown)
