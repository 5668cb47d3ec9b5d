"""A simulated arbiter box: the firmware's own code.py, on Adafruit Blinka, in simulated time."""

from .box import Box
from .errors import (
    FirmwareHangs,
    FirmwareStopped,
    NotADrive,
    ShortCircuit,
    SimulationError,
)
from .scenario import Scenario, ScenarioError, parse, run

__all__ = [
    "Box",
    "FirmwareHangs",
    "FirmwareStopped",
    "NotADrive",
    "Scenario",
    "ScenarioError",
    "ShortCircuit",
    "SimulationError",
    "parse",
    "run",
]
