"""The committed netlist is the source's, and SKiDL's ERC finds what is left open."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from hardware.electronics.paths import NETLIST, ROOT

pytestmark = [
    pytest.mark.needs_module("skidl"),
    pytest.mark.needs_program("kicad-cli", "KiCad 9's symbols, see hardware/README.md"),
]

# In a process of its own: SKiDL keeps one circuit, and changes the working folder's files.
COMPARE = """
from hardware.electronics.board import build
errors, text = build().check()
print(errors, text == open({path!r}, encoding="utf-8").read())
"""
SPOILT = """
from hardware.electronics.board import build
rig = build()
rig.add("esd", "U99", p1="STRAY")
rig.parts["Q5"]["1"].disconnect()
rig.nets["BROKEN"] = rig.nets["GND"]
rig.parts["U2"]["4"] += rig.parts["U1"]["36"]
print(rig.check()[0])
"""


def run(program: str) -> list[str]:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'firmware' / 'lib'}"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return done.stdout.split()


def test_the_netlist_is_the_sources_and_has_no_errors():
    assert run(COMPARE.format(path=str(NETLIST))) == ["0", "True"]


def test_skidls_erc_finds_two_outputs_on_a_net():
    assert int(run(SPOILT)[0]) > 0
