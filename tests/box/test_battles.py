"""Every battle, and hundreds of readings that are none, through the whole firmware."""

import random

import pytest

from arbiter import codes
from arbiter_sim import Box
from box.battles import DELIBERATION_MS, battle
from firmware.rulebook import CLASS, PIECES

KINDS = range(1, 16)


@pytest.mark.parametrize("red", KINDS, ids=PIECES)
def test_each_pair_gets_the_rulebooks_verdict(red):
    assert {blue: battle(red, blue)[0] for blue in KINDS} == {
        blue: CLASS[red, blue] for blue in KINDS
    }


@pytest.mark.parametrize("part", range(10))
def test_a_verdict_if_and_only_if_both_readings_are_words(part):
    words = {word: kind for kind, word in enumerate(codes.WORDS, 1)}
    choose = random.Random(part)
    with Box() as box:
        for _ in range(40):
            # Half of the readings are words, so that about a quarter of the pairs is a battle.
            red, blue = (choose.choice([choose.randrange(128), *words][:2]) for _ in "rb")
            if choose.random() < 0.5:
                red = choose.choice(list(words))
            before = len(verdicts(box))
            box.hold("red", red)
            box.hold("blue", blue)
            box.wait(DELIBERATION_MS + 300)
            expected = [CLASS[words[red], words[blue]]] if red in words and blue in words else []
            assert verdicts(box)[before:] == expected, f"{red:07b} {blue:07b}"
            box.hold("red", 0)
            box.hold("blue", 0)
            box.wait(300)
            assert box.state == "asleep"


def verdicts(box):
    return [event["class"] for event in box.events if event.get("event") == "verdict"]
