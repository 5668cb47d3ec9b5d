"""What must hold between dimensions, each with the reason that a user reads when it does not."""

from __future__ import annotations

from hardware.mechanics.params import Params, board_left, groove_depth, groove_height

Rules = tuple[tuple[bool, str], ...]


def of(p: Params) -> Rules:
    """Every rule as (whether it holds, why it must)."""
    return (*_piece_rules(p), *_slot_rules(p), *_box_rules(p), *_top_rules(p))


def _piece_rules(p: Params) -> Rules:
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


def _slot_rules(p: Params) -> Rules:
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


def _box_rules(p: Params) -> Rules:
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


def _top_rules(p: Params) -> Rules:
    """What shares the lid: slots, lights, wells and the columns of its screws."""
    half = p.piece.foot_depth / 2 + p.slot.clearance + p.slot.wall
    slot_end = p.piece.foot_width / 2 + p.slot.clearance + p.slot.wall + p.slot.ear
    well = p.box.length / 2 - p.box.wall - 2.0 - p.box.well_width - 2 * p.box.well_wall
    columns = p.box.width / 2 - p.box.wall - 9.5
    return (
        (p.box.corner > p.box.wall + 2.0, "box.corner must be over box.wall + 2"),
        (
            p.slot.depth > 6.5,
            "slot.depth must be over 6.5: the lid's screw bosses reach down to it",
        ),
        (
            p.pixel.window <= p.pixel.strip_width + 2.0,
            "pixel.window must not be over pixel.strip_width + 2",
        ),
        (p.pixel.holder_height > 4.0, "pixel.holder_height must be over 4"),
        (well > slot_end + 1.0, "box.well_width leaves no room for the slots between the wells"),
        (
            well > p.pixel.pitch + 10.0,
            "pixel.pitch leaves no room for the lights between the wells",
        ),
        (
            p.box.well_length / 2 + p.box.well_wall + 2.0 < columns,
            "box.well_length leaves no room for the columns of the lid's screws",
        ),
        (
            p.box.slot_y + half < p.box.width / 2 - p.box.wall - 2.0,
            "box.slot_y puts the slots through the box's wall",
        ),
        (
            p.pixel.row_y + 9.0 < p.box.slot_y - half and p.pixel.row_y > 18.0,
            "pixel.row_y puts the rows of lights into the slots or into each other",
        ),
    )


def _free_gaps(p: Params) -> list[float]:
    """Free lengths along y that the ribs of both ends leave in the pocket, in mm."""
    half = p.piece.foot_depth / 2 + p.slot.clearance
    edges = [-half, half]
    for y in (p.key.left_y, p.key.right_y):
        edges += [y - p.key.rib_width / 2, y + p.key.rib_width / 2]
    edges.sort()
    return [edges[i + 1] - edges[i] for i in range(0, len(edges), 2)]
