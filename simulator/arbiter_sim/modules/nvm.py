"""`microcontroller.nvm`: one sector of flash, with what flash does when it is written.

As CircuitPython has it on the RP2040 and RP2350 (ports/raspberrypi/common-hal/nvm/ByteArray.c, 9.1
and 10.0): where all bytes to be written are erased (0xFF) they are programmed; else the whole
sector is erased and all of it programmed again, the bytes that do not change too.
"""

from collections.abc import Callable

SIZE = 4096
_ERASED = 0xFF


class Nvm:
    """The bytes, with item and slice access as on the board.

    With `cut_after` set, the power goes when so many more bytes have been programmed: `on_cut` is
    called, which does not return.
    """

    def __init__(self, on_cut: Callable[[], None]) -> None:
        self.cut_after: int | None = None
        self.programmed = 0
        self.erasures = 0
        self._bytes = bytearray([_ERASED]) * SIZE
        self._on_cut = on_cut

    def __len__(self) -> int:
        return SIZE

    def __getitem__(self, at: int | slice) -> int | bytearray:
        return self._bytes[at]

    def __setitem__(self, at: int | slice, value: int | bytes | bytearray) -> None:
        where, new = self._written(at, value)
        if any(self._bytes[index] != _ERASED for index in where):
            new_sector = bytearray(self._bytes)
            new_sector[where.start : where.stop] = new
            self._erase()
            where, new = range(SIZE), new_sector
        for index, byte in zip(where, new, strict=True):
            self._program(index, byte)

    def _written(
        self, at: int | slice, value: int | bytes | bytearray
    ) -> tuple[range, bytes | bytearray]:
        """The places and the bytes for them; refusals of shared-bindings/nvm/ByteArray.c."""
        if isinstance(at, slice) and not isinstance(value, int):
            where = range(SIZE)[at]
            if where.step != 1:
                raise NotImplementedError("only slices with step=1 (aka None) are supported")
            if len(where) != len(value):
                raise ValueError("Slice and value different lengths.")
            return where, value
        if isinstance(at, slice) or not isinstance(value, int):
            raise TypeError("a slice takes bytes, an index takes an int")
        if not 0 <= value <= 255:
            raise ValueError("bytes must be 0-255")
        index = range(SIZE)[at]
        return range(index, index + 1), bytes([value])

    def _erase(self) -> None:
        self._count()
        self.erasures += 1
        self._bytes[:] = bytes([_ERASED]) * SIZE

    def _program(self, index: int, byte: int) -> None:
        self._count()
        # Programming only ever clears bits.
        self._bytes[index] &= byte

    def _count(self) -> None:
        """One more step of the flash, unless the power goes before it."""
        if self.cut_after == self.programmed:
            self.cut_after = None
            self._on_cut()
        self.programmed += 1
