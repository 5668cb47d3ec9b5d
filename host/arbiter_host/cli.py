"""The command `generals-arbiter`: arguments in, text out.  What it does is in the other modules."""

from __future__ import annotations

import json
import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from arbiter import pieces, rules
from arbiter_host import doctor_cli, drive_cli, errors, link_cli, pinmap, plays
from arbiter_host.show import Show
from arbiter_host.tour import tour
from arbiter_host.usage import NAME, examples
from arbiter_sim import names, recorder

app = typer.Typer(add_completion=False, rich_markup_mode="rich")

Fast = Annotated[bool, typer.Option("--fast", help="Do not wait: show all at once.")]
Sound = Annotated[bool, typer.Option("--sound", help="Play the tones, if a player is installed.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of pictures.")]
Red = Annotated[str, typer.Argument(metavar="RED", help="Red's piece: 5*, colonel, spy ...")]
Blue = Annotated[str, typer.Argument(metavar="BLUE", help="Blue's piece.")]
Source = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="A file, or a name of the tour, such as tie.")
]
Target = Annotated[
    Path, typer.Option("-o", "--output", metavar="FILE", help="Ends in .gif, .wav, .svg or .jsonl.")
]


@app.callback(invoke_without_command=True, epilog=examples("demo", "battle 5* private"))
def generals_arbiter(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """The electronic arbiter of The Generals: its firmware, in a simulated box."""
    if show_version:
        print(f"{NAME} {version(NAME)}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


@app.command(epilog=examples("demo", "demo --sound", "demo --fast"))
def demo(fast: Fast = False, sound: Sound = False) -> None:
    """A guided tour of all that the box does."""
    tour(Show(_console(), fast, sound))


@app.command(epilog=examples("battle 5* private", "battle colonel spy --fast --json"))
def battle(
    red: Red, blue: Blue, fast: Fast = False, as_json: Json = False, sound: Sound = False
) -> None:
    """One battle of two pieces."""
    kinds = names.kind(red), names.kind(blue)
    show = Show(_console(), fast, sound)
    track = plays.battle(*kinds)
    at_ms, cls = track.verdicts[0]
    if as_json:
        show.print_paced([(at_ms, json.dumps(_outcome(cls, *kinds)))])
        return
    show.play(track)
    show.console.print(Text(f"{track.title}: {recorder.CLASSES[cls]}", "bold"))


@app.command(epilog=examples("run tie", "run my.scenario --fast", "run my.scenario --fast --json"))
def run(source: Source, fast: Fast = False, as_json: Json = False, sound: Sound = False) -> None:
    """Play a scenario; with --json print the log of all that left the box, an object a line."""
    show = Show(_console(), fast, sound)
    track = plays.scenario(source)
    if as_json:
        show.print_paced((entry["t_ms"], json.dumps(entry)) for entry in track.entries)
    else:
        show.play(track)


@app.command(epilog=examples("record tie -o tie.gif", "record my.scenario -o my.svg"))
def record(source: Source, target: Target) -> None:
    """Record a scenario: .gif shows the box, .wav sounds, .svg plots, .jsonl is the log."""
    recorder.check(target)
    recorder.save(plays.scenario(source), target)
    print(f"{target}: {target.stat().st_size:,} bytes")


@app.command(epilog=examples("pinout", "pinout --json"))
def pinout(as_json: Json = False) -> None:
    """Which pin of the Pico goes where."""
    if as_json:
        print(json.dumps(pinmap.as_dict()))
    else:
        _console().print(pinmap.as_table())


link_cli.register(app)
drive_cli.register(app)
doctor_cli.register(app)


def _outcome(cls: str, red: int, blue: int) -> dict[str, str]:
    """What the box said, and why: the ranks are known here, to the person who typed them."""
    names_ = {"red": pieces.name(red), "blue": pieces.name(blue)}
    return {"class": cls, "reason": rules.verdict(red, blue).reason, **names_}


def _console() -> Console:
    return Console(highlight=False)


def main(arguments: list[str] | None = None) -> None:
    """Run the command and exit: any expected error is one line on stderr and a code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        _invoke(arguments)
        sys.stdout.flush()
    except typer.Exit as done:
        sys.exit(done.exit_code)
    except BrokenPipeError:
        # The reader has what it wanted (`| head`).  Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except errors.EXPECTED as error:
        print(errors.said(error, _called(arguments)), file=sys.stderr)
        sys.exit(errors.exit_code(error))


def _invoke(arguments: list[str]) -> None:
    # Not Typer's own main: it prints errors in boxes and makes a closed pipe and Ctrl-C silent.
    command = typer.main.get_command(app)
    with command.make_context(NAME, list(arguments)) as context:
        command.invoke(context)


def _called(arguments: list[str]) -> str:
    """ "generals-arbiter", with the subcommand if one was named."""
    commands = app.registered_commands
    known = [c.name or (c.callback.__name__ if c.callback else "") for c in commands]
    return " ".join([NAME, *(word for word in arguments[:1] if word in known)])
