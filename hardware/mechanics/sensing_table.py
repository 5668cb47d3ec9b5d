"""The numbers by which Hall switches were chosen, as Markdown."""

from __future__ import annotations

from hardware.mechanics import field
from hardware.mechanics.catalogue import KINDS, word_of
from hardware.mechanics.params import Params

GRAVITY = 9.81e-3  # N per g


def table(p: Params) -> str:
    """Worst cases over all 16 words, both poles, all tolerances."""
    m = field.margin(p, tuple(word_of(kind) for kind in KINDS))
    near, far = field.gaps(p)
    rows = (
        ("distance magnet to Hall element, mm", f"{near:.1f} to {far:.1f}", ""),
        ("least over a magnet, mT", f"{m.on:.1f}", f"{m.on_ratio:.2f} x {field.OPERATES_MT} mT"),
        ("most elsewhere, piece seated, mT", f"{m.off_seated:.2f}", _below(m.off_seated)),
        ("most elsewhere, piece at any height, mT", f"{m.off_moving:.2f}", _below(m.off_moving)),
        (
            "no switch can operate from a lift of, mm",
            f"{m.silent_from:.1f}",
            f"the ribs hold a wrongly turned piece at {p.slot.depth:.1f}",
        ),
    )
    lines = ["| worst case | value | against |", "|---|---|---|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def _below(value: float) -> str:
    return f"{field.NEVER_MT / value:.2f} x under {field.NEVER_MT} mT"
