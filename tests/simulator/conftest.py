"""Small firmware written by the tests, so that they test the simulator and nothing else."""

import textwrap
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from arbiter_sim import Box

FOR_EVER = "\nimport time\nwhile True:\n    time.sleep(0.01)\n"

Write = Callable[..., Path]
Start = Callable[..., Box]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """write(code, {"boot": text, "lib/name": text}) makes a drive and gives its folder."""

    def write(code: str, files: dict[str, str] | None = None) -> Path:
        for name, text in ({"code": code} | (files or {})).items():
            file = tmp_path / "drive" / f"{name}.py"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(textwrap.dedent(text))
        return tmp_path / "drive"

    return write


@pytest.fixture
def start(write: Write) -> Iterator[Start]:
    """start(code, files={}, **options) gives a running Box; code that ends is made to sleep on."""
    with ExitStack() as stack:

        def start(code: str, files: dict[str, str] | None = None, **options: object) -> Box:
            folder = write(textwrap.dedent(code) + FOR_EVER, files)
            return stack.enter_context(Box(folder, **options))

        yield start


@pytest.fixture
def told(start: Start) -> Callable[..., list[str]]:
    """told(*statements, setup="") runs each and gives "Error: its text", or "fine", for each."""

    def told(*statements: str, setup: str = "", boot: str = "") -> list[str]:
        lines = [textwrap.dedent(setup)]
        for statement in statements:
            lines += ["try:", textwrap.indent(textwrap.dedent(statement), "    ")]
            lines += ["    print('fine')", "except Exception as error:"]
            lines += ["    print(type(error).__name__ + ':', error)"]
        return start("\n".join(lines), {"boot": boot}).console.splitlines()

    return told
