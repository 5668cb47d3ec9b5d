"""The subcommand doctor; arguments in, text out."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from arbiter_host import doctor as judging
from arbiter_host import doctor_look, drive_content, udev
from arbiter_host.errors import TO_DO
from arbiter_host.usage import examples
from arbiter_sim.drive import firmware_folder

_MARKS = {judging.FINE: ("ok  ", "green"), judging.NOTE: ("note", "yellow")}


def doctor(
    path: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the drive is mounted.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    install_udev: Annotated[
        bool, typer.Option("--install-udev", help="Print the udev rule; install it if you agree.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Agree beforehand.")] = False,
) -> None:
    """Look at everything: what is fine, what is not, and the one thing to do."""
    if install_udev:
        _install_udev(yes)
        return
    findings = judging.judge(doctor_look.look(drive_content.content(firmware_folder()), path))
    todo = judging.to_do(findings)
    if as_json:
        print(json.dumps({"findings": [f._asdict() for f in findings], "to_do": todo}))
    else:
        _print_findings(findings, todo)
    if todo:
        raise typer.Exit(TO_DO)


def _print_findings(findings: list[judging.Finding], todo: str) -> None:
    console = Console(highlight=False)
    for finding in findings:
        mark, colour = _MARKS.get(finding.state, ("no  ", "red"))
        note = f" ({finding.cure})" if finding.state == judging.NOTE and finding.cure else ""
        console.print(Text.assemble((mark, colour), f"  {finding.what}{note}"), soft_wrap=True)
    console.print(Text(f"To do: {todo}" if todo else "All is well.", "bold"), soft_wrap=True)


def _install_udev(yes: bool) -> None:
    print(f"{udev.PATH}:\n{udev.RULE}")
    if udev.installed():
        print("It is installed already.")
    elif yes or (sys.stdin.isatty() and typer.confirm("Write it there?", default=False)):
        udev.install()
        print("Installed: unplug the box and plug it in again.")
    else:
        print("Nothing was written: give --yes to install it.")


def register(app: typer.Typer) -> None:
    """Add the subcommand to the command."""
    app.command(epilog=examples("doctor", "doctor --json", "doctor --install-udev"))(doctor)
