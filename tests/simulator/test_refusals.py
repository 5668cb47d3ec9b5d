"""The simulated parts refuse what the real ones refuse.

Sources are files of CircuitPython 10 (github.com/adafruit/circuitpython); "measured" means run on
the released images 10.0.0 and 9.1.4 for the Raspberry Pi Pico. Where Blinka's own code refuses with
a text of its own, the kind of the error is what counts.
"""

import textwrap

import pytest

from arbiter_sim import Box, FirmwareHangs, FirmwareStopped, ShortCircuit, SimulationError

PIN = "import board, digitalio\npin = digitalio.DigitalInOut(board.GP2)"
OUTPUT = PIN + "\npin.direction = digitalio.Direction.OUTPUT"
PWM = (
    "import board, pwmio\n"
    "pwm = pwmio.PWMOut(board.GP17, frequency=440, variable_frequency=True)\n"
    "fixed = pwmio.PWMOut(board.GP2, frequency=500)"
)
DEAD = "ValueError: Object has been deinitialized and can no longer be used. Create a new object."
DATA = "import usb_cdc\nport = usb_cdc.data"
OPEN_DATA = "import usb_cdc\nusb_cdc.enable(console=True, data=True)"


def test_a_pin_in_use(told):
    """shared-bindings/microcontroller/Pin.c, assert_pin_free; measured."""
    statements = (
        "digitalio.DigitalInOut(board.GP2)",
        "import pwmio; pwmio.PWMOut(board.GP2)",
        "p = digitalio.DigitalInOut(board.A0); import analogio; analogio.AnalogIn(board.GP26)",
    )
    assert told(*statements, setup=PIN) == [
        "ValueError: GP2 in use",
        "ValueError: GP2 in use",
        "ValueError: GP26 in use",
    ]


def test_a_pin_is_free_again_after_deinit(told):
    """common-hal/digitalio/DigitalInOut.c, common_hal_digitalio_digitalinout_deinit."""
    assert told("pin.deinit(); digitalio.DigitalInOut(board.GP2)", setup=PIN) == ["fine"]


def test_a_deinitialized_pin(told):
    """shared-bindings/digitalio/DigitalInOut.c, check_for_deinit; measured."""
    statements = ("pin.value", "pin.direction = digitalio.Direction.OUTPUT", "pin.deinit()")
    assert told(*statements, setup=PIN + "\npin.deinit()") == [DEAD, DEAD, "fine"]


def test_pixels_on_a_deinitialized_pin(told):
    """shared-bindings/neopixel_write/__init__.c checks the object as any use of it does."""
    statement = "import neopixel_write; neopixel_write.neopixel_write(pin, b'123')"
    assert told(statement, setup=OUTPUT + "\npin.deinit()") == [DEAD]


def test_setting_the_value_of_an_input(told):
    """shared-bindings/digitalio/DigitalInOut.c, digitalinout_obj_set_value; measured."""
    assert told("pin.value = True", setup=PIN)[0].startswith("AttributeError")


def test_a_pull_on_an_output_and_a_pull_that_is_none(told):
    """shared-bindings/digitalio/DigitalInOut.c, digitalinout_obj_set_pull; measured.

    The board says TypeError to the second; Blinka says AttributeError, and both refuse.
    """
    setup = OUTPUT + "\nother = digitalio.DigitalInOut(board.GP3)"
    refusals = told("pin.pull = digitalio.Pull.UP", "pin.pull", "other.pull = 5", setup=setup)
    assert [line.partition(":")[0] for line in refusals] == ["AttributeError"] * 3


def test_a_drive_mode_of_an_input(told):
    """shared-bindings/digitalio/DigitalInOut.c, digitalinout_obj_get_drive_mode; measured."""
    assert told("pin.drive_mode", setup=PIN)[0].startswith("AttributeError")


@pytest.mark.parametrize(
    "target",
    [
        "pin",
        "board.GP3",
        "board",
        "digitalio",
        "__import__('supervisor')",
        "__import__('supervisor').runtime",
        "__import__('usb_cdc')",
        "__import__('usb_cdc').data",
        "__import__('time')",
        "__import__('microcontroller')",
        "__import__('microcontroller').cpu",
        "__import__('storage')",
        "__import__('json')",
        "pwm",
        "analog",
    ],
)
def test_an_attribute_that_is_not_there(told, target):
    """py/runtime.c, mp_store_attr: native objects take no new attributes; measured."""
    setup = (
        f"{PIN}\nimport analogio, pwmio\n"
        "analog = analogio.AnalogIn(board.GP28)\npwm = pwmio.PWMOut(board.GP5)"
    )
    refusals = told(f"({target}).zork", f"({target}).zork = 1", setup=setup, boot=OPEN_DATA)
    assert [line.partition(":")[0] for line in refusals] == ["AttributeError"] * 2


def test_a_pin_that_the_board_has_not(told):
    """ports/raspberrypi/boards/raspberry_pi_pico/pins.c; measured."""
    assert told("board.GP99", "board.GP29", "board.NEOPIXEL", setup="import board") == [
        "AttributeError: module 'board' has no attribute 'GP99'",
        "AttributeError: module 'board' has no attribute 'GP29'",
        "AttributeError: module 'board' has no attribute 'NEOPIXEL'",
    ]


def test_an_analog_input_on_a_digital_pin(told):
    """ports/raspberrypi/common-hal/analogio/AnalogIn.c, raise_ValueError_invalid_pin; measured."""
    assert told("analogio.AnalogIn(board.GP5)", setup="import analogio, board") == [
        "ValueError: Invalid pin"
    ]


def test_a_deinitialized_analog_input(told):
    """shared-bindings/analogio/AnalogIn.c, check_for_deinit."""
    setup = "import analogio, board\nwith analogio.AnalogIn(board.GP26) as pin: pin.value"
    assert told("pin.value", "pin.deinit()", setup=setup) == [DEAD, "fine"]


def test_an_analog_output(told):
    """ports/raspberrypi/common-hal/analogio/AnalogOut.c: the chip has none."""
    assert told("analogio.AnalogOut(board.GP26)", setup="import analogio, board") == [
        "NotImplementedError: AnalogOut"
    ]


@pytest.mark.parametrize("pin", ["GP16", "GP0", "GP1"])
def test_a_slice_whose_frequency_varies_is_not_shared(told, pin):
    """ports/raspberrypi/common-hal/pwmio/PWMOut.c, pwmout_allocate; measured."""
    statement = f"pwmio.PWMOut(board.{pin}, frequency=440)"
    assert told(statement, setup=PWM) == ["RuntimeError: Internal resource(s) in use"]


def test_a_fixed_slice_is_shared_at_one_frequency_only(told):
    """ports/raspberrypi/common-hal/pwmio/PWMOut.c, pwmout_allocate."""
    statements = (
        "pwmio.PWMOut(board.GP3, frequency=501)",
        "pwmio.PWMOut(board.GP3, frequency=500, variable_frequency=True)",
        "pwmio.PWMOut(board.GP3, frequency=500)",
    )
    busy = "RuntimeError: Internal resource(s) in use"
    assert told(*statements, setup=PWM) == [busy, busy, "fine"]


def test_a_slice_is_free_again_after_deinit(told):
    """ports/raspberrypi/common-hal/pwmio/PWMOut.c, pwmout_free."""
    assert told("pwm.deinit(); pwmio.PWMOut(board.GP16, frequency=500)", setup=PWM) == ["fine"]


def test_pwm_frequencies_beyond_the_clock(told):
    """ports/raspberrypi/common-hal/pwmio/PWMOut.c: 1 Hz to 62.5 MHz; measured."""
    statements = [f"pwm.frequency = {hz}" for hz in (0, 62_500_001, 1, 62_500_000)]
    bad = "ValueError: Invalid frequency"
    assert told(*statements, setup=PWM) == [bad, bad, "fine", "fine"]


def test_the_frequency_of_a_fixed_pwm(told):
    """shared-bindings/pwmio/PWMOut.c, pwmio_pwmout_obj_set_frequency; measured."""
    assert told("fixed.frequency = 880", setup=PWM) == [
        "AttributeError: Invalid variable_frequency"
    ]


def test_duty_cycles_beyond_sixteen_bits(told):
    """shared-bindings/pwmio/PWMOut.c, pwmio_pwmout_obj_set_duty_cycle; measured."""
    statements = [f"pwm.duty_cycle = {duty}" for duty in (-1, 65_536, 0, 65_535)]
    bad = "ValueError: duty_cycle must be 0-65535"
    assert told(*statements, setup=PWM) == [bad, bad, "fine", "fine"]


def test_pwm_takes_whole_numbers_only(told):
    """py/obj.c, mp_obj_get_int: a float is no int."""
    assert (
        told("pwm.frequency = 440.0", "pwm.duty_cycle = 0.5", setup=PWM)
        == ["TypeError: can't convert float to int"] * 2
    )


def test_a_deinitialized_pwm(told):
    """shared-bindings/pwmio/PWMOut.c, check_for_deinit."""
    statements = ("pwm.frequency", "pwm.duty_cycle = 0", "pwm.deinit()")
    assert told(*statements, setup=PWM + "\npwm.deinit()") == [DEAD, DEAD, "fine"]


@pytest.mark.parametrize(
    ("asked", "reported", "sounded"),
    [
        (7, 7, 7.45),
        (100, 100, 100.06),
        (440, 442, 442.29),
        (784, 782, 782.51),
        (1500, 1526, 1525.9),
        (2000, 2000, 2000.0),
        (2637, 2637, 2637.02),
        (3000, 3000, 3000.05),
    ],
)
def test_pwm_sounds_what_its_registers_can(start, asked, reported, sounded):
    """ports/raspberrypi/common-hal/pwmio/PWMOut.c, ..._set_frequency; measured."""
    box = start(f"{PWM}\npwm.frequency = {asked}\npwm.duty_cycle = 32768\nprint(pwm.frequency)")
    assert box.console == f"{reported}\n"
    assert box.tone == pytest.approx(sounded, abs=0.006)


def test_the_usb_ports_are_chosen_in_boot_only(told):
    """shared-module/usb_cdc/__init__.c, common_hal_usb_cdc_enable: not once connected; measured."""
    statements = ("usb_cdc.enable(data=True)", "usb_cdc.disable()")
    assert (
        told(*statements, setup="import usb_cdc")
        == ["RuntimeError: Cannot change USB devices now"] * 2
    )


def test_there_is_no_data_port_unless_boot_opened_it(start):
    """shared-module/usb_cdc/__init__.c, usb_cdc_set_defaults: the console alone; measured."""
    assert start("import usb_cdc; print(usb_cdc.data)").console == "None\n"


def test_a_write_that_nobody_reads_blocks(start):
    """shared-module/usb_cdc/Serial.c: write_timeout None waits for ever; measured."""
    box = start(DATA + "\nport.write(b'x' * 321)", {"boot": OPEN_DATA}, host="stalled")
    with pytest.raises(FirmwareHangs, match="write"):
        box.wait(1000)


def test_a_write_without_a_timeout_takes_what_fits(start):
    """shared-module/usb_cdc/Serial.c and TinyUSB's buffers: 64 + 256 bytes; measured."""
    code = DATA + "\nport.write_timeout = 0\nfor i in range(5): print(port.write(b'x' * 100))"
    box = start(code, {"boot": OPEN_DATA}, host="stalled")
    assert box.console.split() == ["100", "100", "100", "20", "0"]
    assert box.host.received == b""
    box.host.read()
    assert box.host.received == b"x" * 320


def test_a_write_waits_as_long_as_its_timeout(start):
    """shared-module/usb_cdc/Serial.c: at a positive timeout, what fitted until then."""
    code = DATA + "\nport.write_timeout = 0.5\nprint(port.write(b'x' * 400))"
    box = start(code, {"boot": OPEN_DATA}, host="stalled")
    box.wait(490)
    assert box.console == ""
    box.wait(20)
    assert box.console == "320\n"


def test_bytes_written_while_the_port_is_closed_are_stale_to_the_next_reader(start):
    """TinyUSB, tx_overwritabe_if_not_connected: the first packet and the last buffer; measured."""
    code = DATA + "\nfor c in 'abcdef': print(port.write(c * 100))"
    box = start(code, {"boot": OPEN_DATA}, host="absent")
    assert box.console.split() == ["100"] * 6
    box.host.read()
    stale = b"".join(c * 100 for c in (b"a", b"b", b"c", b"d", b"e", b"f"))
    assert box.host.received == stale[:64] + stale[-256:]


def test_a_read_without_a_timeout_blocks(start):
    """shared-module/usb_cdc/Serial.c: timeout None waits for ever."""
    box = start(DATA + "\nport.read(1)", {"boot": OPEN_DATA})
    with pytest.raises(FirmwareHangs, match="read"):
        box.wait(1000)


def test_no_firmware_can_catch_a_hang(start):
    """A handler for everything must not turn a box that hangs into one that passes its tests."""
    code = DATA + "\ntry:\n    port.read(1)\nexcept BaseException:\n    print('caught')"
    box = start(code, {"boot": OPEN_DATA})
    with pytest.raises(FirmwareHangs):
        box.wait(1000)
    assert box.console == ""


def test_a_loop_that_waits_without_sleeping(start):
    """Simulated time moves in time.sleep alone, so such a loop would never end."""
    box = start(
        "import supervisor\nt = supervisor.ticks_ms()\nwhile supervisor.ticks_ms() == t: pass"
    )
    with pytest.raises(FirmwareHangs, match=r"time\.sleep"):
        box.wait(1000)


def test_a_negative_sleep(told):
    """shared-bindings/time/__init__.c, time_sleep; measured."""
    assert told("time.sleep(-1)", setup="import time") == ["ValueError: seconds must be >= 0"]


def test_the_drive_is_read_only_to_code(told):
    """extmod/vfs_fat_file.c: EROFS while the computer may write; measured."""
    statements = ("open('/x', 'w')", "open('/code.py', 'a')", "os.remove('/code.py')")
    assert told(*statements, setup="import os") == ["OSError: 30"] * 3


def test_a_file_that_is_not_there(told):
    """extmod/vfs_fat_file.c: ENOENT; measured."""
    assert told("open('/nope.txt')") == ["FileNotFoundError: [Errno 2] /nope.txt"]


def test_nothing_outside_the_drive_is_there(told):
    """extmod/vfs.c: the drive's root is the root of all."""
    assert told("open('/../../../etc/passwd')")[0].startswith("FileNotFoundError")


MISSING = """
    dataclasses enum typing functools itertools contextlib copy datetime types string abc asyncio
    __future__ pathlib subprocess no.such
"""


@pytest.mark.parametrize("module", MISSING.split())
def test_a_module_that_the_board_has_not(told, module):
    """py/builtinimport.c; what is there: help("modules") of the images."""
    named = module.partition(".")[0]
    assert told(f"import {module}") == [f"ImportError: no module named '{named}'"]


@pytest.mark.parametrize("name", ["FileNotFoundError", "breakpoint", "exit", "vars", "format"])
def test_a_builtin_that_the_board_has_not(told, name):
    """py/modbuiltins.c; the list: dir(builtins) of the images; measured."""
    assert told(name) == [f"NameError: name '{name}' is not defined"]


def test_next_has_no_default(told):
    """py/modbuiltins.c, mp_builtin_next as CircuitPython builds it; measured."""
    assert told("next(iter([]), None)")[0].startswith("TypeError")


def test_the_drive_is_neither_hidden_nor_remounted_once_usb_is_there(told):
    """shared-module/storage/__init__.c; measured."""
    statements = ("storage.disable_usb_drive()", "storage.remount('/', False)")
    assert told(*statements, setup="import storage") == [
        "RuntimeError: Cannot change USB devices now",
        "RuntimeError: Cannot remount path when visible via USB.",
    ]


def test_a_remount_in_boot_is_not_simulated(start):
    """Our own limit: nothing of the simulated drive is ever written."""
    box = start("", {"boot": "import storage\nstorage.remount('/', False)"})
    with pytest.raises(SimulationError, match="read-only"):
        box.wait(1)


def test_an_output_against_a_closed_contact(start):
    """Electricity: RP2040 datasheet 5.5.3.5, no pin survives being shorted for long."""
    box = start(OUTPUT + "\npin.value = True")
    with pytest.raises(ShortCircuit, match="GP2 has two drivers"):
        box.hold("red", 0b1000000)


def test_an_output_onto_a_contact_that_is_closed_already(start):
    """Electricity; the firmware cannot catch it."""
    code = """
        import time
        time.sleep(0.1)
        try:
            pin.switch_to_output(True)
        except BaseException:
            print('caught')
    """
    box = start(PIN + textwrap.dedent(code))
    box.hold("red", 0b1000000)
    with pytest.raises(ShortCircuit, match="GP2"):
        box.wait(200)


def test_an_open_drain_output_may_share_a_net_with_a_contact(start):
    """Electricity: both only ever pull to ground."""
    code = (
        OUTPUT + "\npin.drive_mode = digitalio.DriveMode.OPEN_DRAIN\npin.value = True\nprint('up')"
    )
    box = start(code)
    box.hold("red", 0b1000000)
    box.wait(100)
    assert box.console == "up\n"


def test_a_program_that_ends(write):
    """main.c: "Code done running", and a box that nobody restarts."""
    with Box(write("print('done')")) as box:
        with pytest.raises(FirmwareStopped, match="it ran to its end"):
            box.wait(10)
        box.wait(10)
