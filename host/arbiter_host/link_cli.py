"""The subcommands that meet a box over its serial port; arguments in, text out."""

from __future__ import annotations

import json
import threading
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from arbiter_host import drive_find, plain, ports
from arbiter_host.errors import BadInput
from arbiter_host.logbook import command as logs
from arbiter_host.messages import READERS
from arbiter_host.usage import examples

Port = Annotated[
    str,
    typer.Option("--port", metavar="PORT", help="A device, or a pyserial URL such as socket://."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON lines.")]


def list_ports(as_json: Json = False) -> None:
    """Every board that is plugged in: its data port, its console, its drive."""
    drives = {drive.board.uid: drive.root for drive in drive_find.drives() if drive.board.uid}
    found = [ports.ask(board) for board in ports.boards(drives)]
    if as_json:
        for board in found:
            print(json.dumps(asdict(board), default=str))
        return
    if not found:
        print("no CircuitPython board is plugged in, and no simulated box runs (see `serve`)")
    for board in found:
        print(plain.board(board))


def console(
    port: Port = "",
    as_plain: Annotated[bool, typer.Option("--plain", help="One line an event.")] = False,
    as_json: Json = False,
) -> None:
    """Watch a box live: lights, tone, state, battles, link; in service mode what its slots see."""
    find = _finder(port)
    if as_json or as_plain:
        plain.follow(find, threading.Event(), as_json)
        return
    from arbiter_host.console import show  # only here: Textual takes a while to import

    show(find)


def log(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Added to; ends in .jsonl, .sqlite or .db.")
    ],
    port: Port = "",
) -> None:
    """Write battles down, a session each time the box is plugged in, until Ctrl-C."""
    logs.keep(file, _finder(port), threading.Event())


def report(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `log` has written.")],
    target: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE.svg", help="Draw it, too.")
    ] = None,
    as_json: Json = False,
) -> None:
    """What a log tells: sessions, verdicts, durations."""
    logs.report(file, target, as_json)


def serve(
    scenario: Annotated[
        str, typer.Argument(metavar="SCENARIO", help="Puts pieces in, instead of your keys.")
    ] = "",
    speed: Annotated[float, typer.Option(min=0.0, help="Simulated time over real time.")] = 1.0,
    tcp: Annotated[
        int | None,
        typer.Option(min=0, max=65534, help="Also this TCP port; the console is the next. 0: any."),
    ] = None,
    firmware: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Another drive to run.")
    ] = None,
    reader: Annotated[
        str, typer.Option(metavar="READER", help="How it reads: contacts, resistors or nfc.")
    ] = "",
    service: Annotated[
        bool, typer.Option("--service", help="Hold the button at power-up: service mode.")
    ] = False,
    uid: Annotated[str, typer.Option(help="The box's name among several.")] = "SIMULATED",
    as_json: Json = False,
) -> None:
    """The simulated box on real serial ports, for this program and others."""
    from arbiter_host import plays
    from arbiter_host.virtual.serve import Ports, run

    if reader not in ("", *READERS):
        raise BadInput(f"--reader {reader}: give {', '.join(READERS)}")
    script = plays.parsed(scenario) if scenario else None
    run(Ports(uid, tcp), speed, firmware, script, as_json, service, reader)


def _finder(port: str) -> ports.Finder:
    return lambda: ports.choose(port or None)


def register(app: typer.Typer) -> None:
    """Add the subcommands to the command."""
    app.command("ports", epilog=examples("ports", "ports --json"))(list_ports)
    app.command(
        epilog=examples("console", "console --plain", "console --port socket://pi:4040 --json")
    )(console)
    app.command(epilog=examples("log battles.jsonl", "log battles.sqlite --port COM4"))(log)
    app.command(epilog=examples("report battles.jsonl", "report battles.jsonl -o battles.svg"))(
        report
    )
    app.command(
        epilog=examples(
            "serve",
            "serve tie --speed 5",
            "serve --tcp 4040 --json",
            "serve --service --reader nfc",
        )
    )(serve)
