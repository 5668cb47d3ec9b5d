"""The subcommand calibrate; arguments in, text out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from arbiter_host import ports
from arbiter_host.calibration.guide import Guide
from arbiter_host.calibration.memory import Memory, usual_file
from arbiter_host.calibration.person import Person, Stopped
from arbiter_host.errors import TO_DO, BadInput
from arbiter_host.service_messages import SLOTS
from arbiter_host.usage import examples


def calibrate(
    port: Annotated[
        str, typer.Option("--port", metavar="PORT", help="A device, or a pyserial URL.")
    ] = "",
    slot: Annotated[str, typer.Option(metavar="red|blue", help="Only this slot.")] = "",
    undo: Annotated[
        bool, typer.Option("--undo", help="Take back what was done since the session began.")
    ] = False,
    target: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE.svg", help="Draw the levels.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    state: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What is remembered between two runs.")
    ] = None,
) -> None:
    """Teach a box in service mode its pieces, one by one; stop and go on at any time."""
    if slot not in ("", *SLOTS):
        raise BadInput(f"--slot {slot}: give red or blue")
    if target is not None and target.suffix != ".svg":
        raise BadInput(f"{target}: give a name that ends in .svg")
    memory = Memory(state or usual_file(_name(ports.choose(port or None))))
    person = Person(sys.stderr if as_json else sys.stdout)
    slots = (slot,) if slot else SLOTS
    guide = Guide(lambda: ports.choose(port or None), slots, person, memory, target)
    if undo:
        _undo(guide)
    else:
        guide.work()
        if not guide.report(as_json):
            raise typer.Exit(TO_DO)


def _undo(guide: Guide) -> None:
    try:
        guide.undo()
    except Stopped:
        raise typer.Exit(TO_DO) from None


def _name(address: str) -> str:
    """The box's lasting name: ports get other numbers each time."""
    boards = [board for board in ports.boards() if board.data == address]
    return boards[0].uid if boards else address


def register(app: typer.Typer) -> None:
    """Add the subcommand to the command."""
    lines = "calibrate", "calibrate --slot red -o levels.svg", "calibrate --undo"
    app.command(epilog=examples(*lines))(calibrate)
