"""What the pure modules answer, a line each; runs on CPython and on a small MicroPython alike.

Usage: answers.py LIBRARY SETTINGS_FILE
"""

import sys

sys.path.insert(0, sys.argv[1])

from arbiter import codes, cues, pieces, protocol, rules, settings, ticks

BAD_SETTINGS = (
    "SETTLE_MS = 19\nSETTLE_MS = 60\nCOLOUR = 1\n?\n= 1\nVOLUME = low\n[table]",
    'SETTLE_MS = 060\nPIXEL_MA = 6\u00b2\nPIXEL_MA = \u0666\nREADER = "nfc"\nDELIBERATION_MS = 1e3',
    "SETTLE_MS\u00a0= 70\n\u2028VOLUME = 1\nPIXEL_MA = 70\u0085\n\ufeffREADER = 1",
    'VOLUME = "high\nPIXEL_ORDER = "BGR"\r\nPIXEL_MA = 99999999999\r\nSETTLE_MS = -60',
    'CIRCUITPY_X = ?\nVOLUME = "low" # a\nSETTLE_MS = +90#b\r\n\tPIXEL_MA=20',
)

REQUESTS = (
    b'{"ask": "hello", "id": 7}',
    b' {"id":536870911,"ask":"state"}\r',
    b'{"ask": "counters"}',
    b'{"ask": "counters", "id": null}',
    b'{"ask": "hello", "id": 536870912}',
    b'{"ask": "hello", "id": -1}',
    b'{"ask": "hello", "id": 7.0}',
    b'{"ask": "hello", "id": "7"}',
    b'{"ask": "hello", "id": true}',
    b'{"ask": "hello", "id": ' + b"9" * 60 + b"}",
    b'{"ask": ["hello"]}',
    b'{"ask": {"hello": 1}}',
    b'{"ask": "verdict"}',
    b"{}",
    b"[]",
    b"null",
    b"12",
    b'"hello"',
    b"",
    b"AT+GCAP",
    b"hello",
    b"[" * 96,
    b'{"a":' * 19,
    b"{[1]: 2}",
    b'{"ask": "hello"',
    b'{"ask": "hello"} x',
    b'"\xff"',
    b"\xff\xfe\x00",
    b"\x00" * 96,
    b'"\\ud800"',
    b'"\\u12"',
    b"-",
    b"1e",
)


def refusal(function, *arguments):
    """The answer, or the ValueError's text."""
    try:
        return function(*arguments)
    except ValueError as error:
        return "ValueError: " + str(error)


def show_rules():
    for red in range(-2, 18):
        for blue in range(-2, 18):
            verdict = refusal(rules.verdict, red, blue)
            print("verdict", red, blue, *(verdict if isinstance(verdict, tuple) else [verdict]))
    for cls in rules.CLASSES:
        print("captures", cls, rules.captures(cls))
    for kind in range(-1, 17):
        print("piece", kind, refusal(pieces.name, kind), refusal(codes.word, kind))


def show_readings():
    for reading in range(128):
        print("decode", reading, codes.decode(reading))
    for earlier in (0, 1, 60, 1 << 28, (1 << 29) - 1):
        for ms in (0, 1, 60, (1 << 28) - 1, -(1 << 28)):
            later = ticks.add(earlier, ms)
            print("ticks", earlier, ms, later, ticks.diff(later, earlier))


def show_timeline(name, timeline):
    loop, steps = timeline
    for value, ms in steps:
        print(name, loop, list(value) if isinstance(value, bytes) else value, ms)


def show_cues():
    for name in ("DARK", "RUNNER", "VOID", "SILENCE", "CLICK", "COMPLAINT", "DELIBERATION"):
        show_timeline(name, getattr(cues, name))
    show_timeline("ABORTED", cues.ABORTED)
    show_timeline("TAPS", cues.TAPS)
    for cls in rules.CLASSES:
        for part in ("verdict", "victory", "spent", "dimmed", "tone"):
            show_timeline(part + " " + cls, getattr(cues, part)(cls))
    for red in ("empty", "seated", "unseated"):
        for blue in ("empty", "seated", "unseated"):
            show_timeline(red + " " + blue, cues.seats(red, blue))
    show_timeline("fault", cues.fault(3))
    print(cues.TAPS_MS, cues.TONE_MS, cues.PALETTE)


def show_settings():
    with open(sys.argv[2], encoding="utf-8") as file:
        show_file("shipped", file.read())
    for number, text in enumerate(BAD_SETTINGS):
        show_file(number, text)


def show_file(name, text):
    values, problems = settings.parse(text)
    for setting in settings.SETTINGS:
        print("settings", name, setting.key, repr(values[setting.key]))
    for problem in problems:
        print("settings", name, problem.encode())


def show_protocol():
    for line in REQUESTS:
        print("request", line, protocol.parse_request(line))
    print(protocol.event("verdict", (("class", "tie"), ("battle", 12))))
    print(protocol.reply("error", None, (("text", 'a "b" \\ \n'),)))
    print(protocol.request("hello", 7))


show_rules()
show_readings()
show_cues()
show_settings()
show_protocol()
