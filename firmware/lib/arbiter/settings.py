"""The settings of the box: one declared list, and a strict reader for ``settings.toml``.

CircuitPython's own ``os.getenv`` cannot list keys, so a misspelt one would pass in silence; here
the whole file is read and everything that is not understood is a problem with a line number.
"""

from collections import namedtuple

# allowed: (lowest, highest) for an int, the words themselves for a choice.
Setting = namedtuple("Setting", ("key", "allowed", "unit", "default", "meaning"))

SETTINGS = (
    Setting("READER", ("contacts", "resistors", "nfc"), "", "contacts", "how a piece is read"),
    Setting("SETTLE_MS", (20, 500), "ms", 60, "how long a reading must hold still to count"),
    Setting("DELIBERATION_MS", (1000, 10000), "ms", 3000, "from two seated pieces to the verdict"),
    Setting("VOLUME", ("off", "low", "high"), "", "high", "of the buzzer at power-up"),
    Setting("PIXEL_ORDER", ("GRB", "RGB", "GRBW", "RGBW"), "", "GRB", "colour order of the chain"),
    Setting("SEALED", (0, 1), "", 0, "1 hides drive and console from a computer"),
    Setting("LOW_SUPPLY_MV", (0, 5500), "mV", 0, "a supply below it is warned of; 0 is never"),
    Setting("OFF_AFTER_MIN", (0, 60), "min", 0, "a sleeping box goes off after; 0 is never"),
    Setting("PIXEL_MA", (20, 480), "mA", 100, "the most that the pixels may draw"),
)

# CircuitPython keeps settings of its own in the same file.
FOREIGN = "CIRCUITPY_"

# Named, because a PC's Python knows blanks and digits that neither the board nor TOML does.
_BLANKS = " \t\r"
_DIGITS = "0123456789"

_LONGEST_QUOTE = 24  # a problem must fit a line of the link, whatever stands in the file


def parse(text: str) -> tuple:
    """Read the text of a settings file: ``({key: value}, [problem, ...])``.

    Every declared key has a value: the file's where it is good, else the default. A file with
    problems must not be played by; the values are there for the lights that say so.
    """
    values = {setting.key: setting.default for setting in SETTINGS}
    problems = []
    seen: list = []
    for number, line in enumerate(text.split("\n"), 1):
        problem = _take(line.strip(_BLANKS), values, seen)
        if problem:
            problems.append("settings.toml line %d: %s" % (number, problem))
    return values, problems


def _take(line, values, seen):
    """Put one line's setting into ``values``; returns what is wrong with it, or None."""
    if not line or line[0] == "#":
        return None
    key, equals, text = line.partition("=")
    key = key.strip(_BLANKS)
    if not equals or not key:
        return "write KEY = value"
    if key.startswith(FOREIGN):
        return None
    if key in seen:
        return "%s stands twice: keep one" % key
    value = _value(text.strip(_BLANKS))
    problem = check(key, value)
    if key in values:
        seen.append(key)
    if not problem:
        values[key] = value
    return problem


def override(values: dict, changes: dict) -> list:
    """Put what was set on the device in place of the file's; returns what is wrong with it."""
    problems = []
    for key in changes:
        problem = check(key, changes[key])
        if problem:
            problems.append("set on the device: " + problem)
        else:
            values[key] = changes[key]
    return problems


def check(key: str, value) -> str | None:
    """What is wrong with a value for a key, or None."""
    setting = _declared(key)
    if setting is None:
        known = ", ".join([declared.key for declared in SETTINGS])
        return "unknown key %s: the keys are %s" % (key[:_LONGEST_QUOTE], known)
    if not _is_allowed(setting, value):
        return "%s must be %s" % (key, describe(setting))
    return None


def _declared(key):
    for setting in SETTINGS:
        if setting.key == key:
            return setting
    return None


def _value(text):
    """An int or a quoted string without escapes, with an optional comment; else None."""
    if text[:1] == '"':
        value, quote, rest = text[1:].partition('"')
        good = quote and "\\" not in value
    else:
        value, hash_mark, rest = text.partition("#")
        value, rest = value.strip(_BLANKS), hash_mark + rest
        digits = value[1:] if value[:1] in ("-", "+") else value
        good = _is_decimal(digits)
        value = int(value) if good else None
    rest = rest.strip(_BLANKS)
    return value if good and (not rest or rest[0] == "#") else None


def _is_decimal(digits):
    """As TOML writes one: no leading zero."""
    return 0 < len(digits) < 10 and not digits.strip(_DIGITS) and digits == str(int(digits))


def _is_allowed(setting, value):
    if is_number(setting):
        return type(value) is int and setting.allowed[0] <= value <= setting.allowed[1]
    return value in setting.allowed


def is_number(setting: Setting) -> bool:
    """Whether the setting is a whole number with a range; else it is a choice of words."""
    return isinstance(setting.default, int)


def describe(setting: Setting) -> str:
    """What the setting may be, for people: ``20 to 500 ms`` or ``"off", "low" or "high"``."""
    if is_number(setting):
        return ("%d to %d %s" % (setting.allowed + (setting.unit,))).strip()
    words = ['"%s"' % word for word in setting.allowed]
    if len(words) == 1:
        return words[0]
    return ", ".join(words[:-1]) + " or " + words[-1]
