"""Runs where the board has MicroPython, which looks for main.py and not for code.py: says so.

CircuitPython prefers code.py and never comes here.
"""

import time

from machine import Pin

light = Pin("LED", Pin.OUT)
while True:
    print("the arbiter needs CircuitPython 9 or 10, and this is MicroPython: flash CircuitPython")
    for _ in range(7):
        light.value(1)
        time.sleep(0.25)
        light.value(0)
        time.sleep(0.25)
    time.sleep(1.5)
