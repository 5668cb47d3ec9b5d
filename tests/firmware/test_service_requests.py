"""The requests of service mode as lines: each fits, whatever it asks of."""

import pytest

from arbiter import pieces, protocol, settings

LONGEST_ID = 2**29 - 1
LONGEST_NAME = max(pieces.NAMES, key=len)
LONGEST_TAG = "04" * 10  # ISO/IEC 14443-3: a UID has 4, 7 or 10 bytes
ON_A_PIECE = (("slot", "blue"), ("piece", LONGEST_NAME))
LONGEST = {
    "live": (("on", False),),
    "selftest": (("part", "lights"), ("colour", "green")),
    "setting": (("key", max((s.key for s in settings.SETTINGS), key=len)),),
    "reset-factory": (("word", "erase"),),
    "measure": ON_A_PIECE,
    "measured": (("slot", "blue"),),
    "calibrate": (("slot", "blue"),),
    "uncalibrate": (("slot", "blue"),),
    "register": ON_A_PIECE,
    "forget": (("tag", LONGEST_TAG),),
    "tags": (("from", 999),),
}


@pytest.mark.parametrize("ask", protocol.SERVICE_ASKS)
def test_the_longest_of_each_fits_a_line(ask):
    line = protocol.request(ask, LONGEST_ID, LONGEST.get(ask, ()))
    assert len(line) <= protocol.MAX_REQUEST + 1
    asks = protocol.ASKS + protocol.SERVICE_ASKS
    assert protocol.parse_request(line, asks) == (ask, LONGEST_ID, None)


@pytest.mark.parametrize("setting", settings.SETTINGS, ids=lambda setting: setting.key)
def test_each_setting_can_be_set_in_a_line(setting):
    for value in (*setting.allowed, None):
        fields = (("key", setting.key), ("value", value))
        assert len(protocol.request("set", LONGEST_ID, fields)) <= protocol.MAX_REQUEST + 1


@pytest.mark.parametrize("ask", protocol.SERVICE_ASKS)
def test_play_takes_none_of_them(ask):
    line = protocol.request(ask, 7, LONGEST.get(ask, ()))
    assert protocol.parse_request(line) == (None, 7, "ask must be hello, state, counters")
