"""Lights and tones that the live view works out, against those of the box that it listens to."""

from __future__ import annotations

import pytest

from arbiter import cues
from arbiter_host.echo import Echo
from arbiter_host.messages import Fault, State, decode
from arbiter_sim import Box, parse, scenarios

STEP_MS = 10
LAG_MS = 60  # of the firmware's own step, and of the line's way to the host
PLAYS = [*scenarios.TOUR, "dimmed"]
DIMMED = """
at 300 ms put red colonel in
at 400 ms put blue flag in
at 95 s end
"""


def shape(colours: tuple[tuple[int, int, int], ...]) -> tuple[tuple[bool, ...], ...]:
    """Which channels are lit: the box's brightness is a matter of its current budget."""
    return tuple(tuple(level > 0 for level in colour) for colour in colours)


def close(hz: float, other: float) -> bool:
    return abs(hz - other) <= 0.02 * max(hz, other)


def follow(name: str) -> tuple[list[object], list[object]]:
    """(what the box showed, what the echo showed), each a list of (lights, Hz) every 10 ms."""
    played = parse(DIMMED if name == "dimmed" else scenarios.text(name), name)
    echo = Echo()
    box_shown: list[object] = []
    echo_shown: list[object] = []
    with Box(seed=played.seed) as box:
        played.schedule(box)
        seen = 0
        while box.now_ms < played.end_ms:
            box.wait(STEP_MS)
            now = round(box.now_ms)
            lines = box.host.received.split(b"\n")[:-1]
            for message in filter(None, map(decode, lines[seen:])):
                echo.hear(message.body, now)
            seen = len(lines)
            echo.step(now)
            palette = tuple(cues.PALETTE[index] for index in echo.lights)
            box_shown.append((shape(box.pixels), box.tone))
            echo_shown.append((shape(palette), float(echo.hz)))
    return box_shown, echo_shown


def alike(one: tuple[object, float], other: tuple[object, float]) -> bool:
    return one[0] == other[0] and close(one[1], other[1])


@pytest.mark.parametrize("name", PLAYS)
def test_it_shows_what_the_box_shows(name: str) -> None:
    """At each instant the echo shows what the box showed within the lag."""
    box_shown, echo_shown = follow(name)
    lag = LAG_MS // STEP_MS
    wrong = [
        at * STEP_MS
        for at, shown in enumerate(echo_shown)
        if not any(alike(shown, then) for then in box_shown[max(0, at - lag) : at + 3])
    ]
    assert not wrong, wrong[:5]


def test_a_program_that_comes_late_shows_what_it_knows() -> None:
    echo = Echo()
    echo.found(State("deliberating", "seated", "seated"), 0)
    assert any(echo.lights)
    assert echo.hz == 0
    echo.found(State("spent", "seated", "seated"), 0)  # it never heard the verdict
    assert not any(echo.lights)


def test_a_fault_blinks_its_number() -> None:
    echo = Echo()
    echo.hear(Fault(2, "x"), 0)
    lit = 0
    before = False
    for now in range(0, 2000, 10):
        echo.step(now)
        lit += any(echo.lights) and not before
        before = any(echo.lights)
    assert lit == 2


def test_nothing_is_known_without_a_link() -> None:
    echo = Echo()
    echo.hear(State("waiting", "seated", "empty"), 0)
    assert any(echo.lights)
    echo.forget(0)
    assert not any(echo.lights)
    assert echo.hz == 0
