"""The faults of the box: each has a number, and the victory pair blinks it."""

from collections import namedtuple

Fault = namedtuple("Fault", ("number", "what", "cure"))

SETTINGS = 1
STORE = 2
READER = 3
CRASHED = 4
MISSING_LIBRARY = 5
OLD_CIRCUITPYTHON = 6
MICROPYTHON = 7
SAFE_MODE = 8

FAULTS = (
    Fault(SETTINGS, "settings.toml has a mistake", "mend the line that the console names"),
    Fault(STORE, "what the box keeps is damaged", "calibrate and set again in service mode"),
    Fault(READER, "a reader does not answer", "check the wires of the slot that is named"),
    Fault(CRASHED, "the program crashed and started again", "play on; report it if it comes back"),
    Fault(MISSING_LIBRARY, "a file is missing in /lib", "copy the whole drive again"),
    Fault(OLD_CIRCUITPYTHON, "CircuitPython is older than 9", "flash CircuitPython 9 or 10"),
    Fault(MICROPYTHON, "the board has MicroPython", "flash CircuitPython 9 or 10"),
    Fault(SAFE_MODE, "safe mode: steady light", "press reset; check the power supply"),
)
