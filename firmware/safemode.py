"""Runs when CircuitPython came up in safe mode: shows it, and leaves the drive to be mended."""

import distress

distress.shine()
