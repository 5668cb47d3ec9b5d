"""The settings file: what is good is read as TOML reads it, all else is a problem with its line."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arbiter import settings

SHIPPED = Path(__file__).parents[2] / "firmware" / "settings.toml"
DEFAULTS = {
    "READER": "contacts",
    "SETTLE_MS": 60,
    "DELIBERATION_MS": 3000,
    "VOLUME": "high",
    "PIXEL_ORDER": "GRB",
    "SEALED": 0,
    "LOW_SUPPLY_MV": 0,
    "OFF_AFTER_MIN": 0,
    "PIXEL_MA": 100,
}
RANGES = {
    "SETTLE_MS": (20, 500),
    "DELIBERATION_MS": (1000, 10000),
    "SEALED": (0, 1),
    "LOW_SUPPLY_MV": (0, 5500),
    "OFF_AFTER_MIN": (0, 60),
    "PIXEL_MA": (20, 480),
}
WORDS = {
    "READER": ["contacts", "resistors", "nfc"],
    "VOLUME": ["off", "low", "high"],
    "PIXEL_ORDER": ["GRB", "RGB", "GRBW", "RGBW"],
}


def only_problem(text):
    problems = settings.parse(text)[1]
    assert len(problems) == 1, problems
    return problems[0]


# What is good.


def test_the_shipped_file_names_every_key_with_its_default():
    text = SHIPPED.read_text(encoding="utf-8")
    assert settings.parse(text) == (DEFAULTS, [])
    assert tomllib.loads(text) == DEFAULTS


def test_what_the_shipped_file_says_of_a_key_is_what_is_declared():
    text = SHIPPED.read_text(encoding="utf-8")
    for setting in settings.SETTINGS:
        comment = text.split(f"\n{setting.key} = ")[0].rsplit("\n#", 1)[1]
        for allowed in setting.allowed:
            assert str(allowed) in comment


def test_an_empty_file_means_the_defaults():
    assert settings.parse("") == (DEFAULTS, [])
    assert {setting.key: setting.default for setting in settings.SETTINGS} == DEFAULTS


@pytest.mark.parametrize(("key", "bounds"), RANGES.items())
def test_a_number_is_good_from_its_lowest_to_its_highest(key, bounds):
    for value in (bounds[0], bounds[0] + 1, bounds[1] - 1, bounds[1]):
        assert settings.parse(f"{key} = {value}") == (DEFAULTS | {key: value}, [])


@pytest.mark.parametrize(("key", "bounds"), RANGES.items())
def test_a_number_out_of_its_range_is_refused_with_the_range(key, bounds):
    for value in (bounds[0] - 1, bounds[1] + 1, -bounds[1], 10**8, 10**30):
        values, problems = settings.parse(f"\n{key} = {value}")
        assert values == DEFAULTS
        (problem,) = problems
        assert problem.startswith(f"settings.toml line 2: {key} must be {bounds[0]} to {bounds[1]}")


@pytest.mark.parametrize(("key", "words"), WORDS.items())
def test_a_word_is_good_if_it_is_declared(key, words):
    for word in words:
        assert settings.parse(f'{key} = "{word}"') == (DEFAULTS | {key: word}, [])


@pytest.mark.parametrize(("key", "words"), WORDS.items())
@pytest.mark.parametrize("wrong", ["", " {}", "{} ", "{}x", "x{}"])
def test_a_word_that_is_not_declared_is_refused_with_the_words(key, words, wrong):
    problem = only_problem(f'{key} = "{wrong.format(words[0])}"')
    assert problem.startswith(f"settings.toml line 1: {key} must be ")
    assert all(f'"{word}"' in problem for word in words)


@pytest.mark.parametrize(
    "line",
    [
        "SETTLE_MS=90",
        "  SETTLE_MS  =  90  ",
        "\tSETTLE_MS = 90",
        "SETTLE_MS = 90\r",
        "SETTLE_MS = +90",
        "SETTLE_MS = 90 # ms",
        "SETTLE_MS = 90#ms",
        "SETTLE_MS = 90 # = 60 # 70",
        "# SETTLE_MS = 70\nSETTLE_MS = 90",
        "\n\n \t \nSETTLE_MS = 90\n\n",
        "CIRCUITPY_PYSTACK_SIZE = 4000\nSETTLE_MS = 90",
        'CIRCUITPY_WIFI_SSID = "a # b"\nSETTLE_MS = 90',
    ],
)
def test_ways_to_write_a_setting(line):
    assert settings.parse(line) == (DEFAULTS | {"SETTLE_MS": 90}, [])
    assert tomllib.loads(line.replace("\r", ""))["SETTLE_MS"] == 90


def test_a_word_may_be_followed_by_a_comment():
    assert settings.parse('VOLUME = "low" # at night')[0]["VOLUME"] == "low"


# What is not.


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("SETTLE_MS", "write KEY = value"),
        ("= 60", "write KEY = value"),
        ("[settings]", "write KEY = value"),
        ("SETTLE_MS: 60", "write KEY = value"),
        ("SETLE_MS = 60", "unknown key SETLE_MS"),
        ("settle_ms = 60", "unknown key settle_ms"),
        ('"SETTLE_MS" = 60', "unknown key"),
        ("SETTLE MS = 60", "unknown key"),
        ("SETTLE_MS.x = 60", "unknown key"),
        ("\ufeffSETTLE_MS = 60", "unknown key"),
        ("SETTLE_MS =", "SETTLE_MS must be"),
        ("SETTLE_MS = # 60", "SETTLE_MS must be"),
        ("SETTLE_MS = sixty", "SETTLE_MS must be"),
        ('SETTLE_MS = "60"', "SETTLE_MS must be"),
        ("SETTLE_MS = 60.0", "SETTLE_MS must be"),
        ("SETTLE_MS = 6e1", "SETTLE_MS must be"),
        ("SETTLE_MS = 0x3c", "SETTLE_MS must be"),
        ("SETTLE_MS = 6 0", "SETTLE_MS must be"),
        ("SETTLE_MS = 60 ms", "SETTLE_MS must be"),
        ("SETTLE_MS = true", "SETTLE_MS must be"),
        ("SETTLE_MS = [60]", "SETTLE_MS must be"),
        ("SETTLE_MS = = 60", "SETTLE_MS must be"),
        ("SETTLE_MS = --60", "SETTLE_MS must be"),
        ("SETTLE_MS = + 60", "SETTLE_MS must be"),
        ("SETTLE_MS = 060", "SETTLE_MS must be"),
        ("SETTLE_MS = 6²", "SETTLE_MS must be"),
        ("SETTLE_MS = ٦٠", "SETTLE_MS must be"),
        ("VOLUME = high", "VOLUME must be"),
        ("VOLUME = 'high'", "VOLUME must be"),
        ('VOLUME = "high', "VOLUME must be"),
        ('VOLUME = high"', "VOLUME must be"),
        ('VOLUME = "high""', "VOLUME must be"),
        ('VOLUME = "high" low', "VOLUME must be"),
        ('VOLUME = ["high"]', "VOLUME must be"),
        ('VOLUME = "hi\\u0067h"', "VOLUME must be"),
        ('VOLUME = """high"""', "VOLUME must be"),
        ("VOLUME = 2", "VOLUME must be"),
    ],
)
def test_a_bad_line_is_named_by_its_number_with_the_reason(line, reason):
    values, problems = settings.parse("# my box\nPIXEL_MA = 200\n" + line)
    assert values == DEFAULTS | {"PIXEL_MA": 200}
    (problem,) = problems
    assert problem.startswith(f"settings.toml line 3: {reason}")


def test_an_unknown_key_is_told_the_known_ones():
    problem = only_problem("COLOUR = 3")
    assert all(key in problem for key in DEFAULTS)


@pytest.mark.parametrize("first", ["PIXEL_MA = 200", "PIXEL_MA = 9999", "PIXEL_MA = ?"])
def test_a_key_that_stands_twice_is_refused_the_second_time(first):
    problems = settings.parse(f"{first}\n\nPIXEL_MA = 300")[1]
    assert problems[-1] == "settings.toml line 3: PIXEL_MA stands twice: keep one"


def test_what_a_setting_may_be_is_said_as_people_say_it():
    described = {setting.key: settings.describe(setting) for setting in settings.SETTINGS}
    assert described["READER"] == '"contacts", "resistors" or "nfc"'
    assert described["SEALED"] == "0 to 1"
    assert described["VOLUME"] == '"off", "low" or "high"'
    assert described["SETTLE_MS"] == "20 to 500 ms"
    assert described["PIXEL_MA"] == "20 to 480 mA"


def test_every_bad_line_is_a_problem():
    problems = settings.parse("?\n? = 1\nSETTLE_MS = ?\n# ?\nVOLUME = ?")[1]
    assert [problem.split(":")[0][-1] for problem in problems] == ["1", "2", "3", "5"]


# Anything at all.

keys = st.sampled_from([*DEFAULTS, "COLOUR", "", "CIRCUITPY_X", "\x0bVOLUME", "VOLUME\x85"])
quoted = st.sampled_from([word for words in WORDS.values() for word in words]).map('"{}"'.format)
numbers = st.integers(-(10**4), 10**5).map(str) | st.text("0123456789+-²٣ _", max_size=5)
values = quoted | numbers | st.text(max_size=6)
ends = st.sampled_from(["", "#", " # x", "\r", "\x0c", "\x85", "\u2028", "\x00", " x"])
lines = st.builds("{} = {}{}".format, keys, values, ends) | st.text(max_size=20)
files = st.lists(lines, max_size=6).map("\n".join) | st.text()


@given(files)
@example("SETTLE_MS = ²")
def test_any_text_gives_allowed_values_or_problems(text):
    found, problems = settings.parse(text)
    assert set(found) == set(DEFAULTS)
    for key, value in found.items():
        if key in RANGES:
            assert type(value) is int
            assert RANGES[key][0] <= value <= RANGES[key][1]
        else:
            assert value in WORDS[key]
    for problem in problems:
        place = problem.removeprefix("settings.toml line ").split(":")[0]
        assert 1 <= int(place) <= text.count("\n") + 1


def is_comparable(text):
    """Whether TOML and we should agree: CIRCUITPY_ keys are read by another, and TOML refuses
    control characters in comments, which harm nobody."""
    return "CIRCUITPY_" not in text and not any(ord(c) < 32 or ord(c) == 127 for c in text)


@given(st.lists(lines.filter(is_comparable), max_size=6).map("\n".join))
@example("SETTLE_MS = 060")
@example("SETTLE_MS = ٦٠")
@example("SETTLE_MS = 70 # µ\u2028VOLUME = 3")
@example("SETTLE_MS\xa0= 70")
def test_what_is_accepted_means_what_toml_means(text):
    found, problems = settings.parse(text)
    if not problems:
        assert found == DEFAULTS | tomllib.loads(text)


@pytest.mark.parametrize("odd", ["\x00", "\x0b", "\x0c", "\x1c", "\x7f", "\x85", "\xa0", "\u2028"])
def test_an_odd_character_outside_a_comment_is_refused(odd):
    for line in ("{}SETTLE_MS = 70", "SETTLE_MS{}= 70", "SETTLE_MS = {}70", "SETTLE_MS = 70{}"):
        assert only_problem(line.format(odd))


# What was set on the device.


@given(st.sampled_from(settings.SETTINGS), st.integers() | st.text(max_size=8) | st.booleans())
def test_a_value_from_the_device_is_judged_as_one_in_the_file(setting, value):
    text = f'{setting.key} = "{value}"' if isinstance(value, str) else f"{setting.key} = {value}"
    values = dict(DEFAULTS)
    problems = settings.override(values, {setting.key: value})
    if not problems:
        assert settings.parse(text) == (values, [])
    elif isinstance(value, str) and set(value) & {'"', "\\", "\n"}:
        assert values == DEFAULTS  # the file could not even say it
    else:
        assert values == DEFAULTS
        (problem,) = problems
        assert problem == "set on the device: " + settings.check(setting.key, value)
        assert settings.parse(text)[1][0].endswith(settings.check(setting.key, value))


def test_an_unknown_key_from_the_device_is_a_problem():
    (problem,) = settings.override(dict(DEFAULTS), {"VOLUM": 1})
    assert problem.startswith("set on the device: unknown key VOLUM")
