"""The emulated board needs an image of the user's own, and packages that nothing else needs."""

import pytest

from arbiter_sim.emulated import images


@pytest.fixture(params=images.given() or [None], ids=lambda path: path.stem if path else "no image")
def image(request):
    """CircuitPython's UF2: each of those that the environment names."""
    if request.param is None:
        pytest.skip(f"no CircuitPython image: set {images.VARIABLE}")
    pytest.importorskip("rp2040py", reason="the extra 'emulated' is not installed")
    return request.param
