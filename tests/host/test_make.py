"""`make` finds a Python that works, on machines where names on the PATH lie."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FINDER = Path(__file__).resolve().parents[2] / "tools" / "find-python"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has its own two lines")


def find(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the finder with nothing but ``folder`` on the PATH."""
    command = ["/bin/sh", str(FINDER)]
    environment |= {"PATH": str(folder)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def program(folder: Path, name: str, body: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{body}\n")
    file.chmod(0o755)


def test_a_shim_that_fails_is_passed_over(tmp_path: Path) -> None:
    program(tmp_path, "python3.14", "echo 'version not installed' >&2; exit 127")
    program(tmp_path, "python3", f'exec {sys.executable} "$@"')
    found = find(tmp_path)
    assert (found.returncode, found.stderr) == (0, "")
    assert Path(found.stdout.strip()).exists()


def test_an_old_python_is_passed_over(tmp_path: Path) -> None:
    program(tmp_path, "python3", "exit 3")
    program(tmp_path, "python", f'exec {sys.executable} "$@"')
    assert find(tmp_path).returncode == 0


def test_none_is_one_line(tmp_path: Path) -> None:
    found = find(tmp_path)
    assert found.returncode == 1
    assert found.stdout == ""
    assert found.stderr == (
        "generals-arbiter: no working Python 3.11 or newer on the PATH: "
        "install one, or name it with make PYTHON=/path/to/python3\n"
    )


def test_a_named_python_is_the_only_candidate(tmp_path: Path) -> None:
    program(tmp_path, "python3", f'exec {sys.executable} "$@"')
    found = find(tmp_path, PYTHON="/no/python")
    assert found.returncode == 1
    assert found.stderr.count("\n") == 1
    assert "'/no/python'" in found.stderr


def test_a_python_without_venv_says_what_to_install(tmp_path: Path) -> None:
    stripped = 'case "$2" in *ensurepip*) exit 1;; esac; exit 0'
    program(tmp_path, "python3", stripped)
    found = find(tmp_path)
    assert found.returncode == 1
    assert "python3-venv" in found.stderr
