"""Recordings, read back with other people's readers."""

from __future__ import annotations

import json
import os
import tracemalloc
import wave
from array import array
from io import BytesIO
from pathlib import Path
from threading import Thread
from types import ModuleType
from weakref import finalize
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

from arbiter_sim import recorder
from arbiter_sim.recorder import Mark, Track, gif, jsonl, notes, paint, scene, svg, track, wav


def tone_track(*tones: tuple[float, float], end_ms: float = 1000) -> Track:
    """A box that only sounds: (t_ms, Hz), 0 Hz is silence."""
    entries = [{"t_ms": t, "k": "tone", "hz": hz, "duty": 0.5 if hz else 0.0} for t, hz in tones]
    return track("tones", entries, [], end_ms)


def written(module: ModuleType, recording: Track) -> bytes:
    file = BytesIO()
    module.write(recording, file, lambda _: None)
    return file.getvalue()


def samples(content: bytes) -> array[int]:
    with wave.open(BytesIO(content)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, wav.RATE)
        return array("h", file.readframes(file.getnframes()))


def pitch(sound: array[int], start_ms: int, end_ms: int) -> float:
    """Hz, by counting the rising zero crossings between the first and the last."""
    part = sound[start_ms * wav.RATE // 1000 : end_ms * wav.RATE // 1000]
    rising = [i for i in range(1, len(part)) if part[i - 1] < 0 <= part[i]]
    return (len(rising) - 1) * wav.RATE / (rising[-1] - rising[0])


@pytest.mark.parametrize("hz", [220.0, 782.4, 1047.0, 2093.0])
def test_wav_sounds_the_pitch_of_the_tone(hz: float) -> None:
    sound = samples(written(wav, tone_track((100, hz), (900, 0))))
    assert len(sound) == wav.RATE
    assert pitch(sound, 200, 800) == pytest.approx(hz, rel=0.002)


def test_wav_is_silent_where_the_box_is() -> None:
    sound = samples(written(wav, tone_track((500, 440.0), (600, 0))))
    assert not any(sound[: wav.RATE // 2])
    assert not any(sound[wav.RATE * 620 // 1000 :])


def test_wav_does_not_click() -> None:
    """Between two samples the wave's own edge is the largest step: no jump at start or end."""
    sound = samples(written(wav, tone_track((100, 440.0), (300, 660.0), (500, 0))))
    assert abs(sound[wav.RATE // 10]) < 200
    assert max(abs(v) for v in sound[wav.RATE * 502 // 1000 :]) < 4_000


def test_wav_of_a_capture_ends_after_taps(captured: Track) -> None:
    assert len(samples(written(wav, captured))) == round(captured.end_ms * wav.RATE / 1000)


@pytest.fixture(scope="module")
def officers_gif(officers: Track) -> bytes:
    return written(gif, officers)


def test_gif_plays_for_the_whole_track_and_loops(officers: Track, officers_gif: bytes) -> None:
    with Image.open(BytesIO(officers_gif)) as image:
        assert image.size == (scene.WIDTH, scene.HEIGHT)
        assert image.info["loop"] == 0
        played = 0
        for number in range(image.n_frames):
            image.seek(number)
            played += image.info["duration"]
    assert played == pytest.approx(officers.end_ms, abs=50)


def test_gif_lights_the_winners_side(officers: Track) -> None:
    at_ms = officers.verdicts[0][0] + 200
    lit = scene.picture(officers, at_ms)
    red, blue = lit.getpixel((84, 104)), lit.getpixel((556, 104))
    assert red[0] > 200
    assert red[0] > red[2]
    assert max(blue) < 80


def test_gif_draws_every_rank_alike() -> None:
    """The picture is what the players see: no name of a piece changes it."""
    drawn = {
        scene.picture(track("", [], [Mark(0, "red", "in", name)], 1000), 900).tobytes()
        for name in ("Flag", "Private", "5-star General")
    }
    assert len(drawn) == 1


def test_svg_has_a_lane_a_light_and_marks_the_inputs(bad_seat: Track) -> None:
    root = ElementTree.fromstring(written(svg, bad_seat))
    texts = [t.text for t in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"red 1", "victory 2", "blue 3", "sound", "deliberating"} <= set(texts)
    tips = [t.text for t in root.iter("{http://www.w3.org/2000/svg}title")]
    assert len(tips) == len(bad_seat.marks)
    assert any("blue in Captain" in tip for tip in tips if tip)


def test_svg_escapes_a_title() -> None:
    root = ElementTree.fromstring(written(svg, track('<"&>', [], [], 100)))
    assert root.get("aria-label") == '<"&>'


def test_jsonl_is_the_log(officers: Track) -> None:
    lines = written(jsonl, officers).decode().splitlines()
    assert [json.loads(line) for line in lines] == list(officers.entries)


@pytest.mark.parametrize("suffix", list(recorder.FORMATS))
def test_save_writes_each_format_and_nothing_else(tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"out{suffix}"
    recorder.save(tone_track((10, 440.0), end_ms=100), target)
    assert [p.name for p in tmp_path.iterdir()] == [target.name]


def test_a_failed_write_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out.svg"
    target.write_text("old")

    def full(_: Path, other: Path) -> Path:
        raise OSError(28, "No space left on device", str(other))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        recorder.save(tone_track(), target)
    assert [p.name for p in tmp_path.iterdir()] == ["out.svg"]
    assert target.read_text() == "old"


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link, real = tmp_path / "link.svg", tmp_path / "real" / "out.svg"
    link.symlink_to(real)
    for _ in range(2):  # once to nothing, once to a file
        recorder.save(tone_track(), link)
        assert link.is_symlink()
        assert real.read_bytes() == written(svg, tone_track())
    assert [p.name for p in real.parent.iterdir()] == ["out.svg"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs on Windows")
@pytest.mark.parametrize("suffix", list(recorder.FORMATS))
def test_a_fifo_is_written_into(tmp_path: Path, suffix: str) -> None:
    fifo, got = tmp_path / f"fifo{suffix}", []
    os.mkfifo(fifo)
    reader = Thread(target=lambda: got.append(fifo.read_bytes()))
    reader.start()
    short = tone_track((10, 440.0), end_ms=100)
    recorder.save(short, fifo)
    reader.join()
    assert fifo.is_fifo()
    recorder.save(short, tmp_path / f"file{suffix}")
    assert got == [(tmp_path / f"file{suffix}").read_bytes()]


def test_a_recording_tells_how_far_it_is(tmp_path: Path) -> None:
    recording = tone_track((10, 440.0), (900, 0))
    for suffix in recorder.FORMATS:
        told: list[float] = []
        recorder.save(recording, tmp_path / f"out{suffix}", told.append)
        assert told == sorted(told)
        assert told[-1] == pytest.approx(recording.end_ms, rel=0.2)


def most_kept(recording: Track, target: Path) -> int:
    """The most bytes that Python held at once while it wrote."""
    tracemalloc.start()
    recorder.save(recording, target)
    try:
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("suffix", [".wav", ".svg"])
def test_a_long_recording_is_not_kept_in_memory(tmp_path: Path, suffix: str) -> None:
    end_ms = 20 * 60_000
    px = [[[n, 0, 0]] * 8 for n in range(256)]
    frames = [{"t_ms": t * 60.0, "k": "frame", "px": px[t % 256]} for t in range(20_000)]
    long = track("long", [*frames, {"t_ms": 0.0, "k": "tone", "hz": 0.0, "duty": 0}], [], end_ms)
    assert most_kept(long, tmp_path / f"long{suffix}") < 15_000_000


def test_gif_keeps_no_more_than_a_few_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    alive: list[int] = []
    most = 0

    def picture(_: Track, t_ms: float) -> Image.Image:
        nonlocal most
        drawn = Image.new("RGB", (scene.WIDTH, scene.HEIGHT), (int(t_ms / 50) % 256, 0, 0))
        alive.append(id(drawn))
        finalize(drawn, alive.remove, id(drawn))
        most = max(most, len(alive))
        return drawn

    monkeypatch.setattr(scene, "picture", picture)
    written(gif, tone_track(end_ms=10_000))
    assert most <= 5


def test_gif_shows_what_the_scene_shows(officers: Track, officers_gif: bytes) -> None:
    """Only what changes is stored: put together again it is the whole picture."""
    at_ms = officers.verdicts[0][0] + 400
    with Image.open(BytesIO(officers_gif)) as image:
        played, number = 0, 0
        while played + image.info["duration"] <= at_ms:
            played += image.info["duration"]
            number += 1
            image.seek(number)
        shown = image.convert("RGB")
    differ = ImageChops.difference(shown, scene.picture(officers, played)).resize((1, 1))
    assert max(differ.getpixel((0, 0))) <= 4


@pytest.mark.parametrize(
    ("hz", "name"),
    [(440, "A4"), (784, "G5"), (782.4, "G5"), (1047, "C6"), (2093, "C7"), (220, "A3")],
)
def test_notes_are_named(hz: float, name: str) -> None:
    assert notes.note(hz) == name


def test_a_dim_light_is_seen() -> None:
    assert max(paint.shown((4, 4, 4), 100)) > 50
    assert paint.shown((0, 0, 0), 100) == (0, 0, 0)


def test_events_split_over_two_reads_are_one() -> None:
    text = '{"event": "state", "state": "waiting"}\n'
    halves = [
        {"t_ms": 1.0, "k": "usb", "text": text[:9]},
        {"t_ms": 2.0, "k": "usb", "text": text[9:]},
    ]
    assert track("", halves, [], 10).states == [(2.0, "waiting")]


def test_other_firmware_may_say_anything() -> None:
    text = 'hello\n[1]\n{"event": 5}\n'
    assert track("", [{"t_ms": 1.0, "k": "usb", "text": text}], [], 10).states == []
