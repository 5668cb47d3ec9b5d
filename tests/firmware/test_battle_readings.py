"""Every pair of contact readings, held steady: a verdict if and only if both are words."""

import itertools

from arbiter.readers import ContactReader
from arbiter.reading import Slot
from arbiter.session import Session
from firmware.codebook import KIND_OF_WORD, backwards, same_direction_faults
from firmware.rulebook import CLASS

SETTLE_MS, PATIENCE_MS, LATCHED_PATIENCE_MS = 60, 700, 250
DURATIONS = {"deliberating": 3000, "verdict": 1500, "victory": 17400, "spent": 60_000}

EMPTY_BOX_MS = range(0, 101, 20)
# As the box steps while a piece goes in, then in strides: nothing changes any more.
HELD_MS = [*range(105, 1000, 45), *range(1000, 9000, 500)]


class Contacts:
    """A slot's driver."""

    bits = 0

    def sample(self):
        return self.bits


def verdicts(red_bits, blue_bits):
    """The classes of all verdicts on two readings that come at once and stay."""
    red, blue = Slot(SETTLE_MS), Slot(SETTLE_MS)
    red_contacts, blue_contacts = Contacts(), Contacts()
    red_reader, blue_reader = ContactReader(red_contacts), ContactReader(blue_contacts)
    session = Session(DURATIONS)
    classes = []

    def step(now):
        patience = LATCHED_PATIENCE_MS if session.state == "deliberating" else PATIENCE_MS
        red.update(red_reader.read(now), now, patience)
        blue.update(blue_reader.read(now), now, patience)
        if session.step(red.contents, blue.contents, red.sure and blue.sure, now) == "judge":
            classes.append(session.cls)

    for now in EMPTY_BOX_MS:
        step(now)
    red_contacts.bits, blue_contacts.bits = red_bits, blue_bits
    for now in HELD_MS:
        step(now)
    return classes


def expected(red_bits, blue_bits):
    red, blue = KIND_OF_WORD.get(red_bits), KIND_OF_WORD.get(blue_bits)
    return [CLASS[red, blue]] if red and blue else []


def test_all_16384_pairs_of_readings():
    for red, blue in itertools.product(range(128), range(128)):
        assert verdicts(red, blue) == expected(red, blue), f"{red:07b} {blue:07b}"


def test_a_faulty_or_backward_piece_gets_no_verdict_against_any_piece():
    faulty = set()
    for word in KIND_OF_WORD:
        faulty.update(same_direction_faults(word)[1:], same_direction_faults(backwards(word)))
    for bad, good in itertools.product(faulty, KIND_OF_WORD):
        assert verdicts(bad, good) == [], f"{bad:07b} {good:07b}"
        assert verdicts(good, bad) == [], f"{good:07b} {bad:07b}"
