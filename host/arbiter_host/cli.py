"""The command `generals-arbiter`: arguments in, text out.  What it does is in the other modules."""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from arbiter import pieces, rules
from arbiter_host import doctor_cli, drive_cli, errors, link_cli, pinmap, plays, progress, streams
from arbiter_host.calibration import command as calibration_cli
from arbiter_host.show import Show
from arbiter_host.tour import tour
from arbiter_host.usage import NAME, examples
from arbiter_sim import names, recorder

_ROOMY = 200  # columns, in which nothing of ours wraps
app = typer.Typer(
    add_completion=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

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
def record(source: Source, target: Target, as_json: Json = False) -> None:
    """Record a scenario: .gif shows the box, .wav sounds, .svg plots, .jsonl is the log."""
    recorder.check(target)
    track = plays.scenario(source)
    with progress.bar(track) as done:
        recorder.save(track, target, done)
    size = target.stat().st_size if target.is_file() else None
    if as_json:
        print(json.dumps({"file": str(target), "bytes": size, "seconds": track.end_ms / 1000}))
    else:
        print(f"{target}: " + ("written" if size is None else f"{size:,} bytes"))


@app.command(epilog=examples("pinout", "pinout --json"))
def pinout(as_json: Json = False) -> None:
    """Which pin of the Pico goes where."""
    if as_json:
        print(json.dumps(pinmap.as_dict()))
    else:
        _print_pinout(_console())


link_cli.register(app)
drive_cli.register(app)
doctor_cli.register(app)
calibration_cli.register(app)


def _outcome(cls: str, red: int, blue: int) -> dict[str, str]:
    """What the box said, and why: the ranks are known here, to the person who typed them."""
    names_ = {"red": pieces.name(red), "blue": pieces.name(blue)}
    return {"class": cls, "reason": rules.verdict(red, blue).reason, **names_}


def _print_pinout(console: Console) -> None:
    table = pinmap.as_table()
    roomy = console.options.update(max_width=_ROOMY)
    if console.is_dumb_terminal or console.measure(table, options=roomy).maximum > console.width:
        print("\n".join(pinmap.lines()))
    else:
        console.print(table)


def _console() -> Console:
    return Console(highlight=False)


def main(arguments: list[str] | None = None) -> None:
    """Run the command and exit: any expected error is one line on stderr and a code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        with streams.named_output():
            _invoke(arguments)
    except typer.Exit as done:
        sys.exit(done.exit_code)
    except BrokenPipeError:
        pass  # the reader has what it wanted (`| head`)
    except errors.EXPECTED as error:
        streams.complain(errors.said(error, _called(arguments)))
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
