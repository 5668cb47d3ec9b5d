"""What the readers of a slot see, before anything is made of it."""

from arbiter import codes, pieces

_ALL = (1 << codes.CONTACTS) - 1


class ContactProbe:
    """Seven contacts as digits, contact 1 first, 1 for closed; and which were seen both ways."""

    def __init__(self, reader) -> None:
        self._driver = reader.driver
        self._closed = 0
        self._open = 0

    def sample(self, now: int) -> tuple:  # noqa: ARG002 - as the other probes
        """(what is seen, what it means)."""
        bits = self._driver.sample()
        self._closed |= bits
        self._open |= ~bits & _ALL
        means = "test piece" if bits == codes.TEST_PIECE else meaning(codes.decode(bits))
        return digits(bits), means

    def differs(self, seen, before) -> bool:
        """Whether it is worth telling."""
        return seen != before

    def seen(self) -> tuple:
        """The contacts seen closed, and those seen open, since power-up."""
        return digits(self._closed), digits(self._open)


class ResistorProbe:
    """The level of a divider: [median, spread] in LSB of 4096."""

    NOISE = 8  # LSB: a steady level moves by no more

    def __init__(self, reader) -> None:
        self._reader = reader

    def sample(self, now: int) -> tuple:  # noqa: ARG002 - as the other probes
        """(what is seen, what it means)."""
        level = self._reader.driver.sample()
        return list(level), meaning(self._reader.judge(*level))

    def differs(self, seen, before) -> bool:
        """Whether it is worth telling."""
        return abs(seen[0] - before[0]) > self.NOISE


class TagProbe:
    """The UID of a tag in hexadecimal; empty if there is none, or more than one."""

    def __init__(self, reader) -> None:
        self._reader = reader

    def sample(self, now: int) -> tuple:
        """(what is seen, what it means)."""
        return self._reader.uid or "", meaning(self._reader.read(now))

    def differs(self, seen, before) -> bool:
        """Whether it is worth telling."""
        return seen != before


PROBES = {"contacts": ContactProbe, "resistors": ResistorProbe, "nfc": TagProbe}


def digits(bits: int) -> str:
    """The digits of a contact word."""
    return "".join(["1" if bits >> n & 1 else "0" for n in range(codes.CONTACTS - 1, -1, -1)])


def meaning(contents: int) -> str:
    """Contents in words."""
    if contents == pieces.EMPTY:
        return "empty"
    return "unseated" if contents == pieces.UNSEATED else pieces.name(contents)
