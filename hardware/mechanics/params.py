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
    try:
        rules = (*_piece_rules(p), *_slot_rules(p), *_box_rules(p))
    except AttributeError as error:
        raise BadParameter(f"parameters.toml: a dimension is missing ({error})") from error
    for holds, reason in rules:
        if not holds:
            raise BadParameter(reason)


def _piece_rules(p: Params) -> tuple[tuple[bool, str], ...]:
    row = (p.code.contacts - 1) * p.code.pitch + p.magnet.diameter + 2 * p.magnet.fit
    cavity = p.base.width + 2 * p.base.fit
    end_wall = (p.piece.foot_width - cavity) / 2 - groove_depth(p)
    wall = p.print.min_wall
    return (
        (p.code.contacts == 7, "code.contacts must be 7: the piece code is three of seven"),
        (
            p.base.width >= row + 2 * wall,
            f"base.width {p.base.width} leaves no wall of {wall} beside {row:.2f} of magnets",
        ),
        (
            p.base.floor + p.magnet.thickness < p.base.height,
            "base.height must be over base.floor + magnet.thickness",
        ),
        (
            end_wall >= wall,
            f"piece.foot_width {p.piece.foot_width} leaves {end_wall:.2f} of wall beside the key",
        ),
        (
            p.piece.foot_depth - p.base.depth - 2 * p.base.fit >= 2 * wall,
            "piece.foot_depth leaves no wall around base.depth",
        ),
        (
            p.piece.foot_height > groove_height(p) + wall,
            "piece.foot_height must be over the key's groove, or the piece seats upside down",
        ),
        (
            p.piece.height > p.piece.foot_width + 2 * p.slot.clearance,
            "piece.height must be over the slot's width, or a piece lying on its end seats",
        ),
        (
            p.piece.sticker_width < p.piece.foot_width - 2 * wall
            and p.piece.sticker_height < p.piece.height - p.piece.foot_height - wall,
            "piece.sticker_width and sticker_height must fit on the plate",
        ),
        (p.piece.sticker_recess < p.piece.plate_thickness / 3, "piece.sticker_recess is too deep"),
    )


def _slot_rules(p: Params) -> tuple[tuple[bool, str], ...]:
    play = p.slot.clearance
    apart = 2 * play + p.print.nozzle
    return (
        (
            play < p.code.pitch / 10,
            f"slot.clearance {play} is too much for code.pitch {p.code.pitch}: a piece could shift",
        ),
        (play >= 0.15, f"slot.clearance {play} is too tight for a printed part (0.15 at least)"),
        (
            abs(p.key.left_y + p.key.right_y) > apart,
            "key.left_y and right_y are opposite: a piece turned round would seat",
        ),
        (
            abs(p.key.left_y - p.key.right_y) > apart,
            "key.left_y and right_y are equal: a mirrored piece would seat",
        ),
        (
            max(abs(p.key.left_y), abs(p.key.right_y)) + p.key.rib_width / 2 + play
            < p.piece.foot_depth / 2,
            "key: a groove leaves the foot's end",
        ),
        (
            max(_free_gaps(p)) < p.piece.plate_thickness,
            "key: the ribs leave room for an upturned piece's plate beside them",
        ),
        (
            p.sensor.width + 2 * p.sensor.fit + 0.4 <= p.code.pitch,
            f"sensor.width {p.sensor.width} does not fit a pitch of {p.code.pitch}",
        ),
        (
            p.sensor.thickness < p.sensor.carrier_thickness,
            "sensor.carrier_thickness must be over sensor.thickness",
        ),
    )


def _box_rules(p: Params) -> tuple[tuple[bool, str], ...]:
    room = p.box.height - p.box.well_depth - p.box.well_wall
    board_top = p.box.wall + p.box.standoff + p.carrier.thickness + p.carrier.height_above
    board_end = board_left(p) + p.carrier.across
    return (
        (
            max(p.box.length, p.box.width) <= p.print.bed,
            f"box: {p.box.length} x {p.box.width} does not fit a bed of {p.print.bed}",
        ),
        (
            board_top <= room,
            f"box: {board_top:.1f} of board does not fit under a well at {room:.1f}",
        ),
        (
            board_end + p.box.wall < p.box.battery_x - p.box.battery_length / 2,
            "box: the carrier board reaches into the battery's place",
        ),
        (p.carrier.height_below < p.box.standoff, "box.standoff must be over board.height_below"),
        (
            max(p.usb.edge_centre, p.carrier.along - p.usb.edge_centre)
            < p.box.width / 2 - p.box.wall - 8.0,
            "box.width leaves no room for the carrier board beside the corner columns",
        ),
        (
            p.board.cell_width > p.piece.foot_width and p.board.cell_depth > p.piece.foot_depth,
            "board: a cell must be larger than a piece's foot",
        ),
        (p.box.well_width > p.piece.foot_width, "box.well_width must be over piece.foot_width"),
    )


def board_left(p: Params) -> float:
    """Where the carrier board's USB edge is along x: close to the box's left wall."""
    return -p.box.length / 2 + p.box.wall + 0.4 + max(0.0, p.usb.overhang)


def groove_depth(p: Params) -> float:
    """Depth of the foot's key grooves: the rib and its clearance."""
    return p.key.rib_depth + p.slot.clearance


def groove_height(p: Params) -> float:
    """Height of the grooves: the ribs' own, and a mm to spare, so that the foot meets the floor."""
    return p.slot.depth + 1.0


def _free_gaps(p: Params) -> list[float]:
    """Free lengths along y that the ribs of both ends leave in the pocket, in mm."""
    half = p.piece.foot_depth / 2 + p.slot.clearance
    edges = [-half, half]
    for y in (p.key.left_y, p.key.right_y):
        edges += [y - p.key.rib_width / 2, y + p.key.rib_width / 2]
    edges.sort()
    return [edges[i + 1] - edges[i] for i in range(0, len(edges), 2)]


def contact_x(p: Params) -> tuple[float, ...]:
    """Where the contacts are along x, contact 1 first: leftmost as the piece's owner sees it."""
    return tuple((i - (p.code.contacts - 1) / 2) * p.code.pitch for i in range(p.code.contacts))
