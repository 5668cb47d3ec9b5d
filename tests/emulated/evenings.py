"""An evening: one battle of each class, one after the other, played on the emulated board."""

from functools import cache

from arbiter.pieces import name
from arbiter_sim import parse
from box.battles import CLASSES, pairs_of

EVENINGS = range(3)
HEARD_OUT = "red-captures"  # here nobody lifts a piece before Taps is over


def evening(number):
    """The scenario: evenings of other numbers have other ranks, but the same timing."""
    lines = ["seed 3"]
    start_ms = 500
    for cls in CLASSES:
        pairs = pairs_of(cls)
        red, blue = pairs[number * (len(pairs) - 1) // (len(EVENINGS) - 1)]
        lasts_ms = 24_000 if cls == HEARD_OUT else 7500
        lines += [
            f"at {start_ms} ms put red {name(red)} in",
            f"at +800 ms put blue {name(blue)} in",
            f"at {start_ms + lasts_ms} ms lift red",
            "at +250 ms lift blue",
        ]
        start_ms += lasts_ms + 1000
    lines.append(f"at {start_ms} ms end")
    return parse("\n".join(lines), f"evening {number}")


@cache
def played(image, number):
    """The emulated board after that evening."""
    from arbiter_sim.emulated.play import play

    return play(evening(number), image)
