"""A battle as all that the box's devices are told, a line each; runs on CPython and MicroPython.

A Private captures a Flag, across the tick counter's wrap, with a host that asks and babbles.
Usage: battle.py LIBRARY
"""

import sys

sys.path.insert(0, sys.argv[1])

from arbiter import codes, pieces, settings, ticks
from arbiter.app import App
from arbiter.readers import ContactReader


class Bench:
    """The box's devices, which say all that they are told; and the hands that use it."""

    idle = True
    connected = True
    dropped = 0
    volume = "high"
    hz = 0

    def __init__(self):
        self.now = ticks.PERIOD - 2000
        self.bits = 0
        self.to_box = b""

    def sample(self):
        return self.bits

    def show(self, frame):
        print("light", self.now, list(frame))

    def sound(self, hz):
        self.hz = hz
        print("sound", self.now, hz)

    def send(self, line):
        print("sent", self.now, line)

    def read(self):
        got, self.to_box = self.to_box, b""
        return got

    def pump(self):
        pass

    clear = pump


red, blue, button, bench = Bench(), Bench(), Bench(), Bench()
box = App(
    settings.parse("")[0],
    ContactReader(red),
    ContactReader(blue),
    button,
    bench,
    bench,
    bench,
    print,
    None,
    False,
    0,
)
private, flag = codes.word(pieces.PRIVATE), codes.word(pieces.FLAG)
start = bench.now
for ms, part, bits in (
    (500, red, private),
    (900, blue, flag),
    (7000, button, 1),
    (9000, red, 0),
    (9500, blue, 0),
    (10_000, button, 0),
):
    while ticks.diff(bench.now, start) < ms:
        bench.now = ticks.add(bench.now, box.step(bench.now))
    part.bits = bits
    bench.to_box = b'{"ask": "counters", "id": 1}\n{"ask": "state"}\n?\n'
