"""What can go wrong in a simulation, as errors of the *test*, never of the firmware.

The firmware cannot catch any of these: they are raised where the box is driven from (`Box.wait` and
friends), while the firmware stays where it was.
"""


class SimulationError(RuntimeError):
    """Anything the simulator refuses; the text says what, where and what to do."""


class FirmwareStopped(SimulationError):
    """A program of the drive ended. `__cause__` is what ended it, or None if it ran to its end."""


class FirmwareHangs(SimulationError):
    """The firmware entered a call that would never return on the board."""


class ShortCircuit(SimulationError):
    """Two drivers on one net, such as an output pin against a contact closed to ground."""


class NotADrive(ValueError):
    """The folder given as firmware does not look like a CIRCUITPY drive."""


class PowerCut(SimulationError):
    """The power went where a test wanted it to: `Box.reboot` gives it back."""
