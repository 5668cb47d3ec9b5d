"""The wiring of the box, read from the firmware that uses it."""

from __future__ import annotations

from rich.table import Table

from arbiter.hw import pinout

# GPIO to the pin of the 40-pin Pico board: Raspberry Pi Pico datasheet, figure 2 (same on Pico 2).
_BOARD_PINS = (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29)


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


def _uses() -> list[tuple[int, str]]:
    uses = []
    for slot, pins in (("red", pinout.RED), ("blue", pinout.BLUE)):
        uses += [
            (gpio, f"{slot} contact {number}, to ground") for number, gpio in enumerate(pins, 1)
        ]
    uses.append((pinout.PIXELS, "data in of the first of 8 NeoPixels"))
    uses.append((pinout.BUZZER, "passive piezo buzzer, to ground"))
    uses.append((pinout.BUTTON, "button, to ground"))
    return uses
