"""The command `generals-arbiter`, run in this process."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_host.cli import main

Command = Callable[..., tuple[int, str, str]]


def runner(capsys: pytest.CaptureFixture[str]) -> Command:
    """run(*arguments) gives (exit code, stdout, stderr)."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = 0
        try:
            main(list(arguments))
        except SystemExit as exit_:
            code = exit_.code
        out, err = capsys.readouterr()
        return code, out, err

    return run
