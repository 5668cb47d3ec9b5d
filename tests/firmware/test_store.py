"""What the box keeps outlives a cut of the power at any byte, and damage is never a default."""

import json
import random

import pytest

from arbiter import store
from arbiter_sim.modules.nvm import SIZE, Nvm

ONE = {"volume": "low"}
TWO = {"volume": "off", "settings": {"SETTLE_MS": 90}, "faults": 3}
WIDE = {"tags": {f"04{n:012x}": ["blue", n % 15 + 1] for n in range(42)}, "windows": {"red": [174]}}


class Cut(BaseException):
    """The power goes."""


def cut():
    raise Cut


@pytest.fixture
def nvm():
    return Nvm(cut)


def raw(nvm):
    return bytes(nvm[0:SIZE])


def flip(nvm, place, bits=1):
    """Damage a byte, as no program would: without the flash's own rules."""
    nvm._bytes[place] ^= bits


def test_a_fresh_device_keeps_nothing_and_has_no_fault(nvm):
    assert store.load(nvm) == ({}, None)


def test_what_was_saved_last_is_loaded(nvm):
    for payload in (ONE, TWO, {}, WIDE, ONE):
        store.save(nvm, payload)
        assert store.load(nvm) == (payload, None)


def test_a_saved_payload_is_behind_version_length_and_checksum(nvm):
    """The CRC-32 by its own arithmetic; see ITU-T V.42 8.1.1.6.2."""
    store.save(nvm, ONE)
    version, length = nvm[64] | nvm[65] << 8, nvm[66] | nvm[67] << 8
    assert version == store.VERSION == 1
    assert json.loads(nvm[72 : 72 + length]) == ONE
    crc = 0xFFFFFFFF
    for byte in bytes(nvm[64:68]) + bytes(nvm[72 : 72 + length]):
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
    assert int.from_bytes(nvm[68:72], "little") == crc ^ 0xFFFFFFFF


def saves_until_erasure(nvm, payload):
    """Save until the next save would have to erase the sector."""
    while True:
        before = raw(nvm)
        erasures = nvm.erasures
        store.save(nvm, payload)
        if nvm.erasures > erasures:
            nvm._bytes[:] = before
            return


@pytest.mark.parametrize("older", [[], [ONE], [ONE, WIDE], [WIDE, TWO]])
@pytest.mark.parametrize("newer", [TWO, WIDE])
def test_a_cut_at_any_byte_of_a_save_loses_nothing(older, newer):
    whole = Nvm(cut)
    for payload in older:
        store.save(whole, payload)
    before, programmed = raw(whole), whole.programmed
    store.save(whole, newer)
    assert whole.erasures == 0
    for after in range(whole.programmed - programmed):
        nvm = Nvm(cut)
        nvm._bytes[:] = before
        nvm.cut_after = after
        with pytest.raises(Cut):
            store.save(nvm, newer)
        assert store.load(nvm) == ((older or [{}])[-1], None), after
        store.save(nvm, newer)
        assert store.load(nvm) == (newer, None), after


def test_copies_with_bits_half_programmed_are_not_taken_for_whole(nvm):
    """A byte that was being written when the power went may hold any of its bits."""
    choose = random.Random(1)
    store.save(nvm, ONE)
    before = raw(nvm)
    store.save(nvm, TWO)
    after = raw(nvm)
    changed = [n for n in range(SIZE) if before[n] != after[n] and n >= 64]
    for at in range(len(changed)):
        torn = bytearray(before)
        for n in changed[:at]:
            torn[n] = after[n]
        torn[changed[at]] = after[changed[at]] | choose.randrange(256)
        nvm._bytes[:] = torn
        assert store.load(nvm) == (ONE, None)


@pytest.mark.parametrize("payload", [ONE, WIDE])
def test_a_full_sector_is_written_anew_with_the_newest_two(nvm, payload):
    saves_until_erasure(nvm, payload)
    store.save(nvm, TWO)
    assert store.load(nvm) == (TWO, None)
    flip(nvm, raw(nvm).rindex(b'"volume": "off"'))
    assert store.load(nvm) == (payload, None)


def test_a_cut_while_the_sector_is_written_anew_is_a_fault_or_leaves_a_whole_copy(nvm):
    """No copy can be older than the last that was complete, and none is made up."""
    saves_until_erasure(nvm, ONE)
    full = raw(nvm)
    found = set()
    for after in range(SIZE + 1):
        nvm = Nvm(cut)
        nvm._bytes[:] = full
        nvm.cut_after = after
        with pytest.raises(Cut):
            store.save(nvm, TWO)
        payload, problem = store.load(nvm)
        if after == 0:
            assert payload == ONE  # not erased yet
        elif after > 2:  # after the first mark; flash is programmed a page of 256 bytes at a time
            assert problem or payload in (ONE, TWO)
        found.add(str(payload))
    assert found == {"None", "{}", str(ONE), str(TWO)}


def test_a_small_payload_is_saved_sixty_times_between_two_erasures(nvm):
    for _ in range(600):
        store.save(nvm, ONE)
    assert nvm.erasures == 9


@pytest.mark.parametrize("payload", [ONE, WIDE])
def test_any_damaged_byte_leaves_the_older_copy_and_two_are_a_fault(nvm, payload):
    store.save(nvm, payload)
    first_end = 64 + 8 + len(json.dumps(payload))
    start = (first_end + 63) // 64 * 64
    store.save(nvm, payload | {"newer": True})
    end = start + 8 + len(json.dumps(payload | {"newer": True}))
    choose = random.Random(2)
    whole = raw(nvm)
    for at in range(start, end):
        nvm._bytes[:] = whole
        flip(nvm, at, choose.randrange(1, 256))
        assert store.load(nvm) == (payload, None)
        flip(nvm, choose.randrange(64, first_end), choose.randrange(1, 256))
        assert store.load(nvm) == (None, "what the box keeps is damaged")


def test_one_damaged_bit_of_a_mark_hides_no_copy(nvm):
    store.save(nvm, ONE)
    for bit in range(8):
        flip(nvm, 1, 1 << bit)
        assert store.load(nvm) == (ONE, None)
        flip(nvm, 1, 1 << bit)


@pytest.mark.parametrize("fill", [b"\0", b"\x01", b"\x5a", b"\xfe", b"{"])
def test_what_another_program_left_is_a_fault_and_no_default(nvm, fill):
    nvm[0:SIZE] = fill * SIZE
    payload, problem = store.load(nvm)
    assert payload is None
    assert problem


@pytest.mark.parametrize("seed", range(20))
def test_noise_is_a_fault(nvm, seed):
    nvm[0:SIZE] = random.Random(seed).randbytes(SIZE)
    assert store.load(nvm) == (None, "what the box keeps is damaged")


def test_a_newer_copy_of_an_unknown_version_is_a_fault_and_the_older_one_is_not_taken(
    nvm, monkeypatch
):
    store.save(nvm, ONE)
    monkeypatch.setattr(store, "VERSION", 2)
    store.save(nvm, TWO)
    monkeypatch.undo()
    payload, problem = store.load(nvm)
    assert payload is None
    assert "version 2" in problem


def test_the_longest_payload_has_room_twice_and_a_longer_one_is_refused(nvm):
    longest = {"x": "y" * (store.LONGEST - len('{"x": ""}'))}
    for _ in range(3):
        store.save(nvm, longest)
        assert store.load(nvm) == (longest, None)
    with pytest.raises(ValueError, match="more than the box can keep"):
        store.save(nvm, longest | {"z": 1})
    with pytest.raises(ValueError, match="more than the box can keep"):
        store.save(nvm, longest, spare=1)
    assert store.load(nvm) == (longest, None)


def test_an_erased_store_is_as_fresh(nvm):
    store.save(nvm, WIDE)
    store.erase(nvm)
    assert store.load(nvm) == ({}, None)
    store.save(nvm, ONE)
    assert store.load(nvm) == (ONE, None)
