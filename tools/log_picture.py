"""The report's picture, of an evening of battles by simulated boxes."""

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from arbiter import pieces, rules
from arbiter_host.logbook import picture
from arbiter_host.logbook.records import book

_START = datetime(2026, 11, 30, 19, 30, tzinfo=UTC)
_BATTLES = 60
_SEED = 1980


def save(target: Path) -> None:
    """Sixty battles between pieces drawn as they are in an army, one each minute or so."""
    chance = random.Random(_SEED)
    army = [kind for kind in pieces.KINDS for _ in range(pieces.COUNTS[kind - 1])]
    found = [_started()]
    now = _START
    for number in range(1, _BATTLES + 1):
        now += timedelta(seconds=chance.uniform(20, 150))
        cls = rules.verdict(chance.choice(army), chance.choice(army)).cls
        found.append(_battle(number, now, cls, round(chance.uniform(4, 9), 3)))
    target.write_text(picture.svg(book(found)), encoding="utf-8")


def _started() -> dict[str, object]:
    hello = {"protocol": 1, "version": "0.1.0", "reader": "contacts"}
    return {"what": "started", "session": "evening", "at": _START.isoformat(), **hello}


def _battle(number: int, now: datetime, cls: str, took_s: float) -> dict[str, object]:
    times = {"at": now.isoformat(), "deliberated_s": 3.0, "took_s": took_s}
    return {"what": "battle", "session": "evening", "battle": number, "cls": cls, **times}
