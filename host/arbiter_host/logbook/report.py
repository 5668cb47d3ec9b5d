"""What a log tells, by session: as data, as a table, as text."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import Any

from rich.table import Table

from arbiter import rules
from arbiter_host.logbook.records import Battle, Book

_HEADS = {  # narrow, so that a report has room in 80 columns
    rules.RED: "red",
    rules.BLUE: "blue",
    rules.TIE: "tie",
    rules.RED_CAPTURES: "red\nFlag",
    rules.BLUE_CAPTURES: "blue\nFlag",
    rules.FLAG_DUEL: "Flag\nduel",
}


def summary(book: Book) -> dict[str, Any]:
    """For JSON: a row for each session, then all together."""
    return {
        "sessions": [_row(book, started.session) for started in book.started],
        "all": _counts(book.battles) | {"called_off": len(book.called_off)},
        "unreadable": book.unreadable,
    }


def table(book: Book) -> Table:
    """For a person, 80 columns wide: "red Flag" is a Flag captured by red."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    made.add_column("started", no_wrap=True)
    for head in ("length", "all", *_HEADS.values(), "called\noff", "median"):
        made.add_column(head, justify="right", no_wrap=True)
    told = summary(book)
    for row in told["sessions"]:
        made.add_row(row["started"][5:16].replace("T", " "), _length(row["lasted_s"]), *_cells(row))
    made.add_row("all", "", *_cells(told["all"]))
    return made


def _row(book: Book, session: str) -> dict[str, Any]:
    started = next(each for each in book.started if each.session == session)
    ended = [each for each in book.ended if each.session == session]
    battles = [each for each in book.battles if each.session == session]
    off = [each for each in book.called_off if each.session == session]
    return {
        "session": session,
        "started": started.at,
        "lasted_s": ended[0].lasted_s if ended else None,
        **_counts(battles),
        "called_off": len(off),
    }


def _counts(battles: list[Battle]) -> dict[str, Any]:
    by_class = Counter(battle.cls for battle in battles)
    took = [battle.took_s for battle in battles if battle.took_s is not None]
    return {
        "battles": len(battles),
        **{cls: by_class[cls] for cls in rules.CLASSES},
        "median_s": round(median(took), 1) if took else None,
    }


def _cells(row: dict[str, Any]) -> list[str]:
    median_s = "" if row["median_s"] is None else f"{row['median_s']:g} s"
    counts = [str(row[cls]) for cls in _HEADS]
    return [str(row["battles"]), *counts, str(row["called_off"]), median_s]


def _length(lasted_s: float | None) -> str:
    if lasted_s is None:
        return "cut off"
    minutes, seconds = divmod(round(lasted_s), 60)
    return f"{minutes} min {seconds:02} s" if minutes else f"{seconds} s"
