"""What the box keeps over power-off, in the 4096 bytes of ``microcontroller.nvm``.

On the Pico and the Pico 2 these are one sector of flash. Bytes that are still erased can be written
without touching others; to change any other byte CircuitPython erases the whole sector and writes
it anew (ports/raspberrypi/common-hal/nvm/ByteArray.c, the same in 9 and 10). Two copies in fixed
places would so both be lost by a power cut. Here a save writes a copy behind the ones before it,
and then marks it as complete: wherever the power is cut, they are untouched, and the newest that
is marked and whole counts. Once in up to 62 saves there is no erased place left, and the sector is
written anew with the newest two; a cut in those 50 ms leaves copies that are not whole: a fault,
never a default.

The sector is 64 places of 64 bytes. The first holds the marks: byte n is 0 when the copy that
begins at place n is complete. A copy is the version of its form, its length, the CRC-32 of all
the rest of it, little-endian, and the payload as JSON.
"""

import json
import struct
from binascii import crc32

VERSION = 1
SIZE = 4096
_PLACE = 64
_PLACES = SIZE // _PLACE
_SUMMED, _SUM = "<HH", "<I"
_HEAD = 8  # bytes of both
_ERASED = 0xFF
_BLANK = b"\xff" * _PLACE

LONGEST = (_PLACES - 1) // 2 * _PLACE - _HEAD  # of a payload in bytes, so that two find room


def load(nvm) -> tuple:
    """``(payload, None)``, the payload {} if nothing was ever kept; or ``(None, problem)``."""
    marked = False
    for place in range(_PLACES - 1, 0, -1):
        if nvm[place] != _ERASED:
            marked = True
            copy = _copy(nvm, place)
            if copy:
                return _payload(copy)
    return (None, "what the box keeps is damaged") if marked else ({}, None)


def save(nvm, payload: dict, spare: int = 0) -> None:
    """Keep a payload, of what JSON can tell.

    Raises ValueError if it is too long, or would leave fewer than ``spare`` bytes for others.
    """
    text = json.dumps(payload).encode()
    if len(text) > LONGEST - spare:
        raise ValueError("more than the box can keep")
    head = struct.pack(_SUMMED, VERSION, len(text))
    copy = head + struct.pack(_SUM, crc32(text, crc32(head))) + text
    place = _first_blank(nvm)
    start = place * _PLACE
    if start + len(copy) > SIZE:
        _write_anew(nvm, copy)
    else:
        nvm[start : start + len(copy)] = copy
        nvm[place] = 0


def erase(nvm) -> None:
    """Forget all that was kept."""
    nvm[0:SIZE] = _BLANK * _PLACES


def _copy(nvm, place):
    """The copy that begins at a place, or None if it is not whole."""
    start = place * _PLACE
    head = nvm[start : start + _HEAD]
    _, length = struct.unpack(_SUMMED, head[:4])
    text = nvm[start + _HEAD : start + _HEAD + length]
    if len(text) != length or struct.unpack(_SUM, head[4:])[0] != crc32(text, crc32(head[:4])):
        return None
    return head + text


def _payload(copy):
    version, _ = struct.unpack(_SUMMED, copy[:4])
    if version != VERSION:
        return None, "what the box keeps is of another firmware, version %d" % version
    return json.loads(copy[_HEAD:]), None


def _first_blank(nvm):
    """The first place of those at the end that are erased, and after that of the marks."""
    place = _PLACES
    while place > 1 and nvm[(place - 1) * _PLACE : place * _PLACE] == _BLANK:
        place -= 1
    return place


def _write_anew(nvm, copy):
    sector = bytearray(_BLANK * _PLACES)
    place = 1
    for kept in (_newest(nvm), copy):
        sector[place] = 0
        sector[place * _PLACE : place * _PLACE + len(kept)] = kept
        place += (len(kept) + _PLACE - 1) // _PLACE
    nvm[0:SIZE] = sector


def _newest(nvm):
    for place in range(_PLACES - 1, 0, -1):
        copy = nvm[place] != _ERASED and _copy(nvm, place)
        if copy:
            return copy
    return b""
