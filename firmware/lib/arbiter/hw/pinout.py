"""Which GPIO of the Pico or Pico 2 does what; the wiring follows from here.

The two slots take fourteen pins in a row. The buzzer stands alone on PWM slice 0: GP16 shares
that slice but drives the pixels by PIO. GP19 to GP22 and the ADC pins stay free.
"""

RED = (2, 3, 4, 5, 6, 7, 8)  # contact 1 first: leftmost as the piece's owner sees it
BLUE = (9, 10, 11, 12, 13, 14, 15)
PIXELS = 16
BUZZER = 17
BUTTON = 18


def pin(number: int):
    """The board's pin object for that GPIO."""
    import board  # here, so that the map can be read where there is no board

    return getattr(board, "GP%d" % number)
