"""Hypothesis profiles, and a seed that is chosen at random but always printed."""

from __future__ import annotations

import random

import hypothesis
import pytest

# The same here and where CI is set, for which Hypothesis has a profile of its own (without a seed).
hypothesis.settings.register_profile(
    "ci", hypothesis.settings.get_profile("default"), deadline=None, print_blob=True
)
hypothesis.settings.load_profile("ci")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Give Hypothesis a seed that can be printed; its own choice is shown by no report."""
    if config.getoption("hypothesis_seed", None) is None:
        config.option.hypothesis_seed = str(random.SystemRandom().randrange(2**32))


def pytest_report_header(config: pytest.Config) -> str:
    return f"hypothesis: repeat this run with --hypothesis-seed={config.option.hypothesis_seed}"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate-golden", action="store_true", help="write the golden transcripts anew"
    )
