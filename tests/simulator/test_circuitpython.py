"""What CircuitPython does around a program: imports, restarts, endings, the console."""

import sys

import pytest

from arbiter_sim import Box, FirmwareStopped

BOOT = "import usb_cdc\nusb_cdc.enable(console=True, data=True)"


def test_imports_from_root_and_lib_with_the_boards_paths(start):
    """py/builtinimport.c; `__file__` as measured."""
    files = {
        "rootmod": "print(__name__, __file__)",
        "lib/pkg/__init__": "from .b import B\nfrom . import c\nprint(__file__, __path__)",
        "lib/pkg/b": "B = 1\nprint(__name__, __file__, __package__)",
        "lib/pkg/c": "from pkg import b\nfrom .b import B as D",
    }
    code = """
        import rootmod, pkg.b, pkg.b as renamed
        from pkg import b, c
        from pkg import *
        print(__name__, __file__, pkg.b is b is renamed is c.b, c.D)
        try:
            from pkg import nothing
        except ImportError as error:
            print(error)
    """
    assert start(code, files).console.splitlines() == [
        "rootmod rootmod.py",
        "pkg.b /lib/pkg/b.py pkg",
        "/lib/pkg/__init__.py ['/lib/pkg']",
        "__main__ code.py True 1",
        "can't import name nothing",
    ]


def test_a_program_can_have_its_imports_looked_for_elsewhere_until_it_ends(start):
    """`sys.path` is a list that imports go through in order; a restart begins with a new one."""
    files = {"lib/state": "X = 'lib'", "aside/lib/state": "X = 'aside'"}
    code = (
        "import sys\nsys.path.insert(0, '/aside/lib')\nimport state\nprint(state.X, len(sys.path))"
    )
    box = start(code, files)
    box.reload()
    box.wait(100)
    assert box.console == "aside 4\n" * 2


def test_a_run_leaves_no_trace_in_the_process(start):
    before, path = set(sys.modules), list(sys.path)
    box = start("import only_here, json\nprint(only_here.X)", {"lib/only_here": "X = 5"})
    assert box.console == "5\n"
    assert "only_here" not in sys.modules
    assert sys.path == path
    assert {name for name in set(sys.modules) - before if "arbiter" in name} == set()


def test_builtin_modules_win_over_the_drive_but_for_those_that_can_be_extended(start):
    """MP_REGISTER_MODULE and MP_REGISTER_EXTENSIBLE_MODULE; measured."""
    names = ("time", "sys", "random", "struct", "board", "json", "collections")
    files = {f"lib/{name}": "WHO = 'drive'" for name in names}
    code = f"for name in {names}: print(getattr(__import__(name), 'WHO', 'board'))"
    box = start(code, files)
    assert box.console.split() == ["board"] * 5 + ["drive"] * 2


def test_a_library_on_the_drive_wins_over_the_installed_one(start):
    assert start("import neopixel\nprint(neopixel.X)", {"lib/neopixel": "X = 1"}).console == "1\n"


def test_annotations_are_not_evaluated(start):
    """py/compile.c skips them, so names that exist for a type checker only do no harm."""
    assert start("def f(x: Nowhere) -> Nothing: return 1\nprint(f(0))").console == "1\n"


def test_the_standard_modules_are_those_of_the_board(start):
    code = """
        import array, binascii, collections, errno, gc, io, json, math, os, random, re, struct, sys
        print(json.loads("[1]"), struct.calcsize("H"), sys.implementation.name, os.listdir("/"))
        print(gc.mem_free() > 100000, collections.namedtuple("A", "b")(1), os.getenv("NOPE"))
        for module, name in ((collections, "defaultdict"), (json, "JSONDecoder"), (os, "system")):
            print(hasattr(module, name))
    """
    assert start(code).console.splitlines() == [
        "[1] 2 circuitpython ['code.py']",
        "True A(b=1) None",
        "False",
        "False",
        "False",
    ]


def test_settings_are_read_from_the_drive(write):
    folder = write(
        "import os, time\nprint(os.getenv('A'), open('/settings.toml').read())\ntime.sleep(9)"
    )
    (folder / "settings.toml").write_text('A = "x"\n')
    with Box(folder) as box:
        assert box.console == 'x A = "x"\n\n'


def test_ticks_start_just_under_their_wrap_plus_the_uptime(start):
    """shared-bindings/supervisor/__init__.c: 65 s before 2**29; measured."""
    code = """
        import supervisor, time
        for _ in range(2):
            print(supervisor.ticks_ms())
            time.sleep(1)
    """
    box = start(code, uptime_ms=65_000)
    box.wait(2000)
    assert box.console.split() == [str(2**29 - 536), "464"]


def test_monotonic_has_the_boards_resolution(start):
    """30-bit floats: 8 ms after six hours (measured)."""
    code = """
        import time
        seen = set()
        for _ in range(100):
            seen.add(time.monotonic())
            time.sleep(0.001)
        seen = sorted(seen)
        print(len(seen), seen[1] - seen[0], time.monotonic_ns() % 10**9)
    """
    box = start(code, uptime_ms=6 * 3600 * 1000)
    box.wait(200)
    count, step, ns = box.console.split()
    assert 12 <= int(count) <= 14
    assert float(step) == pytest.approx(0.0078125)
    assert ns == "100000000"


def test_sleep_goes_by_whole_milliseconds(start):
    """Measured: 0.5 ms is none, 0.6 one, 1.5 one, 1.9 two."""
    code = """
        import time
        for s in (0.0005, 0.0006, 0.0015, 0.0019, 0.02):
            before = time.monotonic_ns()
            time.sleep(s)
            print((time.monotonic_ns() - before) // 1000)
    """
    box = start(code)
    box.wait(1000)
    assert box.console.split() == ["0", "1000", "1000", "2000", "20000"]


CRASH = {
    "lib/deep": """
        def inner(x):
            raise ValueError("boom")
        def outer(x):
            inner(x)
    """
}


def test_a_crash_prints_the_boards_traceback_and_stops_the_test(start):
    """The text as measured: paths on the drive, no source lines."""
    box = start("import deep, time\ntime.sleep(0.5)\ndeep.outer(1)", CRASH)
    with pytest.raises(
        FirmwareStopped, match=r"code.py stopped at 500 ms: ValueError: boom"
    ) as raised:
        box.wait(1000)
    assert isinstance(raised.value.__cause__, ValueError)
    assert box.console.splitlines() == [
        "Traceback (most recent call last):",
        '  File "code.py", line 3, in <module>',
        '  File "/lib/deep.py", line 5, in outer',
        '  File "/lib/deep.py", line 3, in inner',
        "ValueError: boom",
    ]


def test_causes_and_syntax_errors_are_printed_as_on_the_board(start):
    """Measured."""
    code = """
        import traceback
        try:
            try:
                1 / 0
            except ZeroDivisionError as error:
                raise ValueError("x") from error
        except ValueError as error:
            traceback.print_exception(error)
        try:
            import broken
        except SyntaxError as error:
            traceback.print_exception(error)
    """
    assert start(code, {"lib/broken": "def f(: pass"}).console.splitlines() == [
        "Traceback (most recent call last):",
        '  File "code.py", line 5, in <module>',
        "ZeroDivisionError: division by zero",
        "",
        "The above exception was the direct cause of the following exception:",
        "",
        "Traceback (most recent call last):",
        '  File "code.py", line 7, in <module>',
        "ValueError: x",
        "Traceback (most recent call last):",
        '  File "code.py", line 11, in <module>',
        '  File "/lib/broken.py", line 1',
        "SyntaxError: invalid syntax",
    ]


def test_a_crash_in_boot_is_told_and_code_runs_all_the_same(start):
    """main.c, run_boot_py: its result is not looked at."""
    box = start("print('code')", {"boot": "1 / 0"})
    with pytest.raises(FirmwareStopped, match=r"boot\.py stopped at 0 ms: ZeroDivisionError"):
        box.wait(10)
    assert box.console.endswith("code\n")
    box.wait(10)


def test_ctrl_c_comes_out_of_the_current_sleep(start):
    code = """
        import time
        for _ in range(2):
            try:
                time.sleep(10)
            except KeyboardInterrupt:
                print("no")
    """
    box = start(code)
    box.at(500, box.interrupt)
    box.wait(500)
    assert box.console == "no\n"
    box.interrupt()
    box.interrupt()
    with pytest.raises(FirmwareStopped, match="KeyboardInterrupt"):
        box.wait(0)
    box.interrupt()  # at the prompt it does nothing
    box.wait(100)


def test_several_ctrl_c_at_once_end_the_program_and_nothing_else(start):
    box = start("import time\ntry: time.sleep(9)\nfinally: time.sleep(1)")
    for _ in range(3):
        box.interrupt()
    with pytest.raises(FirmwareStopped, match="KeyboardInterrupt"):
        box.wait(100)
    box.wait(100)


def test_ctrl_c_that_a_program_keeps_and_raises_later_is_still_its_own(start):
    box = start(
        """
        import time
        try:
            time.sleep(9)
        except KeyboardInterrupt as error:
            kept = error
        try:
            time.sleep(9)
        except KeyboardInterrupt:
            raise kept
        """
    )
    box.interrupt()
    box.wait(100)
    box.interrupt()
    with pytest.raises(FirmwareStopped, match="KeyboardInterrupt"):
        box.wait(100)


@pytest.mark.parametrize("key", ["interrupt", "reload"])
def test_a_key_between_two_runs_of_the_program_is_nothing_to_the_test(start, key):
    box = start("print('run')")
    box.reload()
    box.wait(5)
    getattr(box, key)()
    box.wait(100)
    assert box.console == "run\nrun\n"


def test_without_a_console_there_is_no_ctrl_c_and_nothing_printed(start):
    box = start("print('x')", {"boot": "import usb_cdc\nusb_cdc.enable(console=False)"})
    box.interrupt()
    box.wait(100)
    assert box.console == ""


COUNT = """
    import microcontroller, supervisor, time
    print(microcontroller.cpu.reset_reason.name, supervisor.runtime.run_reason.name)
    try:
        time.sleep(0.1)
        {then}
    finally:
        print("end")
"""


def test_a_reboot_starts_clean(start):
    files = {"lib/state": "X = []", "boot": "print('boot')"}
    code = "import state, supervisor\nstate.X.append(supervisor.ticks_ms())\nprint(state.X)"
    box = start(code, files)
    box.wait(1000)
    box.reboot()
    box.wait(1000)
    first = f"boot\n[{2**29 - 65_536}]\n"
    assert box.console == first * 2
    assert box.now_ms == 2000


def test_pieces_stay_and_lights_go_when_the_power_does(write):
    code = """
        import board, digitalio, neopixel, time
        pin = digitalio.DigitalInOut(board.GP2)
        pin.switch_to_input(digitalio.Pull.UP)
        print(pin.value)
        chain = neopixel.NeoPixel(board.GP16, 8)
        time.sleep(1)
        chain[0] = 255
        time.sleep(9)
    """
    with Box(write(code)) as box:
        box.hold("red", 0b1000000)
        box.wait(2000)
        assert box.pixels[0] == (0, 0, 255)
        box.reboot()
        assert box.pixels[0] == (0, 0, 0)
        assert box.console.split() == ["True", "False"]


def test_each_kind_of_restart_has_its_reason(start):
    """shared-bindings/supervisor/RunReason.c, shared-bindings/microcontroller/ResetReason.c."""
    box = start(COUNT.format(then="time.sleep(9)"))
    for restart in (box.reload, box.reset, box.reboot):
        box.wait(1000)
        restart()
    box.wait(1000)
    # Neither the reset pin nor the power lets a program clean up.
    assert box.console.splitlines() == [
        "POWER_ON STARTUP",
        "end",
        "POWER_ON SUPERVISOR_RELOAD",
        "RESET_PIN STARTUP",
        "POWER_ON STARTUP",
    ]


def test_a_program_that_ended_can_be_reloaded(write):
    with Box(write("import supervisor\nprint(supervisor.runtime.run_reason.name)")) as box:
        with pytest.raises(FirmwareStopped):
            box.wait(10)
        box.reload()
        with pytest.raises(FirmwareStopped):
            box.wait(100)
        assert box.console.split() == ["STARTUP", "REPL_RELOAD"]


def test_a_program_may_reload_itself(start):
    """supervisor.reload raises an exception of its own, so clean-up runs; measured."""
    box = start(COUNT.format(then="import supervisor; supervisor.reload()"))
    box.wait(150)
    assert box.console.splitlines() == ["POWER_ON STARTUP", "end", "POWER_ON SUPERVISOR_RELOAD"]


def test_a_program_may_reset_the_chip(start):
    """common-hal/microcontroller/__init__.c: reset does not return, nothing is cleaned up."""
    box = start(COUNT.format(then="microcontroller.reset()"))
    box.wait(150)
    assert box.console.splitlines() == ["POWER_ON STARTUP", "SOFTWARE STARTUP"]


def test_a_program_that_resets_the_chip_for_ever_takes_its_time(start):
    box = start("import microcontroller\nprint('x')\nmicrocontroller.reset()")
    box.wait(1000)
    assert box.console.count("x") == 51


def test_nvm_outlives_the_power(start):
    code = "import microcontroller\nmicrocontroller.nvm[0] -= 1\nprint(microcontroller.nvm[0])"
    box = start(code)
    box.reboot()
    assert box.console.split() == ["254", "253"]


def test_boot_may_have_code_restarted_after_a_crash(start):
    """supervisor/shared/reload.c and main.c: next_code_options."""
    boot = "import supervisor\nsupervisor.set_next_code_file('code.py', reload_on_error=True, "
    box = start("print('x')\n1 / 0", {"boot": boot + "sticky_on_error=True)"})
    for _ in range(3):
        with pytest.raises(FirmwareStopped):
            box.wait(1000)
    assert box.console.count("x\n") == 3
    box.reboot()


def test_without_stickiness_it_does_so_once(start):
    boot = "import supervisor\nsupervisor.set_next_code_file('code.py', reload_on_error=True)"
    box = start("print('x')\n1 / 0", {"boot": boot})
    for _ in range(2):
        with pytest.raises(FirmwareStopped):
            box.wait(1000)
    box.wait(1000)
    assert box.console.count("x\n") == 2


def test_a_reload_keeps_the_ports_that_boot_opened(start):
    box = start("import usb_cdc\nprint(usb_cdc.data is not None)", {"boot": BOOT})
    box.reload()
    box.wait(100)
    assert box.console.split() == ["True", "True"]


def test_pins_are_free_and_the_buzzer_silent_after_each_program(write):
    """main.c, cleanup_after_vm: reset_all_pins."""
    code = """
        import board, pwmio, time
        pwm = pwmio.PWMOut(board.GP17, frequency=2000, duty_cycle=32768)
        time.sleep(0.1)
    """
    boot = "import board, digitalio\npin = digitalio.DigitalInOut(board.GP17)"
    with Box(write(code, {"boot": boot})) as box:
        assert box.tone == 2000
        with pytest.raises(FirmwareStopped):
            box.wait(1000)
        assert box.tone == 0
        assert [ms for ms, *_ in box.log.tones()] == [0, 100]


def test_ctrl_c_of_the_process_is_not_the_firmwares(start, monkeypatch):
    """Who presses it in the terminal wants to stop the tests."""
    box = start("import time, json\ntime.sleep(0.1)\njson.loads('1')")

    def press(_):
        raise KeyboardInterrupt

    monkeypatch.setitem(vars(box._machine.python.loader.modules["json"]), "loads", press)
    with pytest.raises(KeyboardInterrupt):
        box.wait(1000)
