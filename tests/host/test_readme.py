"""The README's examples do what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbiter_host import pinmap
from arbiter_sim import run
from arbiter_sim.scenario import parse

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
pytest_plugins = ["pytester"]


def example(name: str) -> str:
    match = re.search(rf"<!-- example: {name} -->\n```\w*\n(.*?)```", README, re.DOTALL)
    assert match, f"README.md has no example named {name}"
    return match[1]


def test_the_library_example_runs() -> None:
    code = example("library")
    assert len(code.splitlines()) <= 10
    exec(compile(code, "README.md", "exec"), {})


def test_the_fixture_example_runs(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(example("fixture"))
    pytester.runpytest_subprocess("-q").assert_outcomes(passed=1)


def test_the_scenario_example_runs() -> None:
    with run(parse(example("scenario"), "README.md")) as box:
        assert box.verdict is None
        assert any(event.get("event") == "aborted" for event in box.events)


def test_the_wiring_table_is_the_firmwares() -> None:
    table = "".join(f"| {what} | {gpios} |\n" for what, gpios in pinmap.summary())
    assert f"| what | GPIO |\n|---|---|\n{table}\n" in README


def test_every_link_and_picture_is_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).is_file(), target
