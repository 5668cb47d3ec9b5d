"""Writes the parts as STL, STEP and 3MF: all of them, or none.

Everything is built and written to a folder of its own first; only when the last part is done do
the files take their places, one atomic replacement each.
"""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from build123d import Part, Rot, Unit, export_step, export_stl
from OCP.Standard import Standard_Failure

from hardware.mechanics.catalogue import PrintedPart
from hardware.mechanics.mesh import Mesh, Point, read_stl
from hardware.mechanics.params import BadParameter, Params
from hardware.mechanics.parts import BUILDERS

# What dimensions that make no solid end in; any other error is one of ours, and shows as such.
_GEOMETRY = (Standard_Failure, ValueError, RuntimeError)

# A facet is nowhere further from the true curve, in mm and in radians.
CHORD, ANGLE = 0.02, 0.35

_STAMP = (1980, 1, 1, 0, 0, 0)  # the same bytes each time
_STEP_TIME = "2000-01-01T00:00:00"
_TYPES = """<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"""
_RELATIONS = """<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/3D/3dmodel.model" Id="rel0"
 Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""
_CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"


def export_parts(p: Params, parts: Iterable[PrintedPart], folder: Path) -> list[Path]:
    """Build and write every part; STL and 3MF lie as they are printed, STEP as it is modelled.

    Raises:
        BadParameter: a part that these dimensions make unbuildable or break in two; nothing is
            written then.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".building-") as scratch:
        for part in parts:
            _write(Path(scratch), part, _built(p, part))
        done = sorted(Path(scratch).iterdir())
        for path in done:
            os.replace(path, folder / path.name)
    return [folder / path.name for path in done]


def _built(p: Params, part: PrintedPart) -> Part:
    try:
        model = BUILDERS[part.name](p)
        whole = len(model.solids()) == 1 and model.is_valid and model.volume > 0
    except _GEOMETRY as error:
        raise BadParameter(f"{part.name} cannot be built: {error}") from error
    if not whole:
        raise BadParameter(f"{part.name} is not one closed solid with these dimensions")
    return model


def _write(folder: Path, part: PrintedPart, model: Part) -> None:
    lying = Rot(180, 0, 0) * model if part.upside_down else model
    stl = folder / f"{part.name}.stl"
    export_stl(lying, stl, tolerance=CHORD, angular_tolerance=ANGLE)
    export_step(model, folder / f"{part.name}.step", unit=Unit.MM, timestamp=_STEP_TIME)
    write_3mf(folder / f"{part.name}.3mf", part.name, read_stl(stl))


def write_3mf(path: Path, name: str, mesh: Mesh) -> None:
    """One mesh as a 3MF file in millimetres (3MF Core Specification 1.x), the same bytes always."""
    members = (
        ("[Content_Types].xml", _TYPES),
        ("_rels/.rels", _RELATIONS),
        ("3D/3dmodel.model", _model(name, mesh)),
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, text in members:
            info = zipfile.ZipInfo(member, _STAMP)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, text)


def _model(name: str, mesh: Mesh) -> str:
    index: dict[Point, int] = {}
    corners = [[index.setdefault(point, len(index)) for point in triangle] for triangle in mesh]
    points = "".join(f'<vertex x="{x:.5f}" y="{y:.5f}" z="{z:.5f}"/>\n' for x, y, z in index)
    faces = "".join(
        f'<triangle v1="{a}" v2="{b}" v3="{c}"/>\n' for a, b, c in corners if len({a, b, c}) == 3
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<model unit="millimeter" xmlns="{_CORE}">\n'
        f'<resources><object id="1" type="model" name="{name}"><mesh>\n'
        f"<vertices>\n{points}</vertices>\n<triangles>\n{faces}</triangles>\n"
        '</mesh></object></resources>\n<build><item objectid="1"/></build>\n</model>\n'
    )
