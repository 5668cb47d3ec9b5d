"""An evening: one battle of each class, one after the other, on the emulated board."""

from arbiter import codes
from arbiter.pieces import name
from arbiter_sim import parse
from box.battles import CLASSES, pairs_of

EVENINGS = range(3)
FIRST_MS, SECOND_MS, BETWEEN_MS, PAUSE_MS = 500, 800, 250, 750
HEARD_OUT = "red-captures"  # here nobody lifts a piece before Taps is over


def battles(number):
    """(red, blue, ms until red is lifted): other numbers have other kinds, but the same times."""
    for cls in CLASSES:
        pairs = pairs_of(cls)
        pair = pairs[number * (len(pairs) - 1) // (len(EVENINGS) - 1)]
        yield *pair, 23_200 if cls == HEARD_OUT else 6700


def evening():
    """The scenario."""
    lines = ["seed 3", f"at {FIRST_MS} ms clean red contact 1"]
    for red, blue, lasts_ms in battles(0):
        lines += [
            f"at +{PAUSE_MS} ms put red {name(red)} in",
            f"at +{SECOND_MS} ms put blue {name(blue)} in",
            f"at +{lasts_ms} ms lift red",
            f"at +{BETWEEN_MS} ms lift blue",
        ]
    return parse("\n".join([*lines, f"at +{PAUSE_MS} ms end"]), "evening")


def steady_evening(image, number):
    """All that left the board in an evening without bounce.

    Contacts change while the chip sleeps. It reads its pins one after another, so that a change in
    the midst of that is seen now or in the next reading, by which pin it is on: what this tells is
    when a contact bounced.
    """
    from arbiter_sim.emulated.play import Run

    run = Run(image)
    run.wait(FIRST_MS)
    for red, blue, lasts_ms in battles(number):
        hold(run, "red", codes.word(red), SECOND_MS)
        hold(run, "blue", codes.word(blue), lasts_ms)
        hold(run, "red", 0, BETWEEN_MS)
        hold(run, "blue", 0, PAUSE_MS)
    return run


def hold(run, slot, word, for_ms):
    """Change the contacts of a slot while the chip sleeps, and wait."""
    while not run.board.idle:
        run.wait(0.1)
    run.hold(slot, word)
    run.wait(for_ms)
