"""The computer at the other end of the USB cable: just enough of a host to open the serial ports.

It resets the bus, gives the device its address, reads the descriptors, finds every CDC function and
configures it; after that `ports` carry the bytes.
"""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial

from rp2040py.rp2040 import RP2040

from .ports import Function, Port

_MS = 1e6
_ATTACH_MS = 120  # a host debounces for 100 ms or more before it resets the bus (USB 2.0, 7.1.7.3)
# From bus reset to the first request, 10 ms or more by USB 2.0, 7.1.7.5. CircuitPython 9.1.4 never
# answers a request that comes while its work-around for erratum RP2040-E5 still runs.
_RECOVERY_MS = 20
_PATIENCE_MS = 500  # then a request is repeated: the device may be busy compiling

_TO_DEVICE, _FROM_DEVICE, _TO_CLASS_INTERFACE = 0x00, 0x80, 0x21
_SET_ADDRESS, _GET_DESCRIPTOR, _SET_CONFIGURATION, _SET_LINE_STATE = 5, 6, 9, 0x22
_DEVICE, _CONFIGURATION, _STRING, _INTERFACE, _ENDPOINT = 1, 2, 3, 4, 5
_ENGLISH = 0x0409
_DATA_NAME = "CDC2"  # CircuitPython's name for the data port has it (shared-module/usb_cdc)
_CDC_CONTROL, _CDC_DATA = 2, 10
_BULK = 2
_DTR_AND_RTS = 3

Answer = Callable[[bytes], None]


class Bus:
    """A host on the chip's USB. `descriptors` are those of the device's configuration."""

    def __init__(self, mcu: RP2040, console: Port, data: Port) -> None:
        self.descriptors = b""
        self._ports = console, data
        self._usb = mcu.usb_ctrl
        self._requests: deque[tuple[bytes, Answer]] = deque()
        self._answer = bytearray()
        self._connected = False
        self._begin = mcu.clock.create_alarm(self._enumerate)
        self._repeat = mcu.clock.create_alarm(self._ask_again)
        self._listen()

    def _listen(self) -> None:
        usb = self._usb
        usb.on_usb_enabled = lambda: usb.reset_alarm.schedule(_ATTACH_MS * _MS)
        usb.on_reset_received = self._bus_was_reset
        usb.on_endpoint_write = self._received
        usb.on_endpoint_read = self._armed
        usb.on_reset = self._unplugged
        buffers_updated = usb.dpram_updated

        def unless_held(offset: int, value: int) -> None:
            if not any(port.holds(offset, value, buffers_updated) for port in self._ports):
                buffers_updated(offset, value)

        usb.dpram_updated = unless_held

    # Control transfers, one at a time.

    def _request(
        self, kind: int, request: int, value: int, index: int, length: int, then: Answer
    ) -> None:
        setup = struct.pack("<BBHHH", kind, request, value, index, length)
        self._requests.append((setup, then))
        if len(self._requests) == 1:
            self._ask()

    def _ask(self) -> None:
        self._answer.clear()
        self._usb.send_setup_packet(self._requests[0][0])
        self._repeat.schedule(_PATIENCE_MS * _MS)

    def _ask_again(self) -> None:
        if self._connected:
            self._ask()
        else:  # stuck in the middle of enumeration: do as a computer does
            self._unplugged()
            self._usb.reset_device()

    def _answered(self, packet: bytes) -> None:
        if not self._requests:
            return
        setup, then = self._requests[0]
        self._answer += packet
        is_in, length = setup[0] & _FROM_DEVICE, struct.unpack_from("<H", setup, 6)[0]
        if is_in and len(packet) == 64 and len(self._answer) < length:
            return
        self._repeat.cancel()
        then(bytes(self._answer))
        self._requests.popleft()
        if self._requests:
            self._ask()

    # Enumeration.

    def _unplugged(self) -> None:
        self._requests.clear()
        self._repeat.cancel()
        self._connected = False
        for port in self._ports:
            port.unplug()

    def _bus_was_reset(self) -> None:
        self._unplugged()
        self._begin.schedule(_RECOVERY_MS * _MS)

    def _enumerate(self) -> None:
        self._request(_TO_DEVICE, _SET_ADDRESS, 1, 0, 0, _ignore)
        self._request(_FROM_DEVICE, _GET_DESCRIPTOR, _DEVICE << 8, 0, 18, _ignore)
        self._request(_FROM_DEVICE, _GET_DESCRIPTOR, _CONFIGURATION << 8, 0, 9, self._measured)

    def _measured(self, head: bytes) -> None:
        (length,) = struct.unpack_from("<H", head, 2)
        self._request(
            _FROM_DEVICE, _GET_DESCRIPTOR, _CONFIGURATION << 8, 0, length, self._described
        )

    def _described(self, descriptors: bytes) -> None:
        self.descriptors = descriptors
        for function in serial_functions(descriptors):
            named = partial(self._named, function)
            value = _STRING << 8 | function.name
            self._request(_FROM_DEVICE, _GET_DESCRIPTOR, value, _ENGLISH, 255, named)
        self._request(_TO_DEVICE, _SET_CONFIGURATION, 1, 0, 0, self._configured)

    def _named(self, function: Function, name: bytes) -> None:
        port = self._ports[_DATA_NAME in name[2:].decode("utf-16-le")]
        port.plug(self._usb, function, self._set_line_state)

    def _configured(self, _: bytes) -> None:
        self._connected = True
        for port in self._ports:
            port.announce()

    def _set_line_state(self, interface: int, is_open: bool) -> None:
        state = _DTR_AND_RTS if is_open else 0
        self._request(_TO_CLASS_INTERFACE, _SET_LINE_STATE, state, interface, 0, _ignore)

    # Bytes.

    def _received(self, endpoint: int, packet: bytes | bytearray) -> None:
        if endpoint == 0:
            self._answered(bytes(packet))
        for port in self._ports:
            port.receive(endpoint, bytes(packet))

    def _armed(self, endpoint: int, size: int) -> None:
        for port in self._ports:
            port.accept(endpoint, size)


def serial_functions(descriptors: bytes) -> list[Function]:
    """The CDC functions that the descriptors of a configuration tell of."""
    functions: list[Function] = []
    control, name, is_data = 0, 0, False
    ends: dict[int, int] = {}
    for kind, fields in _each(descriptors):
        if kind == _INTERFACE:
            if fields[5] == _CDC_CONTROL:
                control, name = fields[2], fields[8]
            is_data, ends = fields[5] == _CDC_DATA, {}
        elif kind == _ENDPOINT and is_data and fields[3] & 3 == _BULK:
            ends[fields[2] >> 7] = fields[2] & 15
            if len(ends) == 2:
                functions.append(Function(control, name, ends[1], ends[0]))
    return functions


def interface_classes(descriptors: bytes) -> list[int]:
    """The class of each interface that the descriptors tell of; 8 is a drive."""
    return [fields[5] for kind, fields in _each(descriptors) if kind == _INTERFACE]


def _each(descriptors: bytes) -> Iterator[tuple[int, bytes]]:
    """(type, bytes) of one descriptor after the other."""
    while len(descriptors) > 1 and descriptors[0]:
        yield descriptors[1], descriptors[: descriptors[0]]
        descriptors = descriptors[descriptors[0] :]


def _ignore(_: bytes) -> None:
    pass
