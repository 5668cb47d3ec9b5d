"""Printed meshes as solids that can be moved, cut and held against each other."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

import manifold3d
import numpy as np

from hardware.mechanics.mesh import Mesh, read_stl

Solid: TypeAlias = manifold3d.Manifold


def from_mesh(mesh: Mesh) -> Solid:
    """The solid that a closed mesh encloses; a mesh that is none raises ValueError."""
    points, index = np.unique(
        np.asarray(mesh, dtype=np.float32).reshape(-1, 3), axis=0, return_inverse=True
    )
    faces = np.asarray(index, dtype=np.uint32).reshape(-1, 3)
    solid = Solid(manifold3d.Mesh(vert_properties=points, tri_verts=faces))
    if solid.status() != manifold3d.Error.NoError or solid.is_empty():
        raise ValueError(f"the mesh is no closed solid: {solid.status()}")
    return solid


def load(folder: Path, name: str) -> Solid:
    """A part's exported STL as a solid."""
    return from_mesh(read_stl(folder / f"{name}.stl"))


def placed(solid: Solid, matrix: np.ndarray) -> Solid:
    """Moved by a 4 x 4 matrix."""
    return solid.transform(matrix[:3, :].tolist())


def overlap(a: Solid, b: Solid) -> float:
    """Volume that two solids share, in mm^3."""
    return float((a ^ b).volume())


def union(solids: Iterable[Solid]) -> Solid:
    return Solid.batch_boolean(list(solids), manifold3d.OpType.Add)


def triangles(solid: Solid) -> np.ndarray:
    """The surface as an array of (n, 3 corners, 3)."""
    mesh = solid.to_mesh()
    return np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts)]
