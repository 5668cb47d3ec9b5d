"""The pytest fixture `arbiter_box`: a running box with the firmware that pytest is told to run."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .box import Box

_HELP = "folder of the firmware that arbiter_box runs, as on CIRCUITPY (default: the arbiter's own)"


def pytest_addoption(parser: pytest.Parser) -> None:
    """--arbiter-firmware FOLDER, and arbiter_firmware = FOLDER in the configuration file."""
    parser.getgroup("arbiter").addoption("--arbiter-firmware", metavar="FOLDER", help=_HELP)
    parser.addini("arbiter_firmware", _HELP)


@pytest.fixture
def arbiter_box(pytestconfig: pytest.Config) -> "Iterator[Box]":
    """A box under power with empty slots, closed after the test."""
    # Only here: who does not use the fixture need not have the board's modules imported.
    from .box import Box

    with Box(_firmware(pytestconfig)) as box:
        yield box


def _firmware(config: pytest.Config) -> Path | None:
    """The folder: the option's is relative to where pytest was started, the file's to the root."""
    option = config.getoption("--arbiter-firmware")
    if option:
        return config.invocation_params.dir / option
    setting = config.getini("arbiter_firmware")
    return config.rootpath / setting if setting else None
