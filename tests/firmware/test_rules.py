"""All 225 battles, against a table that was written from the rulebook."""

from collections import Counter

import pytest

from arbiter import rules
from firmware.rulebook import CLASS, KIND, OUTCOMES, PIECES

KINDS = range(1, 16)
MIRRORED = {
    "red": "blue",
    "blue": "red",
    "red-captures": "blue-captures",
    "blue-captures": "red-captures",
    "": "",
    "tie": "tie",
    "flag-duel": "flag-duel",
    "attacker": "attacker",
}


def test_the_table_has_all_225_battles():
    assert set(OUTCOMES) == {(red, blue) for red in KINDS for blue in KINDS}


@pytest.mark.parametrize("red", KINDS, ids=PIECES)
def test_class_winner_and_reason_are_the_rulebooks(red):
    for blue in KINDS:
        assert tuple(rules.verdict(red, blue)) == OUTCOMES[red, blue], (red, blue)


def test_the_fields_of_a_verdict_have_names():
    verdict = rules.verdict(KIND["Private"], KIND["Agent"])
    assert (verdict.cls, verdict.winner) == ("red", "red")
    assert verdict.reason == "Private over Agent"


def test_red_and_blue_are_treated_alike():
    for red, blue in OUTCOMES:
        seen, mirror = rules.verdict(red, blue), rules.verdict(blue, red)
        assert MIRRORED[seen.cls] == mirror.cls
        assert MIRRORED[seen.winner] == mirror.winner
        assert seen.reason == mirror.reason


def test_the_counts_are_the_games():
    assert Counter(rules.verdict(red, blue).cls for red, blue in OUTCOMES) == {
        "red": 91,
        "blue": 91,
        "tie": 14,
        "red-captures": 14,
        "blue-captures": 14,
        "flag-duel": 1,
    }
    assert sorted(rules.CLASSES) == sorted(set(CLASS.values()))


def test_the_classes_that_end_the_game():
    ending = [cls for cls in rules.CLASSES if rules.captures(cls)]
    assert sorted(ending) == ["blue-captures", "flag-duel", "red-captures"]


def assert_tells_nothing(text):
    assert not any(word in text for name in PIECES for word in name.split())
    assert not any(character.isdigit() for character in text)


@pytest.mark.parametrize("other", [0, -1, -5, -14, -15, 16, 31, 128, 255, 10**9])
@pytest.mark.parametrize("kind", KINDS)
def test_a_number_that_is_no_kind_gets_no_verdict(kind, other):
    for pair in ((kind, other), (other, kind), (other, other)):
        with pytest.raises(ValueError, match="two pieces") as refusal:
            rules.verdict(*pair)
        assert_tells_nothing(str(refusal.value))


@pytest.mark.parametrize("other", [None, "1", "Flag", (), b"\x01"])
def test_a_slot_that_was_never_read_gets_no_verdict(other):
    for pair in ((KIND["Flag"], other), (other, KIND["Flag"]), (other, other)):
        with pytest.raises((ValueError, TypeError)) as refusal:
            rules.verdict(*pair)
        assert_tells_nothing(str(refusal.value))
