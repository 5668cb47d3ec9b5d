"""The box in a terminal: shapes that do without colour, one width, real time on request only."""

from __future__ import annotations

import time
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from arbiter_host import glyphs, sound, stage
from arbiter_host.show import Show
from arbiter_host.story import highlight, story
from arbiter_sim.recorder import Track

LOOKS = [glyphs.UNICODE, glyphs.ASCII]


@pytest.mark.parametrize("look", LOOKS)
def test_every_line_has_the_same_width(captured: Track, look: glyphs.Glyphs) -> None:
    for t_ms in range(0, 8_000, 130):
        lines = stage.picture(captured, t_ms, look).plain.split("\n")
        assert len(lines) == stage.HEIGHT
        assert {len(line) for line in lines} == {stage.INNER + 2}


@pytest.mark.parametrize("look", LOOKS)
def test_shapes_alone_tell_the_colours(look: glyphs.Glyphs) -> None:
    colours = {
        "dark": (0, 0, 0),
        "dim": (10, 10, 10),
        "white": (60, 60, 60),
        "red": (60, 0, 0),
        "blue": (0, 9, 60),
        "amber": (60, 26, 0),
        "gold": (60, 40, 0),
    }
    assert {name: glyphs.light(px, 60, look) for name, px in colours.items()} == {
        name: getattr(look, name) for name in colours
    }
    assert len({getattr(look, name) for name in colours}) == len(colours)


def test_ascii_look_is_ascii(captured: Track) -> None:
    assert stage.picture(captured, highlight(captured), glyphs.ASCII).plain.isascii()
    assert stage.progress(10, 100, glyphs.ASCII).plain.isascii()


def test_verdict_lights_are_on_the_winners_side(officers: Track) -> None:
    drawn = stage.lights(officers, officers.verdicts[0][0] + 100, glyphs.UNICODE)
    assert "".join(light.plain for light in drawn) == "▲▲▲·····"


def test_the_tone_is_named(officers: Track) -> None:
    picture = stage.picture(officers, officers.verdicts[0][0] + 100, glyphs.UNICODE).plain
    assert " Hz" in picture
    assert "red wins" in picture


def test_progress_is_as_wide_as_the_box() -> None:
    for t_ms in (0, 5_000, 10_000, 20_000):
        assert stage.progress(t_ms, 10_000, glyphs.UNICODE).cell_len == stage.INNER + 2


def test_the_story_is_in_order(bad_seat: Track) -> None:
    lines = story(bad_seat, glyphs.UNICODE)
    assert [t for t, _ in lines] == sorted(t for t, _ in lines)
    assert any("not seated rightly" in line for _, line in lines)


def test_fast_on_a_terminal_prints_no_animation(officers: Track) -> None:
    out = StringIO()
    Show(Console(file=out, force_terminal=True), fast=True).play(officers)
    assert "\x1b[?25l" not in out.getvalue()


def test_without_a_player_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    Show(Console(file=StringIO()), fast=False, with_sound=True)
    assert capsys.readouterr().err.startswith("no sound: install one of aplay, ")


def test_a_player_gets_a_wav_file_and_is_ended(
    officers: Track, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = tmp_path / "heard"
    fake = tmp_path / "aplay"
    fake.write_text(f'#!/bin/sh\nhead -c 4 "$2" > {heard}\nexec tail -f /dev/null\n')
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    command = sound.player()
    assert command == ("aplay", "-q")
    with sound.playing(command, officers):
        until = time.monotonic() + 10
        while not (heard.exists() and heard.read_bytes() == b"RIFF"):
            assert time.monotonic() < until, "the player was not started"


def test_a_player_that_fails_is_told(officers: Track, capsys: pytest.CaptureFixture[str]) -> None:
    with sound.playing(("/bin/sh", "-c", "exit 1"), officers) as player:
        player.wait()
    assert capsys.readouterr().err == "no sound: /bin/sh failed\n"


def test_a_terminal_sees_the_box_move_and_then_stay(officers: Track) -> None:
    short = replace(officers, end_ms=100)
    out = StringIO()
    Show(Console(file=out, force_terminal=True, width=80), fast=False).play(short)
    shown = out.getvalue()
    assert "s of 0.1 s" in shown  # the progress bar, while it moved
    assert shown.rstrip().endswith("\x1b[?25h")  # the cursor is back
    assert "red wins" in shown
