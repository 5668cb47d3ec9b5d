"""Boxes with each of the other readers, played with the same hands as those with contacts."""

from functools import cache

from arbiter import store
from arbiter.pieces import name
from arbiter_sim import Box
from arbiter_sim.hands import registry
from arbiter_sim.log import Log

READERS = ("resistors", "nfc")
SETTLED_MS = {"resistors": 200, "nfc": 800}  # from power-up to two empty slots
SHORT_MS = 1000  # of deliberation, where its length does not matter
BOUNCE_MS = 13  # a piece goes in over 8 ms, the last contact bounces for up to 5
LIGHT_MS = {"resistors": 100, "nfc": 400}  # from the last bounce to the first light, at most
LIFT_MS = {"resistors": 120, "nfc": 350}  # from a piece's leaving to the box's saying so, at most


def a_box(reader, deliberation_ms=3000, tags=None, **options):
    """A box with that reader, which knows all the pieces' tags unless `tags` are others."""
    settings = f'READER = "{reader}"\nDELIBERATION_MS = {deliberation_ms}\n'
    box = Box(replaced={"settings.toml": settings}, **options)
    if reader == "nfc":
        store.save(box.nvm, {"tags": registry() if tags is None else tags})
        box.reboot()
    return box


@cache
def battle(reader: str, red: int, blue: int) -> tuple[str | None, Log]:
    """A battle from two empty slots to two empty slots: the verdict and the log."""
    with a_box(reader, SHORT_MS, seed=1) as box:
        box.wait(SETTLED_MS[reader])
        box.insert("red", name(red))
        box.wait(400)
        box.insert("blue", name(blue))
        box.wait(SHORT_MS + 500)
        box.lift("blue")
        box.wait(300)
        box.lift("red")
        box.wait(400)
        assert box.state == "asleep"
        return box.verdict, box.log


def verdicts(box):
    return [event["class"] for event in box.events if event.get("event") == "verdict"]
