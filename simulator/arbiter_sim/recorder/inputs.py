"""The inputs of a scenario as marks on a recording."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter_sim.recorder.track import Mark
from arbiter_sim.scenario import Scenario


def marks(scenario: Scenario) -> Iterator[Mark]:
    """A mark for each event; a swap is two: one piece goes out, another in."""
    for event in scenario.events:
        if event.verb == "swap":
            yield Mark(event.at_ms, event.slot, "out")
            yield Mark(event.at_ms, event.slot, "in", event.what)
        else:
            yield Mark(event.at_ms, event.slot, event.verb, event.what)
