"""Frames of a PN532, written and read independently of the library that talks to it.

NXP UM0701-02, "PN532 User Manual", 6.2.1.
"""

ACK = bytes.fromhex("0000ff00ff00")
SYNTAX_ERROR = bytes.fromhex("0000ff01ff7f8100")
_TO_CHIP, _TO_HOST = 0xD4, 0xD5


def response(command: int, payload: bytes = b"") -> bytes:
    """The frame that answers a command."""
    data = bytes([_TO_HOST, command + 1]) + payload
    length = len(data)
    head = bytes([0x00, 0x00, 0xFF, length, -length & 0xFF])
    return head + data + bytes([-sum(data) & 0xFF, 0x00])


def command(frame: bytes) -> tuple[int, bytes] | None:
    """(command, its parameters) of a frame to the chip; None if that is no good frame."""
    start = frame.find(b"\x00\xff")
    if start < 0 or len(frame) < start + 6:
        return None
    length, check = frame[start + 2 : start + 4]
    data = frame[start + 4 : start + 4 + length]
    end = start + 4 + length
    if (length + check) & 0xFF or length < 2 or len(frame) <= end:
        return None
    if data[0] != _TO_CHIP or (sum(data) + frame[end]) & 0xFF:
        return None
    return data[1], data[2:]
