"""The command `generals-arbiter`: what it prints, in words and in JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from arbiter import rules
from arbiter_host import plays
from arbiter_sim import scenarios
from host.command import Command


@pytest.mark.parametrize(
    "name",
    [
        *("demo", "battle", "run", "record", "pinout"),
        *("deploy", "backup", "restore", "doctor", "build"),
        *("ports", "console", "log", "report", "serve", "calibrate"),
    ],
)
def test_each_subcommand_has_help_with_an_example(command: Command, name: str) -> None:
    code, out, err = command(name, "--help")
    assert (code, err) == (0, "")
    assert f"generals-arbiter {name}" in out.split("Examples")[1]


def test_h_is_help(command: Command) -> None:
    assert command("-h") == command("--help")
    assert command("record", "-h") == command("record", "--help")


def test_record_tells_what_it_wrote(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "tie.jsonl"
    code, out, err = command("record", "tie", "-o", str(target), "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert told == {"file": str(target), "bytes": target.stat().st_size, "seconds": 7.3}
    assert command("record", "tie", "-o", str(target))[1] == f"{target}: {told['bytes']:,} bytes\n"


def test_alone_it_shows_its_help(command: Command) -> None:
    assert "battle" in command()[1]
    assert command()[1] == command("--help")[1]


def test_version(command: Command) -> None:
    assert command("--version") == (0, "generals-arbiter 0.1.0\n", "")


def test_pinout_json(command: Command) -> None:
    assert json.loads(command("pinout", "--json")[1]) == {
        "red": [2, 3, 4, 5, 6, 7, 8],
        "blue": [9, 10, 11, 12, 13, 14, 15],
        "pixels": 16,
        "buzzer": 17,
        "button": 18,
    }


def test_pinout_names_the_board_pins(command: Command) -> None:
    rows = [line.split() for line in command("pinout")[1].splitlines()]
    # GP2 is pin 4, GP15 pin 20, GP16 pin 21: Pico datasheet, figure 2.
    assert [
        [row[1], row[3]] for row in rows if len(row) > 3 and row[1] in ("GP2", "GP15", "GP16")
    ] == [["GP2", "4"], ["GP15", "20"], ["GP16", "21"]]


@pytest.mark.parametrize(
    ("red", "blue", "expected"),
    [
        ("5*", "private", "red"),
        ("lt col", "Colonel", "blue"),
        ("spy", "agent", "tie"),
        ("private", "flag", "red-captures"),
        ("FLAG", "5★", "blue-captures"),
        ("flag", "flag", "flag-duel"),
    ],
)
def test_battle_json_is_one_object(command: Command, red: str, blue: str, expected: str) -> None:
    code, out, err = command("battle", red, blue, "--fast", "--json")
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert json.loads(out)["class"] == expected


def test_battle_json_says_why(command: Command) -> None:
    outcome = json.loads(command("battle", "pvt", "spy", "--fast", "--json")[1])
    assert outcome["reason"] == rules.verdict(13, 14).reason
    assert (outcome["red"], outcome["blue"]) == ("Private", "Agent")


def test_battle_in_words_names_tones_and_verdict(command: Command) -> None:
    out = command("battle", "colonel", "spy", "--fast")[1]
    assert "deliberating" in out
    assert " Hz" in out
    assert out.rstrip().endswith("Colonel v Agent: blue wins")


def test_run_json_is_the_log(command: Command) -> None:
    entries = [
        json.loads(line) for line in command("run", "tie", "--fast", "--json")[1].splitlines()
    ]
    assert {entry["k"] for entry in entries} >= {"frame", "tone", "usb"}
    assert [e["t_ms"] for e in entries] == sorted(e["t_ms"] for e in entries)
    assert any('"class": "tie"' in e["text"] for e in entries if e["k"] == "usb")


def test_run_tells_inputs_and_states(command: Command) -> None:
    out = command("run", "lifted-piece", "--fast")[1]
    assert "red: 2-star General goes in" in out
    assert "red: the piece is lifted" in out
    assert "\x1b" not in out


@pytest.mark.parametrize("first", ["host absent\n", "at 1 ms host leaves\n"])
def test_run_tells_lights_and_tones_when_the_box_tells_nothing(
    command: Command, tmp_path: Path, first: str
) -> None:
    scenario = tmp_path / "untold.scenario"
    scenario.write_text(
        first + "at 300 ms put red spy in\nat 1 s put blue pvt in\nat 6 s lift red\n"
        "at 6 s lift blue\nat 7 s end\n"
    )
    out = command("run", str(scenario), "--fast")[1]
    lines = [line.split("  ", 2)[-1].strip() for line in out.splitlines()]
    assert any("○○○ ·· ···" in line and "lit: 3 red" in line and " Hz" in line for line in lines)
    assert any("▼▼▼" in line and "lit: 3 blue" in line for line in lines)
    assert "dark  silent" in lines[-1]
    assert 15 < len(lines) < 60


def test_a_told_box_is_told_in_states_alone(command: Command) -> None:
    assert "lit:" not in command("run", "tie", "--fast")[1]


def test_run_tells_what_the_host_sends(command: Command, tmp_path: Path) -> None:
    scenario = tmp_path / "sends.scenario"
    scenario.write_bytes(
        b'\xef\xbb\xbfat 1 s host sends "hi"\nat 2 s host sends 9 bytes of noise\nat 3 s end\n'
    )
    out = command("run", str(scenario), "--fast")[1]
    assert '1.000 s  the host sends "hi"\n' in out
    assert "2.000 s  the host sends 9 bytes of noise\n" in out


def test_demo_tells_every_scenario(command: Command) -> None:
    out = command("demo", "--fast")[1]
    for name in scenarios.TOUR:
        title, sentence = scenarios.narration(name)
        assert title in out
        assert sentence.split()[-1] in out
    assert "\x1b" not in out


def test_every_class_is_shown_in_the_demo() -> None:
    shown = {cls for name in scenarios.TOUR for _, cls in plays.scenario(name).verdicts}
    assert shown >= set(rules.CLASSES) - {"blue-captures"}


def test_a_closed_pipe_ends_quietly() -> None:
    command = [sys.executable, "-m", "arbiter_host", "run", "flag-captured", "--fast", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
