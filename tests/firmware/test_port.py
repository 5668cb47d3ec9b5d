"""The serial port's queue: whole lines in order, bounded, and never a wait."""

from hypothesis import given
from hypothesis import strategies as st

from arbiter.hw.port import Port

QUEUE_LINES = 16


class Serial:
    """A ``usb_cdc`` serial port that has room for so many bytes, and is never waited for."""

    timeout = None
    write_timeout = None

    def __init__(self, room=10**6):
        self.connected = True
        self.room = room
        self.taken = b""
        self.kept = b""
        self.received = b""

    @property
    def in_waiting(self):
        return len(self.received)

    def read(self, count):
        assert self.timeout == 0
        got, self.received = self.received[:count], self.received[count:]
        return got

    def write(self, data):
        assert self.write_timeout == 0
        count = min(self.room, len(data))
        self.room -= count
        self.taken += data[:count]
        return count

    def reset_input_buffer(self):
        self.received = b""

    def reset_output_buffer(self):
        self.kept = b""


def line(number):
    return b'{"event": "verdict", "battle": %d}\n' % number


def test_a_line_goes_out_with_the_next_pump():
    serial = Serial()
    port = Port(serial)
    port.send(line(1))
    assert serial.taken == b""
    port.pump()
    port.pump()
    assert serial.taken == line(1)


def test_a_stalled_host_costs_lines_but_no_bytes_of_a_line():
    serial = Serial(room=10)
    port = Port(serial)
    for number in range(10_000):
        port.send(line(number))
        port.pump()
    assert serial.taken == line(0)[:10]
    assert port.dropped == 10_000 - QUEUE_LINES
    serial.room = 10**6
    port.pump()
    assert serial.taken == b"".join(line(number) for number in range(QUEUE_LINES))


@given(st.lists(st.integers(0, 40), max_size=60), st.lists(st.binary(min_size=1), max_size=16))
def test_partial_writes_lose_and_double_nothing(rooms, texts):
    serial = Serial(room=0)
    port = Port(serial)
    for text in texts:
        port.send(text)
    for room in rooms:
        serial.room = room
        port.pump()
        assert b"".join(texts).startswith(serial.taken)
    serial.room = 10**6
    port.pump()
    assert serial.taken == b"".join(texts)
    assert port.dropped == 0


def test_what_a_host_left_unread_is_not_for_the_next_one():
    serial = Serial(room=5)
    port = Port(serial)
    port.send(line(1))
    port.send(line(2))
    port.pump()
    serial.connected = False
    port.pump()
    serial.connected, serial.room = True, 10**6
    port.send(line(3))
    port.pump()
    assert serial.taken == line(1)[:5] + line(3)


def test_clear_forgets_what_was_sent_but_not_what_the_new_host_asks():
    serial = Serial()
    port = Port(serial)
    serial.received, serial.kept = b"{", b"stale"
    port.send(line(1))
    port.clear()
    port.pump()
    assert (serial.taken, serial.kept, port.read()) == (b"", b"", b"{")
    port.send(line(2))
    port.pump()
    assert serial.taken == line(2)


def test_reading_takes_what_is_there_and_no_more_than_32_bytes():
    serial = Serial()
    port = Port(serial)
    assert port.read() == b""
    serial.received = b"x" * 100
    assert [len(port.read()) for _ in range(5)] == [32, 32, 32, 4, 0]


def test_without_a_serial_port_there_is_just_no_host():
    port = Port(None)
    assert not port.connected
    assert port.read() == b""
    for number in range(100):
        port.send(line(number))
        port.pump()
    assert port.dropped == 0
