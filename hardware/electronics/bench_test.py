"""Test of a carrier board or stripboard: copy as ``code.py`` beside the firmware's ``lib`` folder.

It sounds a scale, lights each pixel, then prints contacts and button whenever they change, and the
supply every few seconds. The button held for two seconds lets the power go. It shows piece codes,
so it is for the bench and never for play.
"""

import time

import analogio
import board
import digitalio
import neopixel

from arbiter.hw import pinout
from arbiter.hw.buzzer import Buzzer
from arbiter.hw.contacts import Contacts

_SCALE_HZ = (509, 763, 1017, 1272, 1526, 2034)
_COLOURS = (("red", (40, 0, 0)), ("green", (0, 40, 0)), ("blue", (0, 0, 40)))
_PIXELS = 8
_LOOP_S, _SUPPLY_LOOPS, _OFF_LOOPS = 0.05, 100, 40


def scale(buzzer):
    for hz in _SCALE_HZ:
        buzzer.sound(hz)
        time.sleep(0.2)
    buzzer.sound(0)


def colours(chain):
    for name, colour in _COLOURS:
        print("pixels 1 to 8, one by one:", name)
        for i in range(_PIXELS):
            chain.fill(0)
            chain[i] = colour
            chain.show()
            time.sleep(0.15)
    chain.fill(0)
    chain.show()


def bits(contacts):
    """Contacts as text, contact 1 first, 1 for closed."""
    return "".join(["1" if contacts.sample() >> i & 1 else "0" for i in range(6, -1, -1)])


def watch(red, blue, button, supply):
    """Print what changes until the button has been down for two seconds."""
    shown, down, loops = None, 0, 0
    while down < _OFF_LOOPS:
        pressed = button.sample()
        down = down + 1 if pressed else 0
        state = "down" if pressed else "up"
        line = f"red {bits(red)}  blue {bits(blue)}  button {state}"
        if line != shown:
            print(line)
            shown = line
        if loops % _SUPPLY_LOOPS == 0:
            # A third of VSYS, against 3.3 V (Raspberry Pi Pico datasheet, section 4.4).
            print(f"VSYS {supply.value / 65535 * 3.3 * 3:.2f} V")
        loops += 1
        time.sleep(_LOOP_S)


def main():
    chain = neopixel.NeoPixel(pinout.pin(pinout.PIXELS), _PIXELS, auto_write=False)
    scale(Buzzer(pinout.pin(pinout.BUZZER), "high"))
    colours(chain)
    button = Contacts((pinout.BUTTON,))
    supply = analogio.AnalogIn(board.VOLTAGE_MONITOR)
    watch(Contacts(pinout.RED), Contacts(pinout.BLUE), button, supply)
    print("power goes; on USB only the pixels' supply does")
    hold = digitalio.DigitalInOut(pinout.pin(pinout.HOLD))
    hold.switch_to_output(False)
    while True:
        time.sleep(1)


main()
