"""The checks where CI is set try no less than those at home."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_SHOW = "import conftest, hypothesis; s = hypothesis.settings(); "
_SHOW += "print(s.max_examples, s.deadline, s.derandomize, s.print_blob)"


def test_hypothesis_tries_as_much_where_ci_is_set() -> None:
    tests = Path(__file__).parents[1]
    home = {name: value for name, value in os.environ.items() if name != "CI"}
    shown = [
        subprocess.run(
            [sys.executable, "-c", _SHOW], cwd=tests, env=env, capture_output=True, text=True
        ).stdout
        for env in (home, home | {"CI": "true"})
    ]
    assert shown == ["100 None False True\n"] * 2
