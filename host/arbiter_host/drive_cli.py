"""The subcommands about the drive; arguments in, text out."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from arbiter_host import deploy as deploying
from arbiter_host import (
    deploy_backup,
    drive_checks,
    drive_content,
    drive_find,
    drive_zip,
)
from arbiter_host.deploy import Prepared
from arbiter_host.deploy_plan import NEXT, Step
from arbiter_host.drive_files import Folder
from arbiter_host.errors import BadInput
from arbiter_host.usage import examples
from arbiter_sim.drive import firmware_folder

Drive = Annotated[
    Path | None, typer.Option("--path", metavar="FOLDER", help="Where the drive is mounted.")
]
Uid = Annotated[str, typer.Option("--uid", help="The board's UID, where several are connected.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Plan = Annotated[bool, typer.Option("--dry-run", help="Say what would be done; change nothing.")]


def deploy(
    path: Drive = None,
    uid: Uid = "",
    dry_run: Plan = False,
    add_settings: Annotated[
        bool | None,
        typer.Option("--add-settings/--keep-settings", help="Add new keys to settings.toml?"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Bring the firmware to the box's drive.  Your settings stay, a copy of all is kept."""
    found = drive_find.find(path, uid)
    files = Folder(found.root)
    if not dry_run and deploying.finish(files):
        _say(as_json, "An interrupted deploy was finished first.")
    tree = drive_content.content(firmware_folder())
    more = _more_settings(files, add_settings, dry_run, as_json)
    ready = deploying.prepare(files, found.board, tree, more)
    _report(found.root, ready, dry_run, as_json)
    if not dry_run and ready.steps:
        _carry_out(files, found.board, ready, as_json)


def backup(
    path: Drive = None,
    uid: Uid = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE.zip", help="Else a usual place.")
    ] = None,
) -> None:
    """Copy all files of the drive into a zip on this computer."""
    found = drive_find.find(path, uid)
    tree = drive_checks.readable(Folder(found.root))
    target = output or deploy_backup.new_name(found.board.uid)
    drive_zip.save(target, tree)
    print(f"{target}: {len(tree)} files, {sum(map(len, tree.values())):,} bytes")


def restore(
    copy: Annotated[
        Path | None, typer.Argument(metavar="[FILE.zip]", help="Else the newest of this board.")
    ] = None,
    path: Drive = None,
    uid: Uid = "",
    dry_run: Plan = False,
    as_json: Json = False,
) -> None:
    """Bring the drive back to a backup; files that it does not know stay."""
    found = drive_find.find(path, uid)
    files = Folder(found.root)
    saved = drive_zip.load(copy or deploy_backup.latest(found.board.uid))
    if not dry_run:
        deploying.finish(files)
    tree = drive_content.content(firmware_folder())
    ready = deploying.prepare_restore(files, saved, tree)
    _report(found.root, ready, dry_run, as_json)
    if not dry_run and ready.steps:
        _carry_out(files, found.board, ready, as_json)


def build(
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FOLDER", help="Where the files go.")
    ] = Path("dist"),
    circuitpython: Annotated[
        Path | None,
        typer.Option(metavar="FILE.uf2", help="CircuitPython for the Pico or Pico 2: one file."),
    ] = None,
) -> None:
    """Make the drive as a zip and as UF2s; with --circuitpython one UF2 with all, to flash."""
    missing = [name for name in ("folder2uf2", "pyfatfs") if find_spec(name) is None]
    if missing:
        raise BadInput(f"{missing[0]} is not installed: pip install 'generals-arbiter[build]'")
    from arbiter_host import build as building  # only here: needs that extra

    tree = drive_content.content(firmware_folder())
    output.mkdir(parents=True, exist_ok=True)
    for file in building.build(tree, output, circuitpython):
        print(f"{file}: {file.stat().st_size:,} bytes, read back and compared")


def _carry_out(files: Folder, board: drive_find.Board, ready: Prepared, as_json: bool) -> None:
    columns = TextColumn("{task.description:<34}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=len(ready.steps))

        def told(step: Step) -> None:
            name = step.name.removeprefix(f"{NEXT}/")
            progress.update(task, advance=1, description=f"{step.kind} {name}"[:34])

        copy = deploying.carry_out(files, board, ready, told)
    _say(as_json, f"Done, read back and compared.  The drive as it was: {copy}")
    _say(as_json, deploying.AFTERWARDS)


def _more_settings(files: Folder, wanted: bool | None, dry_run: bool, as_json: bool) -> str:
    """Lines to add to the user's settings, as far as the user wants them."""
    _, lines = drive_checks.user_settings(drive_checks.readable(files))
    if not lines:
        return ""
    _say(as_json, "Your settings.toml lacks new keys; without them the defaults count:")
    for line in "".join(lines).splitlines():
        _say(as_json, f"  {line}")
    if wanted is None and not dry_run and not as_json and sys.stdin.isatty():
        wanted = typer.confirm("Add them?", default=False)
    elif wanted is None:
        _say(as_json, "Give --add-settings to add them.")
    return "".join(lines) if wanted else ""


def _report(root: Path, ready: Prepared, dry_run: bool, as_json: bool) -> None:
    before, after = deploying.versions(ready)
    if as_json:
        print(json.dumps(_as_dict(root, ready, before, after, dry_run)))
        return
    for note in ready.notes:
        print(f"Note: {note}")
    if not ready.steps:
        print(f"{root} has firmware {after}: nothing to do")
        return
    print(f"{root}: firmware {before or 'none'} -> {after or 'none'}")
    for what, name in ready.changes:
        print(f"  {what:<8} {name}")
    if ready.room:
        print("Room: {:,} bytes needed meanwhile, {:,} free".format(*ready.room))


def _as_dict(
    root: Path, ready: Prepared, before: str, after: str, dry_run: bool
) -> dict[str, object]:
    needed, free = ready.room or (None, None)
    return {
        "drive": str(root),
        "from": before,
        "to": after,
        "changes": [{"what": what, "file": name} for what, name in ready.changes],
        "notes": list(ready.notes),
        "bytes_needed": needed,
        "bytes_free": free,
        "dry_run": dry_run,
    }


def _say(as_json: bool, text: str) -> None:
    """For people; beside JSON it goes to stderr."""
    print(text, file=sys.stderr if as_json else sys.stdout)


def register(app: typer.Typer) -> None:
    """Add the subcommands to the command."""
    app.command(epilog=examples("deploy --dry-run", "deploy", "deploy --path /mnt/CIRCUITPY"))(
        deploy
    )
    app.command(epilog=examples("backup", "backup -o box.zip"))(backup)
    app.command(epilog=examples("restore", "restore box.zip --dry-run"))(restore)
    app.command(epilog=examples("build", "build --circuitpython circuitpython.uf2"))(build)
