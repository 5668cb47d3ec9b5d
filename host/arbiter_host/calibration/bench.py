"""The box on the bench: in service mode, and found again whenever it was unplugged."""

from __future__ import annotations

from collections.abc import Callable

from arbiter_host import tell
from arbiter_host.calibration.person import Person
from arbiter_host.link_errors import Disconnected, NoAnswer, NoPort, PortDenied, PortTaken
from arbiter_host.messages import Fault
from arbiter_host.ports import Finder, NoBoxFound
from arbiter_host.service import Service

_LOOK_S = 0.2
_MOMENT_S = 0.02
# What a box may meet us with while it is being plugged in.
_NOT_YET = (Disconnected, NoAnswer, NoBoxFound, NoPort, PortDenied, PortTaken)
_HOW = "unplug it, hold its button, plug it in, and let go when its lights come on"


def work(find: Finder, person: Person, act: Callable[[Service], None]) -> None:
    """Have ``act`` done with the box; anew, whenever the box was unplugged in the midst of it.

    Waits for service mode. Raises LinkError for a box that cannot be met, Stopped, and what
    ``act`` raises.
    """
    box = _meet(find())
    why = "the box is in play"
    while True:
        if box is None:
            person.say(f"{why}: {_HOW}")
            box = _await(find, person)
            person.say("the box is in service mode")
        try:
            with box:
                act(box)
                return
        except (Disconnected, NoAnswer) as lost:
            why, box = f"link lost ({lost.text}); what was done is kept", None


def look(box: Service, person: Person) -> str | None:
    """Wait a moment, tell of a fault that the box tells of, and return what the person typed.

    Raises LinkError and Stopped.
    """
    message = box.poll(_MOMENT_S)
    if message and isinstance(message.body, Fault):
        person.say(tell.line(message.body))
    return person.answer(0)


def _await(find: Finder, person: Person) -> Service:
    while True:
        person.answer(_LOOK_S)
        try:
            box = _meet(find())
        except _NOT_YET:
            continue
        if box:
            return box


def _meet(address: str) -> Service | None:
    """The box at an address, if it is in service mode."""
    box = Service(address)
    try:
        serves = box.in_service
    except BaseException:
        box.close()
        raise
    if serves:
        return box
    box.close()
    return None
