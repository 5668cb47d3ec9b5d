"""Converter, divider, I2C bus and PN532: what the simulated parts do and what they refuse.

Sources are files of CircuitPython 10 (github.com/adafruit/circuitpython) where none other is named.
"""

import random
from collections import Counter

import pytest

from arbiter.hw import pinout
from arbiter_sim import Box, converter
from arbiter_sim.hands import registry
from arbiter_sim.nfc import frames
from arbiter_sim.nfc.field import Field, Neighbour, Tag
from arbiter_sim.nfc.pn532 import PN532
from arbiter_sim.piece import RESISTORS, Piece, uid
from arbiter_sim.world import World

BUS = "import board, busio\nbus = busio.I2C(board.GP21, board.GP20)"
LOCKED = BUS + "\nbus.try_lock()"
PN532_ADDRESS = 0x24


class Unmoved(random.Random):
    """Noise that is none."""

    def gauss(self, mu=0.0, sigma=1.0):
        return mu + 0 * sigma


@pytest.fixture
def told_in_time(start):
    """As `told`, for statements that take their time: each must hold."""

    def told_in_time(*statements, setup):
        box = start("\n".join([setup, *statements, "print('all well')"]))
        box.wait(3000)
        return box.console

    return told_in_time


# The bus.


def test_pins_of_one_block_make_a_bus_and_others_do_not(told):
    """ports/raspberrypi/common-hal/busio/I2C.c, common_hal_busio_i2c_construct."""
    statements = (
        "busio.I2C(board.GP19, board.GP22)",
        "busio.I2C(board.GP20, board.GP21)",
        "busio.I2C(board.GP19, board.GP20)",
        "busio.I2C(board.GP5, board.GP4)",
    )
    assert told(*statements, setup="import board, busio") == [
        "fine",
        "ValueError: Invalid pins",
        "ValueError: Invalid pins",
        "RuntimeError: No pull up found on SDA or SCL; check your wiring",
    ]


def test_a_block_has_one_bus_until_it_is_given_back(told):
    """ports/raspberrypi/common-hal/busio/I2C.c: the peripheral is enabled while it is in use."""
    again = "busio.I2C(board.GP21, board.GP20)"
    statements = (again, f"bus.deinit(); {again}", "bus.try_lock()")
    assert told(*statements, setup=BUS) == [
        "ValueError: I2C peripheral in use",
        "fine",
        "ValueError: Object has been deinitialized and can no longer be used. Create a new object.",
    ]


def test_pins_in_use_and_a_bus_that_is_too_fast(told):
    """shared-bindings/microcontroller/Pin.c; ports/raspberrypi/common-hal/busio/I2C.c."""
    setup = "import board, busio, digitalio\npin = digitalio.DigitalInOut(board.GP20)"
    statements = (
        "busio.I2C(board.GP21, board.GP20)",
        "busio.I2C(board.GP19, board.GP22, frequency=1000001)",
    )
    in_use, too_fast = told(*statements, setup=setup)
    assert in_use == "ValueError: GP20 in use"
    assert too_fast.startswith("ValueError")


def test_a_bus_must_be_locked_to_be_used(told):
    """shared-bindings/busio/I2C.c, check_lock."""
    statements = ("bus.scan()", "bus.writeto(36, b'')", "bus.readfrom_into(36, bytearray(1))")
    assert told(*statements, setup=BUS) == ["RuntimeError: Function requires lock"] * 3


def test_only_the_pn532_answers(told_in_time):
    """An address that nobody acknowledges is OSError(ENODEV), shared-bindings/busio/I2C.c."""
    statements = (
        f"assert bus.scan() == [{PN532_ADDRESS}]",
        "bus.writeto(36, b'')",
        "assert not bus.try_lock()",
        "try: bus.writeto(37, b'')",
        "except OSError as error: print(error.errno)",
        "try: bus.readfrom_into(37, bytearray(1))",
        "except OSError as error: print(error.errno)",
    )
    assert told_in_time(*statements, setup=LOCKED) == "19\n19\nall well\n"


def test_bytes_take_their_time_on_the_wire(told_in_time):
    """Nine bits a byte, the address included: 10 bytes at 100 kHz are a millisecond."""
    statements = (
        "before = time.monotonic_ns()",
        "bus.readfrom_into(36, bytearray(9))",
        "assert time.monotonic_ns() - before == 900_000",
    )
    assert told_in_time(*statements, setup=LOCKED + "\nimport time") == "all well\n"


# Adafruit's library on it.


def test_the_librarys_own_calls_work(told_in_time):
    """As in its documentation, blocking reads included."""
    setup = BUS + "\nfrom adafruit_pn532.i2c import PN532_I2C\nchip = PN532_I2C(bus)"
    statements = (
        "assert chip.firmware_version == (0x32, 1, 6, 7)",
        "chip.SAM_configuration()",
        "assert chip.read_passive_target(timeout=0.2) is None",
    )
    assert told_in_time(*statements, setup=setup) == "all well\n"


# The chip.


@pytest.fixture
def chip():
    world = World()
    return PN532("red", world, Field())


def command(number, *parameters):
    data = bytes([0xD4, number, *parameters])
    head = bytes([0, 0, 0xFF, len(data), -len(data) & 0xFF])
    return head + data + bytes([-sum(data) & 0xFF, 0])


def answers(chip, frame, within_us=100_000):
    """The frames that the chip gives for one."""
    world = chip._world
    chip.write(frame)
    given = []
    for _ in range(within_us // 1000):
        world.now += 1000
        while world.next_us <= world.now:
            world.happen()
        if chip.read(1) == b"\x01":
            given.append(chip.read(64)[1:])
    return given


def test_a_command_is_acknowledged_and_answered(chip):
    acknowledgment, answer = answers(chip, command(0x02))
    assert acknowledgment.startswith(frames.ACK)
    assert answer.startswith(bytes.fromhex("0000ff06fad50332010607e800"))


@pytest.mark.parametrize("damage", range(11))
def test_a_damaged_frame_is_not_acknowledged(chip, damage):
    frame = bytearray(command(0x14, 1, 20, 1))
    frame[damage] ^= 0x10
    if damage != 0:  # a preamble may be anything
        assert answers(chip, bytes(frame)) == []


def test_an_unknown_command_is_a_syntax_error(chip):
    assert answers(chip, command(0x99))[1].startswith(frames.SYNTAX_ERROR)


def test_an_acknowledgment_from_the_host_ends_a_search(chip):
    answers(chip, command(0x4A, 1, 0), within_us=20_000)
    assert answers(chip, frames.ACK) == []
    assert answers(chip, command(0x02))[1].startswith(b"\0\0\xff\x06")


def test_a_search_finds_a_tag_that_comes_later_if_it_may_last(chip):
    chip.missing = 0
    assert len(answers(chip, command(0x4A, 1, 0))) == 1
    chip.field.tags = [Tag(uid("red 1"))]
    world = chip._world
    while chip.read(1) != b"\x01":
        world.happen()
    assert uid("red 1") in chip.read(64)


def test_in_a_field_that_stays_on_every_second_search_misses_the_tag(chip):
    chip.missing = 0
    answers(chip, command(0x32, 0x05, 0xFF, 1, 0))
    chip.field.tags = [Tag(uid("red 1"))]
    found = [answers(chip, command(0x4A, 1, 0))[1][7] for _ in range(6)]
    assert found == [1, 0, 1, 0, 1, 0]
    answers(chip, command(0x32, 0x01, 0))
    found = []
    for _ in range(4):
        found.append(answers(chip, command(0x4A, 1, 0))[1][7])
        answers(chip, command(0x32, 0x01, 0))
    assert found == [1, 1, 1, 1]


def test_reset_ends_everything_and_the_chip_takes_a_while_to_boot(chip):
    chip.field.tags = [Tag(uid("red 1"))]
    chip.write(command(0x4A, 1, 0))
    assert chip.field_on
    chip.hold(0)
    assert not chip.field_on
    assert chip.read(1) is None
    chip.hold(1)
    assert chip.read(1) is None
    chip._world.now += 2000
    assert chip.read(1) == b"\0"


def test_faults(chip):
    chip.fail("absent")
    assert (chip.write(b""), chip.read(1)) == (False, None)
    chip.fail("mute")
    assert answers(chip, command(0x02)) == []
    chip.fail("hung", lasting=False)
    assert len(answers(chip, command(0x02))) == 1
    chip.hold(0)
    chip.hold(1)
    chip._world.now += 2000
    assert len(answers(chip, command(0x02))) == 2
    with pytest.raises(ValueError, match="absent, mute, hung"):
        chip.fail("tired")


def test_a_neighbours_tag_is_heard_as_often_as_said():
    far, near = Field(), Field()
    far.tags = [Tag(b"1234567")]
    near.neighbour = Neighbour(far, 0.3)
    chance = random.Random(1)
    heard = 0
    for _ in range(1000):
        heard += len(near.call(chance))
        near.lose_power()
    assert 250 < heard < 350


# The converter.


def test_a_quiet_converter_has_four_wide_codes():
    counts = Counter(
        converter.code(step / 65536, Unmoved()) for step in range(65536)
    )  # sixteen steps an ideal code
    assert sorted(counts) == list(range(4096))
    wide = {code for code, count in counts.items() if count > 20}
    assert wide == {512, 1536, 2560, 3584}
    assert all(counts[code] == pytest.approx(9 * 16, abs=2) for code in wide)


@pytest.mark.parametrize("kind", range(1, 16))
def test_a_piece_divides_the_reference_as_ohm_says(kind):
    ohms = RESISTORS[kind - 1]
    with Box() as box:
        slot = box._slot("red")
        open_slot = slot.load.share()
        box.insert("red", kind, over_ms=0)
        box.wait(20)
        assert slot.load.share() == pytest.approx(ohms / (ohms + 2200), rel=0.4)
        box.lift("red")
        box.wait(20)
        assert slot.load.share() == open_slot > 0.975
        box.short("red", 1)
        assert slot.load.share() == 0


def test_the_adc_pin_reads_the_slots_level(told):
    statement = "assert adc.value >> 4 > 3980"
    setup = f"import analogio, board\nadc = analogio.AnalogIn(board.GP{pinout.RESISTORS[0]})"
    assert told(statement, setup=setup) == ["fine"]


# Pieces.


def test_all_pieces_differ_in_resistor_and_tag():
    assert list(RESISTORS) == sorted(set(RESISTORS))
    uids = [bytes.fromhex(known) for known in registry()]
    assert all(len(known) == 7 and known[0] == 4 for known in uids)
    assert Piece(0b0010110).uid == b""
