"""Every CircuitPython board that is plugged in, which of its ports is which, and its drive.

A board has two serial ports. CircuitPython names their interfaces "CircuitPython CDC control"
(console) and "CircuitPython CDC2 control" (data); where the system does not pass the names on, as
some Macs, a harmless question finds out. The USB serial number is the chip's UID, which also
stands in ``boot_out.txt`` on the drive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from adafruit_board_toolkit import circuitpython_serial

from arbiter_host import boxes, transport
from arbiter_host.client import Client
from arbiter_host.link_errors import LinkError
from arbiter_host.transport import Listed

# The makers in CircuitPython's USB descriptors of the boards that we know: Adafruit, Raspberry Pi.
_VENDORS = (0x239A, 0x2E8A)
_HANDSHAKE_S = 1.0
SIMULATED = "simulated box"
Finder = Callable[[], str]  # gives the address of the box; see `choose`


class NoBoxFound(LinkError):
    """No board with a data port is plugged in."""

    def __init__(self, text: str) -> None:
        super().__init__("no box found", text)


class SeveralBoxes(LinkError):
    """More than one could be meant; none is taken."""

    def __init__(self, found: Iterable[Board]) -> None:
        names = ", ".join(f"{board.data} ({board.product} {board.uid})" for board in found)
        super().__init__("more than one box", f"{names}: name one with --port")


@dataclass(frozen=True)
class Board:
    """One board. ``unnamed`` are ports of which the system does not say what they are."""

    uid: str
    product: str
    data: str | None = None
    console: str | None = None
    unnamed: tuple[str, ...] = ()
    drive: Path | None = None


def boards(drives: Mapping[str, Path] | None = None) -> list[Board]:
    """All boards, simulated ones included. ``drives`` gives the drive of a UID."""
    named = [transport.described(port) for port in circuitpython_serial.comports()]
    listed = {port.device: port for port in (*transport.listed(), *named)}
    data = [port.device for port in circuitpython_serial.data_comports()]
    console = [port.device for port in circuitpython_serial.repl_comports()]
    found = group(listed.values(), data, console)
    return [with_drive(board, drives or {}) for board in found] + _simulated()


def group(listed: Iterable[Listed], data: list[str], console: list[str]) -> list[Board]:
    """The boards that the ports make up, by serial number; ports of other makers are left out."""
    found: dict[str, Board] = {}
    for port in sorted(listed, key=lambda port: port.device):
        if not (port.device in data or port.device in console or port.vid in _VENDORS):
            continue
        uid = (port.serial_number or port.location or port.device).upper()
        board = found.get(uid, Board(uid, port.product or "CircuitPython board"))
        device = transport.callout(port.device)
        if port.device in data:
            board = replace(board, data=device)
        elif port.device in console:
            board = replace(board, console=device)
        else:
            board = replace(board, unnamed=(*board.unnamed, device))
        found[uid] = board
    return list(found.values())


def with_drive(board: Board, drives: Mapping[str, Path]) -> Board:
    """The board with the drive whose ``boot_out.txt`` has its UID."""
    by_uid = {uid.upper(): path for uid, path in drives.items()}
    return replace(board, drive=by_uid.get(board.uid))


def ask(board: Board) -> Board:
    """The board with its data port known, if one of the unnamed ports greets as a box does."""
    for device in board.unnamed if board.data is None else ():
        if _greets(device):
            rest = [port for port in board.unnamed if port != device]
            console = board.console or (rest[0] if len(rest) == 1 else None)
            return replace(board, data=device, console=console, unnamed=())
    return board


def choose(address: str | None) -> str:
    """The address to open: the one that was given, else that of the only box there is."""
    return transport.callout(address) if address else only(boards())


def only(found: list[Board]) -> str:
    """The data port of the one board that has one. Raises NoBoxFound or SeveralBoxes."""
    known = [board for board in map(ask, found) if board.data]
    if len(known) > 1:
        raise SeveralBoxes(known)
    if known:
        return str(known[0].data)
    if found:
        raise NoBoxFound(
            f"{found[0].product} {found[0].uid} has no data port that answers:"
            " is the arbiter's firmware on it?"
        )
    raise NoBoxFound("plug one in, name a port with --port, or start a simulated one with `serve`")


def _simulated() -> list[Board]:
    return [
        Board(box.name, SIMULATED, str(box / "data"), str(box / "console"))
        for box in boxes.present()
    ]


def _greets(device: str) -> bool:
    try:
        with Client(device, _HANDSHAKE_S):
            return True
    except LinkError:
        return False
