"""The dimensions of the printed parts, read from two files and checked together.

All lengths are in mm. `load` returns a `Params` of namespaces (``p.piece.foot_width``); a set of
dimensions that cannot work raises `BadParameter` with the one reason, before anything is built.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from types import SimpleNamespace

HERE = Path(__file__).parent
PARAMETERS = HERE / "parameters.toml"
BOARD = HERE.parent / "board_outline.toml"

_MAY_BE_NEGATIVE = {("key", "left_y"), ("key", "right_y"), ("usb", "overhang")}


class BadParameter(ValueError):
    """A dimension that cannot be built; the message says which and why."""


class Params(SimpleNamespace):
    """The tables of ``parameters.toml`` as attributes, the carrier board's as ``carrier``."""


def load(parameters: Path = PARAMETERS, board: Path = BOARD) -> Params:
    """Read both files and check them.

    Raises:
        BadParameter: a file that cannot be read, or a dimension that cannot work.
    """
    tables = {name: SimpleNamespace(**table) for name, table in _read(parameters).items()}
    outline = _read(board)
    for name in ("board", "usb"):
        if name not in outline:
            raise BadParameter(f"{board.name}: [{name}] is missing")
    params = Params(
        **tables,
        carrier=SimpleNamespace(**outline["board"]),
        usb=SimpleNamespace(**outline["usb"]),
    )
    check(params)
    return params


def _read(path: Path) -> dict:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadParameter(f"{path.name}: {error}") from error
    for table, values in tables.items():
        for name, value in values.items():
            if isinstance(value, list):
                continue  # names of pins, which are no dimension
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise BadParameter(f"{path.name}: {table}.{name} must be a number, not {value!r}")
            if value <= 0 and (table, name) not in _MAY_BE_NEGATIVE:
                raise BadParameter(f"{path.name}: {table}.{name} must be above 0, not {value}")
    return tables


def check(p: Params) -> None:
    """Refuse dimensions that cannot be built, or with which the slot would not key the piece."""
    from hardware.mechanics import rules  # which need what is below

    try:
        found = rules.of(p)
    except AttributeError as error:
        raise BadParameter(f"parameters.toml: a dimension is missing ({error})") from error
    for holds, reason in found:
        if not holds:
            raise BadParameter(reason)


def board_left(p: Params) -> float:
    """Where the carrier board's USB edge is along x: close to the box's left wall."""
    return -p.box.length / 2 + p.box.wall + 0.4 + max(0.0, p.usb.overhang)


def groove_depth(p: Params) -> float:
    """Depth of the foot's key grooves: the rib and its clearance."""
    return p.key.rib_depth + p.slot.clearance


def groove_height(p: Params) -> float:
    """Height of the grooves: the ribs' own, and a mm to spare, so that the foot meets the floor."""
    return p.slot.depth + 1.0


def contact_x(p: Params) -> tuple[float, ...]:
    """Where the contacts are along x, contact 1 first: leftmost as the piece's owner sees it."""
    return tuple((i - (p.code.contacts - 1) / 2) * p.code.pitch for i in range(p.code.contacts))
