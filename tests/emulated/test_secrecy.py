"""On the real interpreter, to the cycle: what leaves the board tells the class and nothing else."""

import re

import pytest

from arbiter import pieces
from emulated.evenings import EVENINGS, evening, played


@pytest.mark.parametrize("number", EVENINGS[1:])
def test_other_ranks_of_the_same_classes_leave_the_same_trace(image, number):
    assert played(image, number).board.happenings == played(image, 0).board.happenings


def test_the_evenings_have_other_ranks():
    for events in zip(*(evening(number).events for number in EVENINGS), strict=True):
        ranks = {event.what for event in events}
        assert ranks == {""} or ranks == {"Flag"} or len(ranks) > 1


def test_no_rank_is_told_on_either_port(image):
    log = played(image, 0).log
    told = log.usb().decode() + log.text()
    assert "verdict" in told
    assert not [name for name in pieces.NAMES if re.search(rf"\b{re.escape(name)}\b", told)]
