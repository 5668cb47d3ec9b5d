"""The board's netlist, read once; and what to skip where KiCad, SKiDL or ngspice is missing.

KiCad's checks take a minute, so they run only where the variable KICAD is set: ``make hardware``
and ``.ci/run`` set it.
"""

from __future__ import annotations

import importlib.util
import os
import shutil

import pytest

from hardware.electronics.netlist import Netlist, read_netlist
from hardware.electronics.paths import NETLIST


@pytest.fixture(scope="session")
def netlist() -> Netlist:
    return read_netlist(NETLIST)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs a program that is not installed, with the way to get it as the reason."""
    for item in items:
        for marker in item.iter_markers("needs_program"):
            name, package = marker.args
            if shutil.which(name) is None:
                item.add_marker(pytest.mark.skip(f"{name} is not installed: {package}"))
            elif name == "kicad-cli" and not os.environ.get("KICAD"):
                item.add_marker(pytest.mark.skip("KiCad's checks are part of make hardware"))
        for marker in item.iter_markers("needs_module"):
            if importlib.util.find_spec(marker.args[0]) is None:
                reason = f"{marker.args[0]} is not installed: pip install -e '.[hardware]'"
                item.add_marker(pytest.mark.skip(reason))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs_program(name, package): a program on the PATH")
    config.addinivalue_line("markers", "needs_module(name): a module of the hardware extra")
