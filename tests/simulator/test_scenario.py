"""The scenario format: what it says is what happens, and each mistake gives line and reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_sim import Box, ScenarioError, parse, run
from arbiter_sim.scenario.commands import COMMANDS

FIRMWARE = """
    import board, digitalio, time, usb_cdc
    pins = []
    for n in list(range(2, 16)) + [18]:
        pins.append(digitalio.DigitalInOut(getattr(board, "GP%d" % n)))
        pins[-1].switch_to_input(digitalio.Pull.UP)
    port = usb_cdc.data
    port.timeout = port.write_timeout = 0
    before = told = ""
    while True:
        bits = "".join(["01"[not pin.value] for pin in pins])
        seen = "%s %s %s %d" % (bits[:7], bits[7:14], bits[14], port.connected)
        if seen == before != told:  # twice the same: no bounce
            print(seen)
            told = seen
        before = seen
        heard = port.read()
        if heard:
            print(len(heard), heard)
        time.sleep(0.02)
"""
BOOT = "import usb_cdc\nusb_cdc.enable(console=True, data=True)"


@pytest.fixture
def seen(write):
    """seen(text) gives what such a firmware saw: red, blue, button and whether a host is there."""

    def seen(text):
        with run(parse(text, "test"), firmware=write(FIRMWARE, {"boot": BOOT})) as box:
            return box.console.splitlines()

    return seen


def test_pieces_go_in_and_out_and_are_swapped(seen):
    assert seen(
        """
        at 100 ms put red colonel in    # 0100110
        at +100 ms put blue test piece in backwards
        at 0.3 s swap red 5*
        at 400 ms lift red
        at 500 ms end
        """
    ) == [
        "0000000 0000000 0 1",
        "0100110 0000000 0 1",
        "0100110 0110100 0 1",
        "0000111 0110100 0 1",
        "0000000 0110100 0 1",
    ]


def test_slowly_and_crooked(seen):
    slowly = seen("at 0 ms put red colonel in slowly\nat 2 s lift red slowly\nat 4 s end")
    assert "0100110 0000000 0 1" in slowly
    assert len(slowly) > 3
    crooked = seen("at 0 ms put red colonel in crooked slowly\nat 2 s end")[-1].split()[0]
    assert crooked.count("1") in (1, 2)


def test_pieces_of_a_kind_are_told_apart_by_their_tags():
    first, also_first, second = map(tag_of, ("private", "private no 1", "private no 2"))
    assert first == also_first != second


def tag_of(piece):
    with Box() as box:
        COMMANDS["put"](["red", *piece.split(), "in"]).act(box)
        box.wait(20)
        (tag,) = box._slots["red"].field.tags
        return tag.uid


def test_faults_come_and_go(seen):
    text = (
        "at 0 ms short red contact 1\nat 0 ms put red colonel in\nat 101 ms dirty red contact 2\n"
    )
    text += "at 200 ms clean red contact 1\nat 200 ms clean red contact 2\nat 300 ms end"
    assert [line.split()[0] for line in seen(text)] == ["1100110", "1000110", "0100110"]


def test_the_button(seen):
    text = "at 50 ms press button\nat 500 ms press button for 300 ms\nat 900 ms end"
    assert [line.split()[2] for line in seen(text)] == ["0", "1", "0", "1", "0"]


def test_the_host(seen):
    text = """
        host absent
        at 100 ms host reads
        at 200 ms host sends "a \\"#\\" b\\n"   # a comment
        at 300 ms host stalls
        at 300 ms host sends 100 bytes of noise
        at 500 ms host leaves
        at 600 ms end
    """
    lines = seen(text)
    assert [line.split()[3] for line in lines if line[0] == "0"] == ["0", "1", "0"]
    assert lines[2] == "8 b'a \"#\" b\\n'"
    assert sum(int(line.split()[0]) for line in lines[3:-1]) == 100


def test_noise_is_the_same_every_time(seen):
    text = "at 0 ms host sends 50 bytes of noise\nat 100 ms end"
    assert seen(text) == seen(text)
    assert seen(text) != seen("seed 1\n" + text)


def test_settings_title_and_events_can_be_read():
    scenario = parse("# A duel\nseed 7\nhost stalled\nat 1 s put red SPY in\nat 2 s end\n", "x")
    assert (scenario.title, scenario.seed, scenario.host) == ("A duel", 7, "stalled")
    assert scenario.end_ms == 2000
    (event,) = scenario.events
    assert (event.at_ms, event.line, event.slot, event.verb) == (1000, 4, "red", "in")
    assert event.what == "Agent"
    assert parse("at 1 s end", "x.scenario").title == "x.scenario"


def test_a_byte_order_mark_is_nothing():
    assert parse("\ufeff# A duel\nat 1 h end".replace("1 h", "3600 s"), "x").title == "A duel"


@pytest.mark.parametrize(
    ("sends", "told"),
    [
        ('"hé\\n"', 'sends "h\\u00e9\\n"'),
        (f'"{"x" * 100}"', "sends 100 bytes of text"),
        ("300 bytes  of noise", "sends 300 bytes of noise"),
    ],
)
def test_what_the_host_sends_is_told(sends, told):
    (event,) = parse(f"at 1 s host sends {sends}\nat 2 s end", "x").events
    assert event.what == told


def test_options_win_over_the_scenarios_settings(write):
    scenario = parse("host absent\nat 100 ms end", "x")
    with run(scenario, firmware=write(FIRMWARE, {"boot": BOOT}), host="reading") as box:
        assert box.console == "0000000 0000000 0 1\n"


def test_an_empty_scenario_has_no_end():
    with pytest.raises(ScenarioError, match=r"x, line 1: no end: add a line such as 'at 9 s end'"):
        parse("", "x")


MISTAKES = {
    "put red colonel in": "unknown word 'put': write 'at TIME ...'",
    "colour red": "unknown word 'colour'",
    "seed x": "seed 'x': give a whole number",
    "seed -1": "seed '-1'",
    "host gone": "host 'gone': give one of reading, absent, stalled",
    "at": "'' is no time",
    "at soon put red flag in": "'soon put' is no time: write 120 ms, 2.5 s or +300 ms",
    "at 5 put red flag in": "'5 put' is no time",
    "at 5s put red flag in": "is no time",
    "at -5 ms put red flag in": "'-5 ms' is no time",
    "at \u0665 ms put red flag in": "is no time",
    "at 10 min put red flag in": "'10 min' is no time",
    "at 10 ms": "unknown command ''",
    "at 10 ms explode": "unknown command 'explode': after the time comes one of put, lift",
    "at 999999999 s end": "'999999999 s' is too late: a scenario lasts an hour at most",
    "at 3600001 ms lift red": "an hour at most",
    "at 10 ms put": "needs 'in' after the piece",
    "at 10 ms put in": "unknown slot '': write red or blue",
    "at 10 ms put green flag in": "unknown slot 'green': write red or blue",
    "at 10 ms put red in": "say which piece",
    "at 10 ms put red flag": "'put' needs 'in' after the piece: put blue agent in",
    "at 10 ms put red colnel in": "unknown piece 'colnel': did you mean 'colonel'?",
    "at 10 ms put red private no 0 in": "unknown piece 'private no 0'",
    "at 10 ms put red flag in sideways": "unknown 'sideways': only crooked, backwards or slowly",
    "at 10 ms put red flag in slowly crooked": "unknown 'slowly crooked'",
    "at 10 ms lift red": "the red slot is empty: put a piece in first",
    "at 10 ms swap blue flag": "the blue slot is empty",
    "at 10 ms lift red now": "unknown 'now': only slowly",
    "at 10 ms dirty red": "say which contact, 1 to 7: dirty red contact 3",
    "at 10 ms short red contact 8": "say which contact, 1 to 7: short red contact 3",
    "at 10 ms clean red contact": "say which contact, 1 to 7",
    "at 10 ms press": "write 'press button' or",
    "at 10 ms press red": "write 'press button' or",
    "at 10 ms press button for ever": "write 'press button' or",
    "at 10 ms host": "a host stalls, reads, leaves, or sends",
    "at 10 ms host dies": "a host stalls, reads, leaves, or sends",
    "at 10 ms host sends": 'write sends "text"',
    "at 10 ms host sends text": 'write sends "text"',
    'at 10 ms host sends "text': 'write sends "text"',
    "at 10 ms host sends many bytes of noise": "give a number of bytes up to 1000000",
    "at 10 ms host sends 1000001 bytes of noise": "give a number of bytes up to 1000000",
    "at 10 ms end now": "unknown command 'end'",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_gives_source_line_and_reason(line):
    with pytest.raises(ScenarioError) as raised:
        parse(f"# a comment\n\n{line}\nat 9 s end\n", "my.scenario")
    assert raised.value.line == 3
    assert str(raised.value).startswith(f"my.scenario, line 3: {raised.value.reason}")
    assert MISTAKES[line] in raised.value.reason
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("at 2 s put red flag in\nat 1 s end", 2, "back in time: the line before is at 2000 ms"),
        ("at 1 s put red flag in\nat 2 s put red spy in\nat 3 s end", 2, "already holds a piece"),
        ("at 1 s end\nat 2 s end", 2, "nothing can happen after the end"),
        ("at 1 s put red flag in\nseed 3\nat 2 s end", 2, "once, before the first 'at'"),
        ("seed 1\nseed 2\nat 1 s end", 2, "once, before the first 'at'"),
        ('at 1 s host leaves\nat 2 s host sends "x"\nat 3 s end', 2, "no port open"),
        ('host absent\nat 2 s host sends "x"\nat 3 s end', 2, "no port open"),
        ("at 3000 s put red flag in\nat +601 s end", 2, "is too late: .* an hour at most"),
        ("at 1 s put red flag in", 1, "no end"),
        ("at 1 s put red flag in\n\n", 3, "no end"),
    ],
)
def test_a_line_that_does_not_go_with_those_before(text, line, reason):
    with pytest.raises(ScenarioError, match=reason) as raised:
        parse(text, "x")
    assert raised.value.line == line


VOCABULARY = """
    at seed host red blue flag 5* in ms s 0 1 +2 99 0.5 end crooked backwards slowly contact button
    for sends "x" bytes of noise # leaves stalls reads \\ " ½ ² 999999999999999
"""
WORDS = st.sampled_from([*COMMANDS, *VOCABULARY.split()])
LINES = st.lists(WORDS, max_size=9).map(" ".join)
EVENTS = st.lists(WORDS, max_size=6).map(lambda words: " ".join(["at", "+1", "ms", *words]))
TEXTS = st.text() | st.lists(LINES | EVENTS | st.text(), max_size=6).map("\n".join)
COMPLETE = """
    put red 5* in; put blue flag in crooked slowly; put red spy in backwards; lift red
    lift blue slowly; swap red sgt; swap blue test piece; dirty red contact 1; short blue contact 7
    clean red contact 1; press button; press button for 1 s; host stalls; host reads; host leaves
    host sends "x"; host sends 300 bytes of noise
"""
SCRIPTS = st.lists(
    st.tuples(
        st.integers(0, 300), st.sampled_from(COMPLETE.replace("\n", ";").strip("; ").split(";"))
    ),
    max_size=12,
)


@given(TEXTS)
def test_any_text_is_a_scenario_or_a_scenario_error(text):
    try:
        scenario = parse(text, "x")
    except ScenarioError as error:
        told = error.line
    else:
        told = 1
        assert all(0 <= event.at_ms <= scenario.end_ms for event in scenario.events)
    assert 1 <= told <= text.count("\n") + 1


@given(SCRIPTS)
def test_whatever_parses_can_be_played(script):
    """What cannot be done is found by the parser, not half-way through the play."""
    lines = []
    for pause, command in script:
        try:
            parse("\n".join([*lines, f"at +{pause} ms {command}", "at +0 ms end"]), "x")
        except ScenarioError:
            continue
        lines.append(f"at +{pause} ms {command}")
    run(parse("\n".join([*lines, "at +1 s end"]), "x")).close()


def test_a_scenario_can_be_played_piece_by_piece(write):
    with Box(write(FIRMWARE, {"boot": BOOT})) as box:
        parse("at 100 ms put red flag in\nat 1 s end", "x").schedule(box)
        box.wait(50)
        assert box.console.count("\n") == 1
        box.wait(100)
        assert "0110001" in box.console
