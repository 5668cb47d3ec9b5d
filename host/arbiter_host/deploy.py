"""Bring the firmware to a drive: look first, keep a copy, change it safely, say what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from arbiter_host import deploy_backup, deploy_plan, deploy_run, drive_checks, drive_content
from arbiter_host.deploy_plan import Step, Target
from arbiter_host.drive_content import SETTINGS, Tree
from arbiter_host.drive_files import Files
from arbiter_host.drive_find import Board

AFTERWARDS = "Now unplug the box and plug it in again, then run: generals-arbiter doctor"


class Prepared(NamedTuple):
    """A change that was looked at from all sides and not yet begun."""

    present: Tree
    target: Target
    steps: Sequence[Step]
    notes: Sequence[str]
    room: tuple[int, int] | None

    @property
    def changes(self) -> list[tuple[str, str]]:
        """(what happens, file) of each file that will not be as before."""
        words = {(False, True): "new", (True, True): "changed", (True, False): "removed"}
        outcome = {s.name for s in self.steps if not s.name.startswith(deploy_plan.NEXT)}
        keys = {n: (n in self.present, self.target.get(n) is not None) for n in sorted(outcome)}
        return [
            (words[key], name)
            for name, key in keys.items()
            if self.present.get(name) != self.target.get(name)
        ]


def finish(files: Files) -> bool:
    """Finish a run that was interrupted past its turning point; True if there was one."""
    present = drive_checks.readable(files)
    if not deploy_plan.leftovers(present):
        files.remove_folder(deploy_plan.NEXT)  # empty folders of one that was nearly done
    target = deploy_plan.recovery(present)
    if target:
        steps = deploy_plan.plan(present, target)
        deploy_run.change(files, present, target, steps)
    return bool(target)


def prepare(files: Files, board: Board, tree: Tree, more_settings: str = "") -> Prepared:
    """Look at a drive that is to get the firmware `tree`; nothing is written.

    `more_settings` are lines to add to the user's settings.  Raises DriveError if the change
    cannot be made, or would not give a box that works.
    """
    notes = drive_checks.board(board)
    present = drive_checks.readable(files)
    drive_checks.unshadowed(present, tree)
    text, _ = drive_checks.user_settings(present)
    target: dict[str, bytes | None] = dict(tree)
    if SETTINGS in present:
        target[SETTINGS] = _joined(text, more_settings).encode("utf-8")
    return _prepared(files, present, target, notes, settings_first=False)


def prepare_restore(files: Files, copy: Tree, tree: Tree) -> Prepared:
    """Look at a drive that is to be as in a copy; the firmware's files that it lacks go."""
    present = drive_checks.readable(files)
    kept = {name: data for name, data in copy.items() if not _is_leftover(name)}
    target: dict[str, bytes | None] = {**dict.fromkeys(tree, None), **kept}
    return _prepared(files, present, target, [], settings_first=True)


def carry_out(files: Files, board: Board, ready: Prepared, told: deploy_run.Told) -> Path:
    """Keep a copy, then make the change; returns where the copy is."""
    drive_checks.writable(files)
    copy = deploy_backup.keep(board.uid, ready.present)
    deploy_run.change(files, ready.present, ready.target, ready.steps, told)
    return copy


def _prepared(
    files: Files, present: Tree, target: Target, notes: list[str], settings_first: bool
) -> Prepared:
    steps = deploy_plan.plan(present, target, settings_first)
    return Prepared(present, target, steps, notes, drive_checks.room(files, steps, present))


def versions(ready: Prepared) -> tuple[str, str]:
    """The firmware's version on the drive now, and then; "" for none."""
    after = {name: data for name, data in ready.target.items() if data is not None}
    return drive_content.version(ready.present), drive_content.version(after)


def _joined(text: str, more: str) -> str:
    if not more:
        return text
    return text + ("" if text.endswith("\n") or not text else "\n") + "\n" + more


def _is_leftover(name: str) -> bool:
    return name.startswith(f"{deploy_plan.NEXT}/")
