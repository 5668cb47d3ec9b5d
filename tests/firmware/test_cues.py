"""What the players see and hear, read from the timelines as tables."""

import itertools

import pytest

from arbiter import cues, rules

RED_SIDE, VICTORY_PAIR, BLUE_SIDE = {0, 1, 2}, {3, 4}, {5, 6, 7}
SEATS = ("empty", "seated", "unseated")
FRAME_LIMIT_MS = 20

LIGHTS = {
    "dark": cues.DARK,
    "runner": cues.RUNNER,
    "void": cues.VOID,
    **{f"seats {red} {blue}": cues.seats(red, blue) for red in SEATS for blue in SEATS},
    **{
        f"{part.__name__} {cls}": part(cls)
        for part in (cues.verdict, cues.victory, cues.spent, cues.dimmed)
        for cls in rules.CLASSES
    },
    **{f"fault {number}": cues.fault(number) for number in range(1, 10)},
}
SOUNDS = {
    "silence": cues.SILENCE,
    "click": cues.CLICK,
    "complaint": cues.COMPLAINT,
    "deliberation": cues.DELIBERATION,
    "aborted": cues.ABORTED,
    "taps": cues.TAPS,
    **{f"tone {cls}": cues.tone(cls) for cls in rules.CLASSES},
}


def lit(frame):
    return {place for place, colour in enumerate(frame) if any(cues.PALETTE[colour])}


def frames(timeline):
    return [frame for frame, _ in timeline[1]]


def length_ms(timeline):
    return sum(ms for _, ms in timeline[1])


def pitch(cls):
    return cues.tone(cls)[1][0][0]


# Every timeline.


@pytest.mark.parametrize("name", [*LIGHTS, *SOUNDS])
def test_a_timeline_loops_or_comes_to_rest(name):
    loop, steps = (LIGHTS | SOUNDS)[name]
    durations = [ms for _, ms in steps]
    assert all(isinstance(ms, int) and ms >= 0 for ms in durations)
    assert all(durations) if loop else durations.index(0) == len(durations) - 1


@pytest.mark.parametrize("name", LIGHTS)
def test_a_frame_is_eight_colours_of_the_palette(name):
    for frame in frames(LIGHTS[name]):
        assert isinstance(frame, bytes)
        assert len(frame) == 8
        assert max(frame) < len(cues.PALETTE)


def test_the_palette_is_colours():
    for colour in cues.PALETTE:
        assert len(colour) == 3
        assert all(part in range(256) for part in colour)
    assert cues.PALETTE[cues.OFF] == (0, 0, 0)


@pytest.mark.parametrize("name", SOUNDS)
def test_a_pitch_is_silence_or_one_that_a_piezo_can_sound(name):
    loop, steps = SOUNDS[name]
    assert all(hz == 0 or 200 <= hz <= 4000 for hz, _ in steps)
    if not loop and not name.startswith("tone"):
        assert steps[-1][0] == 0


# The states.


def test_an_empty_box_is_dark_and_silent():
    assert lit(frames(cues.DARK)[0]) == set()
    assert cues.SILENCE == (False, ((0, 0),))


def test_a_seated_piece_is_a_steady_dim_white_light_on_its_side():
    for seats, side in ((("seated", "empty"), RED_SIDE), (("empty", "seated"), BLUE_SIDE)):
        (frame,) = frames(cues.seats(*seats))
        assert lit(frame) == side
        for place in side:
            red, green, blue = cues.PALETTE[frame[place]]
            assert red == green == blue <= 64


def test_an_unseated_piece_blinks_slowly_on_its_side_and_no_other_side_blinks():
    for other in ("empty", "seated"):
        loop, ((on, on_ms), (off, off_ms)) = cues.seats("unseated", other)
        assert loop
        assert lit(on) - lit(off) == RED_SIDE
        assert 300 <= on_ms == off_ms <= 1000
        assert on[3:] == off[3:]
        assert cues.seats(other, "unseated")[1][0][0][::-1] == on


def test_a_complaint_is_a_low_double_beep_three_times():
    pitches = [hz for hz, _ in cues.COMPLAINT[1] if hz]
    assert len(pitches) == 6
    assert set(pitches) == {min(hz for _, steps in SOUNDS.values() for hz, _ in steps if hz)}


def test_a_click_is_short_and_an_abort_is_two_falling_notes():
    assert len(cues.CLICK[1]) == 2
    assert length_ms(cues.CLICK) <= 20
    first, second = [hz for hz, _ in cues.ABORTED[1] if hz]
    assert first > second
    assert length_ms(cues.ABORTED) < 1000


def test_a_called_off_battle_looks_like_no_verdict():
    shown = {frozenset(lit(frame)) for frame in frames(cues.VOID)}
    assert shown == {frozenset(RED_SIDE), frozenset(BLUE_SIDE)}


# The deliberation.


def test_the_runner_passes_every_pixel_both_ways():
    loop, steps = cues.RUNNER
    assert loop
    brightest = [max(range(8), key=lambda place: sum(cues.PALETTE[f[place]])) for f, _ in steps]
    visits = [place for place, _ in itertools.groupby(brightest)]
    assert visits[:8] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert visits[8:14] == [6, 5, 4, 3, 2, 1]


def test_the_runner_changes_at_least_every_20_ms():
    _, steps = cues.RUNNER
    assert all(ms <= FRAME_LIMIT_MS for _, ms in steps)
    shown = frames(cues.RUNNER)
    for before, after in itertools.pairwise([*shown, shown[0]]):
        assert before != after


def test_the_deliberation_is_lively_and_never_silent():
    loop, steps = cues.DELIBERATION
    assert loop
    assert all(hz and ms <= 200 for hz, ms in steps)
    assert len({hz for hz, _ in steps}) >= 3


# The verdict.

SIDES = {
    "red": RED_SIDE,
    "blue": BLUE_SIDE,
    "tie": RED_SIDE | BLUE_SIDE,
    "red-captures": RED_SIDE,
    "blue-captures": BLUE_SIDE,
    "flag-duel": RED_SIDE | BLUE_SIDE,
}


@pytest.mark.parametrize("cls", rules.CLASSES)
def test_the_winners_side_is_lit_steadily(cls):
    victory = VICTORY_PAIR if rules.captures(cls) else set()
    assert lit(frames(cues.verdict(cls))[0]) == SIDES[cls]
    for timeline in (cues.victory(cls), cues.spent(cls), cues.dimmed(cls)):
        for frame in frames(timeline):
            assert lit(frame) == SIDES[cls] | victory
    assert len(cues.verdict(cls)[1]) == len(cues.spent(cls)[1]) == len(cues.dimmed(cls)[1]) == 1


@pytest.mark.parametrize("cls", rules.CLASSES)
def test_dimmed_lights_are_the_same_lights_dimmer(cls):
    bright, dim = frames(cues.spent(cls))[0], frames(cues.dimmed(cls))[0]
    for before, after in zip(bright, dim, strict=True):
        assert sum(cues.PALETTE[after]) * 3 <= sum(cues.PALETTE[before])


def test_no_two_classes_look_and_sound_alike_to_one_who_sees_no_colour():
    seen = {
        cls: (frozenset(lit(frames(cues.spent(cls))[0])), pitch(cls), rules.captures(cls))
        for cls in rules.CLASSES
    }
    assert len(set(seen.values())) == len(rules.CLASSES)
    assert len({places for places, _, _ in seen.values()}) == len(rules.CLASSES)


def test_the_steady_tone_tells_the_winner_to_one_who_sees_nothing():
    red, blue, tie = pitch("red"), pitch("blue"), pitch("tie")
    assert red < tie < blue
    assert (pitch("red-captures"), pitch("blue-captures"), pitch("flag-duel")) == (red, blue, tie)
    assert blue / tie > 1.2
    assert tie / red > 1.2
    assert cues.TONE_MS == 1500


# Taps.

# United States bugle call: what a bugler reads, G below the C of the staff; length in sixteenths.
BUGLE_CALL = """
    G3 G1 C12   G3 C1 E12
    G2 C2 E4    G2 C2 E4    G2 C2 E12
    C3 E1 g8    E4 C4 G12
    G3 G1 C16
"""
HARMONIC = {"G": 3, "C": 4, "E": 5, "g": 6}  # of the bugle's tube


def test_taps_is_the_24_notes_of_the_bugle_call():
    written = [(note[0], int(note[1:])) for note in BUGLE_CALL.split()]
    assert len(written) == len(cues.TAPS_NOTES) == 24
    unit = cues.TAPS_NOTES[0][0] / HARMONIC["G"]
    for (letter, sixteenths), (hz, length) in zip(written, cues.TAPS_NOTES, strict=True):
        assert hz == pytest.approx(unit * HARMONIC[letter], rel=0.01)
        assert length == sixteenths


def test_taps_is_heard_note_by_note_and_lasts_as_long_as_it_says():
    sounded = [hz for hz, _ in cues.TAPS[1] if hz]
    assert sounded == [hz for hz, _ in cues.TAPS_NOTES]
    for (before, _), (after, _) in itertools.pairwise(cues.TAPS[1]):
        assert before == 0 or after == 0
    assert length_ms(cues.TAPS) == cues.TAPS_MS == 116 * 150


def test_a_fault_blinks_its_number():
    for number in range(1, 10):
        loop, steps = cues.fault(number)
        assert loop
        assert [lit(frame) for frame, _ in steps].count(VICTORY_PAIR) == number
        assert lit(steps[-1][0]) == set()
        assert steps[-1][1] > 2 * max(ms for _, ms in steps[:-1])
