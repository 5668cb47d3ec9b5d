"""Which GPIO of the Pico or Pico 2 does what; the wiring follows from here.

The contacts of the two slots take fourteen pins in a row. The buzzer stands alone on PWM slice 0:
GP16 shares that slice but drives the pixels by PIO, GP0 and GP1 share it but are plain outputs.
"""

RED = (2, 3, 4, 5, 6, 7, 8)  # contact 1 first: leftmost as the piece's owner sees it
BLUE = (9, 10, 11, 12, 13, 14, 15)
PIXELS = 16
BUZZER = 17
BUTTON = 18
HOLD = 28  # high keeps the board's supply on; without such a circuit it is left open
VSYS = 29  # ADC3, a third of the supply, on the Pico itself: board.VOLTAGE_MONITOR

# The other two readers, red before blue.
RESISTORS = (26, 27)  # ADC0, ADC1: the piece's resistor to AGND, 2.2 kOhm to ADC_VREF
# Both PN532 answer to the address 0x24, so each has a bus of its own: I2C0 and I2C1 of the chip,
# which takes any SDA with any SCL of the same block. (SDA, SCL).
NFC_BUSES = ((20, 21), (22, 19))
NFC_RESETS = (0, 1)  # RSTPD_N, low resets; only for recovery, a module without it works too


def pin(number: int):
    """The board's pin object for that GPIO."""
    import board  # here, so that the map can be read where there is no board

    return getattr(board, "GP%d" % number)
