"""Stand-ins for what is bought, for the pictures and for the room that the box must leave."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from hardware.insignia.paper import Shape, Text
from hardware.insignia.sheets import PLAY, STYLES, sticker
from hardware.mechanics.params import Params, contact_x
from hardware.mechanics.render import Item
from hardware.mechanics.shell import board_origin
from hardware.mechanics.solid import Solid, triangles, union

PIXELS_PER_MM = 14
GREEN, DARK, TIN, CELL = (38, 112, 74), (36, 38, 42), (196, 200, 204), (70, 130, 90)


def block(low: tuple[float, float, float], size: tuple[float, float, float]) -> Solid:
    """An upright block from its lowest corner."""
    return Solid.cube(size).translate(low)


def board_room(p: Params) -> Solid:
    """All the room that the carrier board and its parts may take."""
    x, y, z = board_origin(p)
    height = p.carrier.height_below + p.carrier.thickness + p.carrier.height_above
    low = (x + 9, y + 9, z - p.carrier.height_below)  # no joints where the standoffs are
    return block(low, (p.carrier.across - 18, p.carrier.along - 18, height))


def board(p: Params) -> list[Item]:
    """The carrier board with a Pico in sockets."""
    x, y, z = board_origin(p)
    top = z + p.carrier.thickness
    usb_y, end = y + p.usb.edge_centre, x - p.usb.overhang
    plate = block((x, y, z), (p.carrier.across, p.carrier.along, p.carrier.thickness))
    sockets = union(
        block((end + 1.3, usb_y + dy - 1.25, top), (51, 2.5, 8.5)) for dy in (-8.89, 8.89)
    )
    pico = block((end + 1.3, usb_y - 10.5, top + 8.5), (51, 21, 1))
    usb_top = top + p.usb.centre_above_board
    usb = block((end, usb_y - 4, usb_top - 1.4), (6, 8, 2.8))
    return [
        Item(triangles(plate), GREEN),
        Item(triangles(sockets), DARK),
        Item(triangles(pico), (32, 92, 60)),
        Item(triangles(usb), TIN),
    ]


def battery(p: Params) -> list[Item]:
    """Three AA cells in their place."""
    x, cells = p.box.battery_x, []
    for y in (-15.5, 0.0, 15.5):
        rod = Solid.cylinder(50.0, 7.0, circular_segments=48).rotate((0, 90, 0))
        cells.append(rod.translate((x - 25, y, 9.0)))
    return [Item(triangles(union(cells)), CELL)]


def sensors(p: Params) -> list[Item]:
    """Seven flat TO-92s in a carrier, in the carrier's axes (upper face z = 0)."""
    bodies, leads = [], []
    for x in contact_x(p):
        low = (x - p.sensor.width / 2, -p.sensor.height / 2, -p.sensor.thickness)
        bodies.append(block(low, (p.sensor.width, p.sensor.height, p.sensor.thickness)))
        for dx in (-1.27, 0.0, 1.27):
            y = p.sensor.height / 2
            leads.append(block((x + dx - 0.2, y, -1.0), (0.4, 1.4, 0.4)))
            leads.append(block((x + dx - 0.2, y + 1.0, -9.0), (0.4, 0.4, 8.2)))
    return [Item(triangles(union(bodies)), DARK), Item(triangles(union(leads)), TIN)]


def insignia(p: Params, kind: int, army: str, matrix: np.ndarray) -> Item:
    """The sticker in its recess, on a piece that ``matrix`` puts in its place."""
    width, height = p.piece.sticker_width - PLAY, p.piece.sticker_height - PLAY
    y = -p.piece.plate_thickness / 2 + p.piece.sticker_recess - 0.05
    z = (p.piece.foot_height + p.piece.height) / 2
    x0, x1, z0, z1 = -width / 2, width / 2, z - height / 2, z + height / 2
    corners = np.array(((x0, y, z0), (x1, y, z0), (x1, y, z1), (x0, y, z1)))
    corners = corners @ matrix[:3, :3].T + matrix[:3, 3]
    uv = np.array(((0, 1), (1, 1), (1, 0), (0, 0)), float)
    order = np.array(((0, 1, 2), (0, 2, 3)))
    shapes = sticker(p, kind, STYLES["standard"][army])
    return Item(corners[order], (255, 255, 255), uv[order], _drawn(shapes, width, height))


def _drawn(shapes: list[Shape], width: float, height: float) -> np.ndarray:
    """The figure without its name, which would be too small to read."""
    image = Image.new("RGB", (round(width * PIXELS_PER_MM), round(height * PIXELS_PER_MM)))
    pen = ImageDraw.Draw(image)
    for shape in shapes:
        if isinstance(shape, Text):
            continue
        points = [(x * PIXELS_PER_MM, y * PIXELS_PER_MM) for x, y in shape.points]
        if shape.fill:
            pen.polygon(points, fill=shape.fill)
        if shape.stroke:
            width_px = max(1, round(shape.width * PIXELS_PER_MM))
            pen.line([*points, points[0]], fill=shape.stroke, width=width_px)
    return np.asarray(image)
