"""The wiring of the box, read from the firmware that uses it."""

from __future__ import annotations

from rich.table import Table

from arbiter.hw import pinout

# GPIO to the pin of the 40-pin Pico board: Raspberry Pi Pico datasheet, figure 2 (same on Pico 2).
_FIRST_23 = (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29)
_BOARD_PINS = dict(enumerate(_FIRST_23)) | {26: 31, 27: 32, 28: 34}


def as_dict() -> dict[str, object]:
    """GPIO numbers; of the contacts, contact 1 first: leftmost as the piece's owner sees it."""
    return {
        "red": list(pinout.RED),
        "blue": list(pinout.BLUE),
        "pixels": pinout.PIXELS,
        "buzzer": pinout.BUZZER,
        "button": pinout.BUTTON,
    }


def as_table() -> Table:
    table = Table("GPIO", "board pin", "goes to", title="Raspberry Pi Pico or Pico 2")
    for gpio, use in _uses():
        table.add_row(f"GP{gpio}", str(_BOARD_PINS[gpio]), use)
    return table


def lines() -> list[str]:
    """The table where there is no room for one."""
    return [f"GP{gpio}, board pin {_BOARD_PINS[gpio]}: {use}" for gpio, use in _uses()]


def summary() -> list[tuple[str, str]]:
    """(what, its GPIOs), for a page."""
    (red_sda, red_scl), (blue_sda, blue_scl) = pinout.NFC_BUSES
    red_reset, blue_reset = pinout.NFC_RESETS
    return [
        ("red contacts 1 to 7", f"GP{pinout.RED[0]} to GP{pinout.RED[-1]}"),
        ("blue contacts 1 to 7", f"GP{pinout.BLUE[0]} to GP{pinout.BLUE[-1]}"),
        ("NeoPixels, data in (3 red side, 2 victory, 3 blue side)", f"GP{pinout.PIXELS}"),
        ("passive buzzer", f"GP{pinout.BUZZER}"),
        ("button", f"GP{pinout.BUTTON}"),
        ("`resistors` instead of contacts: red, blue", "GP{}, GP{}".format(*pinout.RESISTORS)),
        ("`nfc`, red's PN532: SDA, SCL, reset", f"GP{red_sda}, GP{red_scl}, GP{red_reset}"),
        ("`nfc`, blue's PN532: SDA, SCL, reset", f"GP{blue_sda}, GP{blue_scl}, GP{blue_reset}"),
        ("hold line of a board that switches itself off", f"GP{pinout.HOLD}"),
    ]


def _uses() -> list[tuple[int, str]]:
    uses = []
    for slot, pins in (("red", pinout.RED), ("blue", pinout.BLUE)):
        uses += [
            (gpio, f"{slot} contact {number}, to ground") for number, gpio in enumerate(pins, 1)
        ]
    uses.append((pinout.PIXELS, "data in of the first of 8 NeoPixels"))
    uses.append((pinout.BUZZER, "passive piezo buzzer, to ground"))
    uses.append((pinout.BUTTON, "button, to ground"))
    uses.append((pinout.HOLD, "hold line of a board that switches itself off"))
    return uses + _other_readers()


def _other_readers() -> list[tuple[int, str]]:
    uses = []
    for place, slot in enumerate(("red", "blue")):
        sda, scl = pinout.NFC_BUSES[place]
        uses += [
            (pinout.RESISTORS[place], f"resistors: {slot} piece, 2.2 kOhm to ADC_VREF"),
            (sda, f"nfc: {slot} PN532, SDA"),
            (scl, f"nfc: {slot} PN532, SCL"),
            (pinout.NFC_RESETS[place], f"nfc: {slot} PN532, reset"),
        ]
    return uses
