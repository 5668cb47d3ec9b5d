"""The commands `log` and `report`."""

from __future__ import annotations

import json
import threading
from contextlib import closing
from datetime import datetime
from itertools import chain
from pathlib import Path

from rich.console import Console

from arbiter_host.errors import BadInput
from arbiter_host.logbook import files, picture
from arbiter_host.logbook import report as reports
from arbiter_host.logbook.keeper import Keeper
from arbiter_host.logbook.records import Record
from arbiter_host.plain import Narrator
from arbiter_host.ports import Finder
from arbiter_host.watch import watch


def keep(path: Path, find: Finder, stop: threading.Event) -> None:
    """Write down what a box does until ``stop``, and print it too."""
    files.check(path)
    narrator = Narrator()
    keeper = Keeper(lambda: datetime.now().astimezone())
    with closing(watch(find, stop)) as stream:
        first = next(stream)  # no box, no file
        with closing(files.open_log(path)) as file:
            try:
                for news in chain([first], stream):
                    _write(file, keeper.hear(news))
                    _print(narrator.line(news))
            finally:
                _write(file, keeper.end())


def _write(file: files.Log, records: list[Record]) -> None:
    for record in records:
        file.add(record)


def _print(text: str) -> None:
    if text:
        print(text, flush=True)


def report(path: Path, target: Path | None, as_json: bool) -> None:
    """Print what a log tells, and draw it if there is a target."""
    if target is not None and target.suffix != ".svg":
        raise BadInput(f"'{target}' has no known ending: the picture is an .svg")
    book = files.read(path)
    if as_json:
        print(json.dumps(reports.summary(book)))
    else:
        Console(highlight=False).print(reports.table(book))
        if book.unreadable:
            print(f"{book.unreadable} lines could not be read (torn by a crash, or not ours)")
    if target is not None:
        target.write_text(picture.svg(book), encoding="utf-8")
