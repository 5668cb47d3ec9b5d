"""The box as a library: what hands, host and clock do, and what the log keeps."""

import json

import pytest

from arbiter_sim import Box, FirmwareStopped, NotADrive, SimulationError
from arbiter_sim.drive import firmware_folder
from arbiter_sim.log import decode

DATA = "import usb_cdc\nusb_cdc.enable(console=True, data=True)"
TICKER = """
    import time
    n = 0
    while True:
        print(n)
        n += 1
        time.sleep(0.1)
"""


def test_the_arbiters_own_firmware_in_ten_lines():
    with Box() as box:
        box.insert("red", "colonel")
        box.insert("blue", "private")
        assert box.wait_for("red", 5_000) == pytest.approx(3_080, abs=50)
        assert box.state == "verdict"
        assert box.tone > 0
        assert any(map(any, box.pixels[:3]))
        assert not any(map(any, box.pixels[5:]))


def test_time_moves_by_what_is_waited_and_no_more(start):
    box = start(TICKER)
    assert (box.now_ms, box.console) == (0, "0\n")
    box.wait(99.9)
    assert box.console == "0\n"
    box.wait(0.1)
    assert (box.now_ms, box.console) == (100, "0\n1\n")
    box.wait(0)
    assert box.console == "0\n1\n"
    box.wait(10_000)
    assert box.console.endswith("\n101\n")
    with pytest.raises(ValueError, match="time does not go backwards"):
        box.wait(-1)


def test_what_is_scheduled_happens_on_time(start):
    box = start(TICKER)
    seen = []
    box.at(150, lambda: seen.append((box.now_ms, box.console.count("\n"))))
    box.at(100, lambda: seen.append((box.now_ms, box.console.count("\n"))))
    box.wait(1000)
    # What happens at the instant of a wake-up happens before it.
    assert seen == [(100, 1), (150, 2)]


def test_an_error_in_what_is_scheduled_goes_to_the_test_not_to_the_firmware(start):
    box = start("try:\n    import time; time.sleep(1)\nexcept Exception: print('caught')")
    box.at(500, lambda: box.insert("red", "nobody"))
    with pytest.raises(ValueError, match="unknown piece 'nobody'"):
        box.wait(2000)
    box.wait(2000)
    assert box.console == ""


def test_nothing_that_happens_can_wait(start):
    box = start(TICKER)
    box.at(10, lambda: box.wait(10))
    with pytest.raises(SimulationError, match="time passes already"):
        box.wait(100)


def test_wait_for_a_condition_or_say_that_it_did_not_come(start):
    box = start(TICKER)
    assert box.wait_for(lambda box: "5" in box.console, 1000) == 500
    assert box.wait_for(lambda _: True, 1000) == 0
    with pytest.raises(
        TimeoutError, match=r"^victory did not come within 50 ms; the state is None$"
    ):
        box.wait_for("victory", 50)
    assert box.now_ms == 550
    with pytest.raises(ValueError, match="no state and no verdict class"):
        box.wait_for("vicotry", 50)


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda box: box.insert("green", "flag"), "slot 'green': give red or blue"),
        (lambda box: box.insert("red", "colnel"), "did you mean 'colonel'"),
        (lambda box: box.insert("red", 16), "not a kind"),
        (lambda box: box.wait(float("nan")), "^nan ms: give a finite time$"),
        (lambda box: box.wait(float("inf")), "^inf ms: give a finite time$"),
        (lambda box: box.wait_for("red", float("inf")), "^inf ms: give a finite time$"),
        (lambda box: box.lift("red"), "holds no piece"),
        (lambda box: box.dirty("red", 8), "1 to 7"),
        (lambda box: box.hold("red", 128), "0 to 127"),
        (lambda box: box.insert("red", "flag", over_ms=-1), "time does not go backwards"),
        (lambda _: Box(host="gone"), "host 'gone': give one of reading, absent, stalled"),
        (lambda _: Box(pixel_order="GRU"), "pixel order 'GRU'"),
    ],
)
def test_mistakes_of_the_test_are_told_in_a_line(start, act, reason):
    with pytest.raises(ValueError, match=reason):
        act(start(""))


@pytest.mark.parametrize("piece", [1.0, True, None, [1]])
def test_a_piece_is_a_name_or_a_whole_number(start, piece):
    with pytest.raises(TypeError, match=r"^piece .*: give a name, or a kind as a whole number$"):
        start("").insert("red", piece)


def test_a_folder_without_code_py_is_no_drive(tmp_path):
    with pytest.raises(
        NotADrive, match=r"has no code\.py: give a folder that looks like a CIRCUITPY"
    ):
        Box(tmp_path)
    with pytest.raises(NotADrive):
        Box(tmp_path / "nowhere")


def test_the_packages_own_folder_is_a_drive():
    assert (firmware_folder() / "code.py").is_file()
    assert (firmware_folder() / "lib" / "arbiter" / "rules.py").is_file()


PIXELS = """
    import board, neopixel, time
    chain = neopixel.NeoPixel(board.GP16, 8, auto_write=False, pixel_order={order!r}, bpp={bpp})
    chain[0] = (1, 2, 3)
    chain[7] = (255, 0, 0)
    time.sleep(0.1)
    chain.show()
"""


@pytest.mark.parametrize(("order", "bpp"), [("GRB", 3), ("RGB", 3), ("GRBW", 4)])
def test_pixels_show_what_was_sent_when_it_was_sent(start, order, bpp):
    box = start(PIXELS.format(order=order, bpp=bpp), pixel_order=order)
    assert box.pixels == ((0, 0, 0),) * 8
    box.wait(200)
    assert box.pixels == ((1, 2, 3), *[(0, 0, 0)] * 6, (255, 0, 0))
    assert box.log.frames() == [(100.0, box.pixels)]
    assert len(box.log[0].data) == 8 * bpp


def test_the_wrong_order_swaps_colours_as_it_does_on_a_bench(start):
    box = start(PIXELS.format(order="RGB", bpp=3))
    box.wait(200)
    assert box.pixels[0] == (2, 1, 3)


def test_a_short_frame_leaves_the_last_pixels_and_a_long_one_passes_them():
    before = ((9, 9, 9),) * 8
    assert decode(b"\1\2\3\4\5\6", "RGB", before) == ((1, 2, 3), (4, 5, 6), *before[2:])
    assert decode(bytes(range(30)), "RGB", before)[7] == (21, 22, 23)
    assert decode(b"\x10\x20\x30\xf0", "RGBW", before)[0] == (255, 255, 255)


TONES = """
    import board, pwmio, time
    pwm = pwmio.PWMOut(board.GP17, frequency=1000, variable_frequency=True)
    for hz, duty in ((440, 0), (440, 32768), (440, 32768), (2000, 32768), (2000, 65535)):
        pwm.frequency, pwm.duty_cycle = hz, duty
        time.sleep(0.1)
"""


def test_the_log_keeps_each_change_of_tone_once(start):
    box = start(TONES)
    box.wait(1000)
    (on, hz, duty), (change, *_), (off, *silence) = box.log.tones()
    assert (on, change, off) == (100, 300, 400)
    assert hz == pytest.approx(442.29, abs=0.01)
    assert duty == pytest.approx(0.5, abs=0.001)
    # High all the time makes no sound.
    assert silence == [0.0, 0.0]
    assert box.tone == 0


def test_the_log_as_text(start):
    code = (
        PIXELS.format(order="GRB", bpp=3)
        + TONES
        + "    import usb_cdc\n    usb_cdc.data.write(b'caf\\xc3\\xa9\\n')\n    print('done')"
    )
    box = start(code, {"boot": DATA})
    box.wait(1000)
    records = [json.loads(line) for line in box.log.jsonl().splitlines()]
    assert records[0] == {
        "t_ms": 100.0,
        "k": "frame",
        "wire": "020103" + "00" * 18 + "00ff00",
        "px": [[1, 2, 3], *[[0, 0, 0]] * 6, [255, 0, 0]],
    }
    assert records[1] == {"t_ms": 200.0, "k": "tone", "hz": 442.29, "duty": 0.5}
    assert records[-2:] == [
        {"t_ms": 600.0, "k": "usb", "text": "café\n"},
        {"t_ms": 600.0, "k": "console", "text": "done\n"},
    ]
    assert box.log.usb() == box.host.received == "café\n".encode()
    later = box.log.since(600)
    assert [(entry.t_us, entry.kind) for entry in later] == [(0, "usb"), (0, "console")]


EVENTS = """
    import time, usb_cdc
    for line in (b'{"event": "st', b'ate", "state": "waiting"}\\n', b'noise\\n\\xff\\n[1]\\n',
                 b'{"event": "verdict", "class": "tie"}\\n'):
        usb_cdc.data.write(line)
        time.sleep(0.1)
"""


def test_events_are_the_objects_on_the_lines_the_host_received(start):
    box = start(EVENTS, {"boot": DATA})
    assert (box.events, box.state, box.verdict) == ([], None, None)
    box.wait(150)
    assert (box.state, box.verdict) == ("waiting", None)
    assert box.wait_for("tie", 1000) == 150
    assert (box.state, box.verdict, len(box.events)) == ("waiting", "tie", 2)
    with pytest.raises(TimeoutError):
        box.wait_for("tie", 1000)  # a new one, not the one before


ECHO = """
    import time, usb_cdc
    port = usb_cdc.data
    port.timeout = 0
    while True:
        print(port.connected, port.in_waiting, port.readline())
        time.sleep(0.1)
"""


def test_the_host_comes_sends_and_goes(start):
    box = start(ECHO, {"boot": DATA}, host="absent")
    with pytest.raises(ValueError, match="has not opened the port"):
        box.host.send(b"x")
    box.host.read()
    box.host.send(b"a\nb")
    box.wait(100)
    box.host.detach()
    box.wait(100)
    assert box.console.splitlines() == ["False 0 b''", "True 3 b'a\\n'", "False 1 b'b'"]


def test_what_the_devices_buffer_cannot_take_waits_on_the_computer(start):
    box = start(ECHO.replace("port.readline()", "len(port.read(100))"), {"boot": DATA})
    box.host.send(b"x" * 1000)
    box.wait(400)
    assert box.console.splitlines()[1:] == ["True 256 100"] * 4
    box.host.detach()
    box.wait(500)
    assert box.console.splitlines()[-1] == "False 0 0"


def test_boxes_live_side_by_side(write, tmp_path):
    clocks = """
        import time, state, supervisor
        state.count = getattr(state, "count", 0)
        while True:
            state.count += 1
            print(state.count, supervisor.ticks_ms() % 1000)
            time.sleep(PAUSE)
    """
    fast = write(clocks.replace("PAUSE", "0.1"), {"lib/state": ""}).rename(tmp_path / "fast")
    slow = write(clocks.replace("PAUSE", "0.2"), {"lib/state": ""}).rename(tmp_path / "slow")
    with Box(fast) as one, Box(slow, uptime_ms=5) as other:
        for _ in range(4):
            one.wait(100)
            other.wait(100)
        assert one.now_ms == other.now_ms == 400
        assert one.console.split()[0::2] == ["1", "2", "3", "4", "5"]
        assert other.console.split()[0::2] == ["1", "2", "3"]
        assert int(other.console.split()[1]) - int(one.console.split()[1]) == 5


def test_the_clean_up_at_power_off_leaves_nothing_in_the_log(start):
    box = start(
        "try:\n    import time; time.sleep(9)\nfinally:\n    print('off')\n    time.sleep(9)"
    )
    box.wait(100)
    box.close()
    box.close()
    assert (box.console, box.now_ms) == ("", 100)


@pytest.mark.parametrize("handler", ["except BaseException: pass", "finally: continue"])
def test_firmware_that_will_not_die_is_left_alone(start, handler):
    box = start(f"import time\nwhile True:\n    try: time.sleep(1)\n    {handler}")
    box.wait(10)
    box.close()


def test_the_last_change_of_a_contact_is_known_to_the_microsecond(start):
    box = start(TICKER)
    assert box.last_change_ms == 0
    box.wait(100)
    box.insert("red", "major", over_ms=30)
    seen, before = [], 0
    for _ in range(40_000):
        box.wait(0.001)
        if box.reading("red") != before:
            before = box.reading("red")
            seen.append(box.now_ms)
    assert len(seen) >= 3
    assert box.last_change_ms == seen[-1]
    box.wait(100)
    box.press()
    box.dirty("blue", 1)  # nothing touches it
    assert box.last_change_ms == seen[-1]
    box.short("blue", 1)
    assert box.last_change_ms == box.now_ms


def test_a_seed_decides_how_contacts_bounce():
    def log(seed):
        with Box(seed=seed) as box:
            box.insert("red", "major")
            box.insert("blue", "major")
            box.wait(5000)
            return box.log

    assert log(1) == log(1)
    assert log(1) != log(2)


def test_firmware_stopped_is_raised_once_and_time_goes_on(start):
    box = start("import time\ntime.sleep(0.1)\n1 / 0")
    with pytest.raises(FirmwareStopped, match=r"code\.py stopped at 100 ms: ZeroDivisionError"):
        box.wait(500)
    assert box.now_ms == 100
    box.wait(500)
    assert box.now_ms == 600


def test_days_are_passed_over_in_a_moment(start):
    box = start("import supervisor, time\nprint(supervisor.ticks_ms())\n")
    box.pass_over(3 * 24 * 3600 * 1000)
    assert box.now_ms == 3 * 24 * 3600 * 1000
    box.wait(100)
