"""What the live view's keys ask of a box in service mode, each answered with a line."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from queue import Empty, SimpleQueue

from arbiter_host.link_errors import NoAnswer, Refused
from arbiter_host.service import COLOURS, Service
from arbiter_host.service_messages import CONTACTS, SLOTS

HOW_TO_GET_THERE = "this needs service mode: hold the button while the power comes on"
_VOLUME = "VOLUME"

Ask = Callable[[Service], str]


class Bench:
    """Puts what is asked aside until the thread that has the link gets to ``answers``."""

    def __init__(self) -> None:
        self._asks: SimpleQueue[Ask] = SimpleQueue()
        self._colours = cycle(COLOURS)

    def lights(self) -> None:
        """Test the lights, each time in the next colour."""
        colour = next(self._colours)
        self._asks.put(lambda box: _lights(box, colour))

    def sound(self) -> None:
        """Test the buzzer."""
        self._asks.put(_sound)

    def contacts(self) -> None:
        """Tell which contacts have worked."""
        self._asks.put(_contacts)

    def volume(self) -> None:
        """Set the next volume."""
        self._asks.put(_volume)

    def answers(self, box: Service) -> list[str]:
        """Ask the box all that was put aside; its refusals are answers, too."""
        lines = []
        while (ask := self._next()) is not None:
            try:
                lines.append(ask(box))
            except (Refused, NoAnswer) as error:
                lines.append(error.text)
        return lines

    def _next(self) -> Ask | None:
        try:
            return self._asks.get_nowait()
        except Empty:
            return None


def _lights(box: Service, colour: str) -> str:
    return f"lights: each in turn, then all, in {box.lights(colour).colour}"


def _sound(box: Service) -> str:
    tones = box.sound().hz
    return f"sound: {len(tones)} tones from {tones[0]} to {tones[-1]} Hz"


def _contacts(box: Service) -> str:
    seen = box.contacts()
    return "contacts: " + "; ".join(f"{slot} {_working(*seen.of(slot))}" for slot in SLOTS)


def _working(closed: str, opened: str) -> str:
    """What has not been seen of a slot's contacts; contact 1 is the leftmost."""
    ways = (("closed", closed), ("open", opened))
    missing = [f"never {way}: {_missing(seen)}" for way, seen in ways if "0" in seen]
    return ", ".join(missing) or f"all {CONTACTS} seen closed and open"


def _missing(seen: str) -> str:
    return " ".join(str(number) for number, digit in enumerate(seen, 1) if digit == "0")


def _volume(box: Service) -> str:
    now = box.setting(_VOLUME)
    words = [str(word) for word in now.allowed]
    chosen = words[(words.index(str(now.value)) + 1) % len(words)]
    return f"volume {box.set(_VOLUME, chosen).value}: from the next start on"
