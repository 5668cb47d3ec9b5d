"""Carries out a plan: each write is read back, and whatever fails is undone."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from arbiter_host import deploy_plan, drive_checks
from arbiter_host.deploy_plan import REMOVE, REMOVE_FOLDER, REPLACE, WRITE, Step, Target
from arbiter_host.drive_content import Tree
from arbiter_host.drive_errors import DeployFailed, DriveError
from arbiter_host.drive_files import Files

Told = Callable[[Step], None]


def _quietly(_: Step) -> None:
    """Tell nobody."""


class NotAsWritten(OSError):
    """A file on the drive reads differently from what was written."""


def carry_out(files: Files, steps: Sequence[Step], told: Told = _quietly) -> None:
    """Do the steps, then read all of the outcome again.  Raises OSError at the first failure."""
    written: dict[str, bytes] = {}
    for step in steps:
        _do(files, step)
        told(step)
        if step.kind in (REPLACE, REMOVE):
            written.pop(step.source or step.name, None)
        if step.kind in (WRITE, REPLACE):
            written[step.name] = step.data
    for name, data in written.items():
        _compare(files, name, data)


def change(
    files: Files, present: Tree, target: Target, steps: Sequence[Step], told: Told = _quietly
) -> None:
    """Carry the steps out, or bring the drive back to what it was.

    Raises DeployFailed with what failed and what is on the drive now.  Ctrl-C counts as a failure,
    and goes on afterwards.
    """
    try:
        carry_out(files, steps, told)
    except OSError as error:
        undone = _undo(files, present, target)
        raise DeployFailed(f"{_reason(error)}: {undone}") from error
    except KeyboardInterrupt:
        _undo(files, present, target)
        raise


def _do(files: Files, step: Step) -> None:
    if step.kind == WRITE:
        files.write(step.name, step.data)
        _compare(files, step.name, step.data)
    elif step.kind == REPLACE:
        files.replace(step.source, step.name)
        _compare(files, step.name, step.data)
    elif step.kind == REMOVE:
        files.remove(step.name)
    elif step.kind == REMOVE_FOLDER:
        files.remove_folder(step.name)


def _compare(files: Files, name: str, data: bytes) -> None:
    if hashlib.sha256(files.read(name)).digest() != hashlib.sha256(data).digest():
        raise NotAsWritten(f"{name} reads differently from what was written")


def _undo(files: Files, present: Tree, target: Target) -> str:
    """Bring the touched files back; says what the drive holds now."""
    before = {name: present.get(name) for name in {*target, *present}}
    before = {n: d for n, d in before.items() if not n.startswith(deploy_plan.NEXT)}
    try:
        now = drive_checks.readable(files)
        steps = deploy_plan.plan(now, before, settings_first=True)
        carry_out(files, steps)
    except (OSError, DriveError) as error:
        return (
            f"undoing it failed too ({_reason(error)}): the box starts the old or the new "
            "firmware; unplug it, plug it in, then run generals-arbiter deploy again"
        )
    return "all is as it was before: unplug the box, plug it in, and try again"


def _reason(error: OSError | DriveError) -> str:
    if isinstance(error, DriveError):
        return str(error)
    what = error.strerror or str(error)
    return f"{error.filename}: {what}" if error.filename else what
