"""Battles kept in a file: what is in it, what a crash costs, and that no rank can be in it."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
from contextlib import closing
from dataclasses import fields
from datetime import datetime, timedelta, timezone
from pathlib import Path
from xml.etree import ElementTree

import pytest

from arbiter import pieces, rules
from arbiter_host.errors import BadInput
from arbiter_host.logbook import files, picture, report
from arbiter_host.logbook.keeper import Keeper
from arbiter_host.logbook.records import KINDS, Battle, Book, CalledOff, Ended, Started, as_dict
from arbiter_host.messages import Aborted, Body, Hello, Message, State, Verdict
from arbiter_host.watch import Connected, Found, Heard, Lost, News
from host.command import Command
from host.served import LONG_S, Served, running, wait_until
from host.test_bad_input import complaint

HELLO = Hello(1, "0.1.0", "contacts")
ENDINGS = [".jsonl", ".sqlite"]
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")


class Clock:
    """A time that a test moves."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 20, 0, tzinfo=timezone(timedelta(hours=1)))

    def __call__(self) -> datetime:
        return self.now

    def pass_s(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def heard(body: Body) -> Heard:
    return Heard(Message(body, False, None, ""))


def evening() -> list[files.Record]:
    """A battle, an abort, an unplugging, and a session that is cut off."""
    clock = Clock()
    keeper = Keeper(clock)
    made = []
    plays: list[tuple[float, News]] = [
        (0, Connected("x", HELLO)),
        (0, Found(State("asleep", "empty", "empty"))),
        (10, heard(State("waiting", "seated", "empty"))),
        (2, heard(State("deliberating", "seated", "seated"))),
        (3, heard(Verdict("red-captures", 1))),
        (9, heard(State("asleep", "empty", "empty"))),
        (1, heard(State("deliberating", "seated", "seated"))),
        (1.5, heard(Aborted("lifted"))),
        (0, heard(State("waiting", "seated", "empty"))),
        (3, Lost("unplugged")),
        (60, Connected("x", HELLO)),
        (5, heard(Verdict("tie", 1))),
    ]
    for after_s, news in plays:
        clock.pass_s(after_s)
        made += keeper.hear(news)
    return made


def test_an_evening_is_kept_with_its_times() -> None:
    first, battle, off, ended, second, cold = evening()
    assert isinstance(first, Started)
    assert first.at == "2026-11-30T20:00:00.000+01:00"
    assert battle == Battle(
        first.session, "2026-11-30T20:00:15.000+01:00", 1, "red-captures", 3.0, 5.0
    )
    assert off == CalledOff(first.session, "2026-11-30T20:00:26.500+01:00", "lifted", 1.5)
    assert ended == Ended(first.session, "2026-11-30T20:00:29.500+01:00", 29.5)
    assert isinstance(second, Started)
    assert second.session != first.session
    assert (cold.deliberated_s, cold.took_s) == (None, None)


def test_a_restart_of_the_box_is_a_session_of_its_own() -> None:
    keeper = Keeper(Clock())
    keeper.hear(Connected("x", HELLO))
    assert [type(record) for record in keeper.hear(heard(HELLO))] == [Ended, Started]


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_is_written_is_read(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"log{ending}"
    records = evening()
    for part in (records[:4], records[4:]):
        with closing(files.open_log(path)) as log:
            for record in part:
                log.add(record)
    book = files.read(path)
    assert (book.started, book.ended) == ([records[0], records[4]], [records[3]])
    assert (book.battles, book.called_off) == ([records[1], records[5]], [records[2]])
    assert book.unreadable == 0


def test_a_torn_file_loses_at_most_its_last_line(tmp_path: Path) -> None:
    """Cut at every byte, then written on."""
    records = evening()[:3]
    lines = [json.dumps(as_dict(record)).encode() + b"\n" for record in records]
    whole = b"".join(lines)
    path = tmp_path / "torn.jsonl"
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        with closing(files.open_log(path)) as log:
            log.add(records[1])
        kept = [record for record in files.read(path).battles if record == records[1]]
        complete = sum(len(b"".join(lines[: n + 1])) - 1 <= cut for n in range(len(lines)))
        book = files.read(path)
        held = len(book.started + book.battles + book.called_off + book.ended)
        assert held == complete + 1, cut
        assert kept[-1] == records[1]


def test_lines_of_others_are_passed_over_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    good = json.dumps(as_dict(evening()[1]))
    bad = ["[]", "12", "{}", '{"what": "battle"}', good.replace("red-captures", "colonel")]
    bad.append(good.replace("2026", "yesterday"))
    path.write_text("\n".join([*bad, good, ""]))
    book = files.read(path)
    assert (len(book.battles), book.unreadable) == (1, len(bad))


def test_no_field_can_hold_a_rank() -> None:
    """Every field there is; whoever adds one answers here for what it can hold."""
    known = {
        "started": ["session", "at", "protocol", "version", "reader"],
        "battle": ["session", "at", "battle", "cls", "deliberated_s", "took_s"],
        "called-off": ["session", "at", "why", "deliberated_s"],
        "ended": ["session", "at", "lasted_s"],
    }
    assert {what: [each.name for each in fields(kind)] for what, kind in KINDS.items()} == known


def so_far(path: Path) -> Book:
    """What is in a file that another program writes; nothing before it has made its tables."""
    try:
        return files.read(path)
    except (FileNotFoundError, BadInput):
        return Book()


@posix
@pytest.mark.parametrize("ending", ENDINGS)
def test_the_command_keeps_what_a_box_does(own_box: Served, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"evening{ending}"
    with running("log", str(path)) as process:
        wait_until(lambda: so_far(path).started)
        own_box.do("put red colonel in", "put blue spy in")
        wait_until(lambda: so_far(path).battles)
        own_box.vanish()
        wait_until(lambda: so_far(path).ended)
        own_box.appear()
        wait_until(lambda: len(so_far(path).started) == 2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=LONG_S)
    assert (process.returncode, err) == (130, b"generals-arbiter log: interrupted\n")
    assert b"battle 1: blue wins" in out
    book = files.read(path)
    assert [battle.cls for battle in book.battles] == ["blue"]
    assert len(book.ended) == 2
    assert not [
        name for name in map(pieces.name, pieces.KINDS) if name.encode() in path.read_bytes()
    ]


def written(path: Path) -> Path:
    with closing(files.open_log(path)) as log:
        for record in evening():
            log.add(record)
    return path


def test_a_report_for_a_person(command: Command, tmp_path: Path) -> None:
    code, out, err = command("report", str(written(tmp_path / "log.jsonl")))
    assert (code, err) == (0, "")
    assert re.search(r"11-30 20:00 +30 s +1 ", out)
    assert "cut off" in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_report_for_a_program(command: Command, tmp_path: Path) -> None:
    told = json.loads(command("report", str(written(tmp_path / "log.db")), "--json")[1])
    assert told["all"] == {
        "battles": 2,
        **dict.fromkeys(rules.CLASSES, 0),
        "red-captures": 1,
        "tie": 1,
        "median_s": 5.0,
        "called_off": 1,
    }
    assert [session["lasted_s"] for session in told["sessions"]] == [29.5, None]


def test_a_report_as_a_picture(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "log.svg"
    command("report", str(written(tmp_path / "log.jsonl")), "-o", str(target))
    root = ElementTree.fromstring(target.read_text("utf-8"))
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "2 battles in 2 sessions, 1 called off" in words
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == 1
    assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) == 1


def test_an_empty_log_has_a_report_and_a_picture() -> None:
    assert report.summary(Book())["all"]["battles"] == 0
    ElementTree.fromstring(picture.svg(Book()))


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["report", "{}/none.jsonl"], "cannot use '{}/none.jsonl': no such file or directory"),
        (["report", "{}/none.db"], "cannot use '{}/none.db': no such file or directory"),
        (["report", "{}/log.txt"], "'{}/log.txt' has no known ending: give a name in .jsonl"),
        (["log", "{}/log.txt"], "'{}/log.txt' has no known ending: give a name in .jsonl"),
        (["report", "{}/log.jsonl", "-o", "a.png"], "'a.png' has no known ending"),
        (["report", "{}/text.db"], "'{}/text.db' cannot be used as a log of battles"),
        (["log", "{}/log.jsonl"], "no box found: plug one in"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: list[str],
    line: str,
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (tmp_path / "text.db").write_text("no database" * 100)
    _, said = complaint(capsys, *(each.format(tmp_path) for each in arguments))
    assert said.startswith(f"generals-arbiter {arguments[0]}: {line.format(tmp_path)}")
    assert not (tmp_path / "log.jsonl").exists()


def test_sqlite_is_for_other_programs_too(tmp_path: Path) -> None:
    with closing(sqlite3.connect(written(tmp_path / "log.sqlite"))) as base:
        rows = base.execute("SELECT cls, count(*) FROM battles GROUP BY cls ORDER BY cls")
        assert rows.fetchall() == [("red-captures", 1), ("tie", 1)]
