"""On the real interpreter, to the cycle: what leaves the board tells the class and nothing else."""

import re
from functools import cache

import pytest

from arbiter import pieces
from emulated.evenings import EVENINGS, battles, steady_evening

played = cache(steady_evening)


@pytest.mark.parametrize("number", EVENINGS[1:])
def test_other_ranks_of_the_same_classes_leave_the_same_trace(image, number):
    assert played(image, number).board.happenings == played(image, 0).board.happenings


def test_the_evenings_have_other_ranks():
    for pairs in zip(*map(battles, EVENINGS), strict=True):
        ranks = {pair[:2] for pair in pairs}
        assert ranks == {(pieces.FLAG, pieces.FLAG)} or len(ranks) == len(EVENINGS)


def test_no_rank_is_told_on_either_port(image):
    log = played(image, 0).log
    told = log.usb().decode() + log.text()
    assert told.count('"verdict"') >= len(list(battles(0)))
    assert not [name for name in pieces.NAMES if re.search(rf"\b{re.escape(name)}\b", told)]
