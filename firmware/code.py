"""Starts the box. What goes wrong before it can run is said by ``distress``."""

import sys

if sys.implementation.version[0] < 9:
    import distress

    distress.call(distress.OLD_CIRCUITPYTHON, "the arbiter needs CircuitPython 9 or 10")
try:
    from arbiter import box

    box.run()
except ImportError as missing:
    import distress

    distress.call(distress.MISSING_LIBRARY, "copy the whole drive again: %s" % missing)
