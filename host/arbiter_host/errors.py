"""What goes wrong, as one line and an exit code.

| code | meaning |
|---|---|
| 0 | done |
| 1 | the firmware in the simulated box stopped by itself |
| 2 | bad input: an argument, the name of a piece, a scenario |
| 3 | a file or drive that cannot be read or written, or must not be |
| 4 | no box, no link to it, or more than one |
| 5 | doctor or calibrate found something to do |
| 130 | interrupted (Ctrl-C) |
"""

from __future__ import annotations

import typer

from arbiter_host.drive_errors import DriveError
from arbiter_host.link_errors import LinkError
from arbiter_sim.errors import NotADrive, SimulationError
from arbiter_sim.names import UnknownPiece
from arbiter_sim.recorder import UnknownFormat
from arbiter_sim.scenario import ScenarioError


class BadInput(Exception):
    """An argument that makes no sense; the text says which, why and what to give instead."""


FIRMWARE, BAD_INPUT, FILES, LINK, TO_DO, INTERRUPTED = 1, 2, 3, 4, 5, 130
# The first entry that fits counts.
_TABLE: tuple[tuple[type[BaseException], int], ...] = (
    (KeyboardInterrupt, INTERRUPTED),
    (typer.Abort, INTERRUPTED),
    (typer.TyperException, BAD_INPUT),
    (BadInput, BAD_INPUT),
    (UnknownPiece, BAD_INPUT),
    (UnknownFormat, BAD_INPUT),
    (ScenarioError, BAD_INPUT),
    (NotADrive, BAD_INPUT),
    (SimulationError, FIRMWARE),
    (LinkError, LINK),
    (DriveError, FILES),
    (OSError, FILES),
)
EXPECTED = tuple(kind for kind, _ in _TABLE)


def exit_code(error: BaseException) -> int:
    return next(code for kind, code in _TABLE if isinstance(error, kind))


def said(error: BaseException, command: str) -> str:
    """One line for a person: "generals-arbiter battle: what, where, what to do"."""
    return f"{command}: {' '.join(_text(error, command).split())}"


def _text(error: BaseException, command: str) -> str:
    if isinstance(error, (KeyboardInterrupt, typer.Abort)):
        return "interrupted"
    if isinstance(error, typer.TyperException):
        return f"{_uncapitalised(error.format_message()).rstrip('.')}: see {command} --help"
    if isinstance(error, OSError) and error.strerror:
        where = f"'{error.filename}'" if error.filename else "a file"
        return f"cannot use {where}: {_uncapitalised(error.strerror)}"
    return str(error)


def _uncapitalised(words: str) -> str:
    return words[:1].lower() + words[1:]
