"""Sealed, real CircuitPython shows a computer the data port and nothing else."""

import pytest

CDC, HID, DRIVE, CDC_DATA, AUDIO = 2, 3, 8, 10, 1
SEALED = {"settings.toml": "SEALED = 1\n"}


def run(image, **options):
    from arbiter_sim.emulated.play import Run

    board = Run(image, **options)
    board.wait(1_000)
    return board


def classes(board):
    """The USB classes of what the board shows."""
    from arbiter_sim.emulated.bus import interface_classes

    return sorted(interface_classes(board.board.bus.descriptors))


def test_as_flashed_both_ports_and_the_drive_are_there(image):
    assert classes(run(image)) == [CDC, CDC, DRIVE, CDC_DATA, CDC_DATA]


def test_sealed_only_the_data_port_is_and_no_ctrl_c_ends_the_program(image):
    board = run(image, replaced=SEALED)
    assert classes(board) == [CDC, CDC_DATA]
    board.insert("red", "colonel")
    board.insert("blue", "flag")
    board.wait(500)
    board.host.send(b"\x03\x04\x03\r\n")
    board.wait(4_000)
    assert b'"class": "red-captures"' in board.log.usb()
    assert board.log.text() == ""


@pytest.mark.parametrize("broken", [None, "code.py"])
def test_the_button_held_at_power_up_opens_it(image, broken):
    replaced = SEALED | (
        {
            broken: "import neopixel_write, board, digitalio, time\n"
            "pin = digitalio.DigitalInOut(board.GP16)\npin.switch_to_output()\n"
            "neopixel_write.neopixel_write(pin, bytes(24))\n1 / 0\n"
        }
        if broken
        else {}
    )
    board = run(image, replaced=replaced, button=True)
    assert classes(board) == [CDC, CDC, DRIVE, CDC_DATA, CDC_DATA]
