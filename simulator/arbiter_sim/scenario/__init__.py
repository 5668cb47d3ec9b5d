"""A scenario: what happens to a box, one event a line, in a text that anybody can read.

# A title, if the first line is a comment
seed 7                          # settings come first, if any
host stalled                    # or reading (the default), absent
at 120 ms put blue agent in     # or agent no 2; then: crooked or backwards, and slowly
at +2 s swap blue 5*            # two seconds after the line before
at 3 s lift blue                # then: slowly
at 3 s dirty red contact 3      # or short, clean
at 4 s press button for 300 ms
at 5 s host sends "text"        # or stalls, reads, leaves, sends 10240 bytes of noise
at 9 s end
"""

from typing import Any

from ..box import Box
from .commands import Event
from .reader import Reader, Scenario, ScenarioError

__all__ = ["Event", "Scenario", "ScenarioError", "parse", "run"]


def parse(text: str, source: str) -> Scenario:
    """Parse a scenario. `source` is its name in errors. Raises ScenarioError, and nothing else."""
    return Reader(source).read(text)


def run(scenario: Scenario, **box_options: Any) -> Box:
    """Play a scenario to its end on a new box and return the box, still under power.

    `box_options` are those of `Box` and win over the scenario's own. If an error ends it (as of
    `Box.wait`), the box is closed.
    """
    own: dict[str, Any] = {"seed": scenario.seed, "host": scenario.host}
    box = Box(**(own | box_options))
    try:
        scenario.schedule(box)
        box.wait(scenario.end_ms)
    except BaseException:
        box.close()
        raise
    return box
