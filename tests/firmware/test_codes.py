"""The 3-of-7 contact code: no fault of one kind makes a piece another piece."""

import itertools

import pytest

from arbiter import codes
from firmware.codebook import (
    BITS,
    KIND_OF_WORD,
    TEST_PIECE,
    WORDS,
    backwards,
    same_direction_faults,
    subsets,
)
from firmware.rulebook import KIND

EMPTY, UNSEATED = 0, -1


def test_the_words_are_the_designs():
    assert len(KIND_OF_WORD) == 15
    for word, kind in KIND_OF_WORD.items():
        assert codes.word(kind) == codes.WORDS[kind - 1] == word
    assert codes.TEST_PIECE == TEST_PIECE
    assert codes.CONTACTS == 7


def test_every_word_closes_three_contacts():
    assert {word.bit_count() for word in (*codes.WORDS, codes.TEST_PIECE)} == {3}


def test_no_word_read_from_behind_is_a_word():
    words = {*codes.WORDS, codes.TEST_PIECE}
    assert len(words) == 16
    assert not words & {backwards(word) for word in words}


def test_neighbouring_ranks_differ_in_six_contacts():
    for one, next_one in itertools.pairwise(codes.WORDS):
        assert (one ^ next_one).bit_count() == 6


def test_all_128_readings():
    for reading in range(128):
        expected = EMPTY if reading == 0 else KIND_OF_WORD.get(reading, UNSEATED)
        assert codes.decode(reading) == expected, f"{reading:07b}"


def test_the_test_piece_is_no_piece_in_play():
    assert codes.decode(TEST_PIECE) == codes.decode(backwards(TEST_PIECE)) == UNSEATED


@pytest.mark.parametrize("name", WORDS)
def test_faults_of_one_kind_never_make_a_piece(name):
    right, *faulty = same_direction_faults(WORDS[name])
    assert codes.decode(right) == KIND[name]
    assert len(faulty) == 7 + 15
    for reading in faulty:
        assert codes.decode(reading) in (EMPTY, UNSEATED), f"{reading:07b}"
    for reading in same_direction_faults(backwards(WORDS[name])):
        assert codes.decode(reading) in (EMPTY, UNSEATED), f"{reading:07b} backwards"


@pytest.mark.parametrize("name", WORDS)
def test_an_odd_number_of_faults_never_makes_a_piece(name):
    for flips in subsets(BITS):
        if flips.bit_count() % 2:
            assert codes.decode(WORDS[name] ^ flips) in (EMPTY, UNSEATED)
            assert codes.decode(backwards(WORDS[name]) ^ flips) in (EMPTY, UNSEATED)


@pytest.mark.parametrize("kind", [EMPTY, UNSEATED, 16, -15, None])
def test_what_is_no_kind_has_no_word(kind):
    with pytest.raises(ValueError, match="not a kind"):
        codes.word(kind)


@pytest.mark.parametrize("reading", [128, 1000])
def test_a_reading_of_more_than_seven_contacts_is_an_error(reading):
    with pytest.raises(IndexError):
        codes.decode(reading)
