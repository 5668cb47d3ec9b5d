"""The two kinds of file: JSON lines, and SQLite. Each record is on the disk before the next."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any, Protocol

from arbiter_host.errors import BadInput
from arbiter_host.logbook.records import KINDS, Book, Record, as_dict, book

_JSON, _SQLITE = (".jsonl",), (".sqlite", ".db")
_TABLES = {"started": "sessions", "battle": "battles", "called-off": "called_off", "ended": "ends"}


class Log(Protocol):
    """An open file."""

    def add(self, record: Record) -> None: ...
    def close(self) -> None: ...


class JsonLines:
    """A line a record. A line torn by a crash is closed first, so that it stays the only loss."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a+b")
        if self._file.tell() and _last_byte(path) != b"\n":
            self._file.write(b"\n")

    def add(self, record: Record) -> None:
        self._file.write(json.dumps(as_dict(record)).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()


class Sqlite:
    """A table for each kind of record, each with the record's fields as its columns."""

    def __init__(self, path: Path) -> None:
        try:
            self._base = sqlite3.connect(path)
            with self._base:
                for what, table in _TABLES.items():
                    columns = ", ".join(each.name for each in fields(KINDS[what]))
                    self._base.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns})")
        except sqlite3.Error as error:
            raise _not_ours(path, error) from None

    def add(self, record: Record) -> None:
        table = _TABLES[as_dict(record)["what"]]
        values = astuple(record)
        with self._base:
            self._base.execute(
                f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values
            )

    def close(self) -> None:
        self._base.close()


def open_log(path: Path) -> Log:
    """Open a file to add to; its ending says which kind. Raises BadInput, OSError."""
    return Sqlite(path) if _is_sqlite(path) else JsonLines(path)


def check(path: Path) -> None:
    """Raise BadInput if the name says no kind of file."""
    _is_sqlite(path)


def read(path: Path) -> Book:
    """All that a file holds. Raises BadInput, OSError."""
    if not _is_sqlite(path):
        return _read_lines(path)
    path.stat()  # SQLite would make a missing file
    with closing(sqlite3.connect(path)) as base:
        try:
            return book(_rows(base))
        except sqlite3.Error as error:
            raise _not_ours(path, error) from None


def _read_lines(path: Path) -> Book:
    lines = path.read_bytes().splitlines()
    return book(_object(line) for line in lines if line.strip())


def _object(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _rows(base: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    for what, table in _TABLES.items():
        columns = [each.name for each in fields(KINDS[what])]
        for row in base.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY rowid"):
            yield {"what": what, **dict(zip(columns, row, strict=True))}


def _is_sqlite(path: Path) -> bool:
    if path.suffix not in _JSON + _SQLITE:
        raise BadInput(f"'{path}' has no known ending: give a name in {' '.join(_JSON + _SQLITE)}")
    return path.suffix in _SQLITE


def _not_ours(path: Path, error: sqlite3.Error) -> BadInput:
    return BadInput(f"'{path}' cannot be used as a log of battles ({error}): give another file")


def _last_byte(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1)
