"""What service mode answers, a line each; runs on CPython and on a small MicroPython alike.

Usage: service.py LIBRARY SETTINGS_FILE
"""

import gc
import json
import sys

sys.path.insert(0, sys.argv[1])

from arbiter import pieces, resistors, settings, store
from arbiter.service.desk import Desk
from arbiter.service.kept import Kept

NVM = bytearray(b"\xff" * store.SIZE)
RED_UID, BLUE_UID = "04a1b2c3d4e5f6", "04ffeeddccbbaa"
ODD = (
    b'{"ask": "set", "key": "SETTLE_MS"}',
    b'{"ask": "set", "key": ["SETTLE_MS"], "value": 1}',
    b'{"ask": "set", "key": "SETTLE_MS", "value": 90.0}',
    b'{"ask": "set", "key": "SETTLE_MS", "value": true}',
    b'{"ask": "set", "key": "VOLUME", "value": {"a": [1]}}',
    b'{"ask": "set", "key": "SEALED", "value": 1}',
    b'{"ask": "measure", "slot": "green", "piece": "Flag"}',
    b'{"ask": "measure", "slot": "red", "piece": "flag"}',
    b'{"ask": "forget", "tag": 4}',
    b'{"ask": "tags", "from": -1}',
    b'{"ask": "live", "on": 1}',
    b'{"ask": "selftest", "part": "all"}',
    b'{"ask": "reset-factory", "word": "please"}',
    b'{"ask": "open"}',
)


class Part:
    """A port, lamps and a buzzer in one; and the driver and reader of a slot."""

    connected = True
    dropped = 0
    volume = "off"
    idle = True
    thresholds = resistors.THRESHOLDS

    def __init__(self, uid=""):
        self.to_box = b""
        self.level = 4095
        self.bits = 0
        self.uid = uid
        self.driver = self

    def read(self, now=None):
        if now is not None:
            return pieces.UNSEATED
        got, self.to_box = self.to_box, b""
        return got

    def send(self, line):
        print(line.decode().strip())

    def clear(self):
        pass

    def pump(self):
        pass

    def show(self, frame):
        pass

    def sound(self, hz):
        pass


class Contacts(Part):
    def sample(self):
        return self.bits


class Divider(Part):
    def sample(self):
        return self.level, 3

    def judge(self, median, spread):  # noqa: ARG002 - steady here
        return resistors.contents(median, self.thresholds)


def desk(name, readers, nvm):
    filed, _ = settings.parse("")
    port = Part()
    return port, Desk(filed, name, readers, Kept(nvm), Part(), Part(), port, None)


def talk(port, box, now, line):
    port.to_box = line + b"\n"
    box.step(now)


def ask(port, box, now, *fields):
    pairs = [json.dumps(key) + ": " + json.dumps(value) for key, value in fields]
    talk(port, box, now, ("{" + ", ".join(pairs) + "}").encode())


def show_contacts(nvm):
    readers = Contacts(), Contacts()
    port, box = desk("contacts", readers, nvm)
    ask(port, box, 0, ("ask", "live"), ("on", True))
    for bits in range(128):
        readers[0].bits, readers[1].bits = bits, 127 - bits
        box.step(200 * bits + 200)
    for part in ("contacts", "sound"):
        ask(port, box, 30_000, ("ask", "selftest"), ("part", part))
    for setting in settings.SETTINGS:
        for value in setting.allowed:
            ask(port, box, 30_000, ("ask", "set"), ("key", setting.key), ("value", value))
        ask(port, box, 30_000, ("ask", "setting"), ("key", setting.key))
    for line in ODD:
        talk(port, box, 30_000, line)


def show_calibration(nvm):
    readers = Divider(), Divider()
    port, box = desk("resistors", readers, nvm)
    ask(port, box, 0, ("ask", "calibrate"), ("slot", "red"))
    for kind in pieces.KINDS:
        low, high = resistors.THRESHOLDS[kind - 1], resistors.THRESHOLDS[kind]
        readers[0].level = (low + high) // 2 + kind % 3
        ask(port, box, 0, ("ask", "measure"), ("slot", "red"), ("piece", pieces.name(kind)))
        ask(port, box, 0, ("ask", "measure"), ("slot", "red"), ("piece", "Flag"))
    ask(port, box, 0, ("ask", "measured"), ("slot", "red"))
    ask(port, box, 0, ("ask", "calibrate"), ("slot", "red"))


def show_registry(nvm):
    readers = Part(RED_UID), Part(BLUE_UID)
    port, box = desk("nfc", readers, nvm)
    register = (("ask", "register"), ("slot", "red"), ("piece", "Flag"))
    for now in (10, 200, 400, 600):
        ask(port, box, now, *register)
    readers[1].uid = RED_UID
    for now in (1000, 2000):
        ask(port, box, now, ("ask", "register"), ("slot", "blue"), ("piece", "Flag"))
    ask(port, box, 3000, ("ask", "tags"))
    ask(port, box, 3000, ("ask", "forget"), ("tag", RED_UID))


def show_store():
    for show in (show_contacts, show_calibration, show_registry):
        show(NVM)
        gc.collect()
        print(store.load(NVM)[1], [place for place in range(64) if NVM[place] != 0xFF])
    for place in range(64, store.SIZE, 16):
        NVM[place] ^= 1
        print(place, store.load(NVM)[1])


show_store()
