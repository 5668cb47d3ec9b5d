"""The parameters and the exported meshes, read once."""

from __future__ import annotations

from functools import lru_cache

import pytest

from hardware.mechanics import mesh, params, sources


@pytest.fixture(scope="session")
def p() -> params.Params:
    return params.load()


@pytest.fixture(scope="session")
def read():
    """Reads an exported part's mesh by its name."""
    return lru_cache(maxsize=None)(lambda name: mesh.read_stl(sources.PARTS / f"{name}.stl"))
