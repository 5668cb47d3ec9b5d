"""The arbiter of The Generals: what the box does, apart from the hardware it does it with."""

__version__ = "0.1.0"
