"""A bar for what takes long, where somebody watches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from arbiter_sim.recorder import Done, Track

_LONG_MS = 60_000  # of a recording: the picture of a minute takes a quarter of one


@contextmanager
def bar(track: Track) -> Iterator[Done]:
    """What is to be told how many ms of the track are written; a bar on a terminal's stderr."""
    console = Console(stderr=True)
    drawn = console.is_terminal and not console.is_dumb_terminal and track.end_ms >= _LONG_MS
    columns = (TextColumn(track.title), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not drawn) as progress:
        task = progress.add_task("", total=track.end_ms)
        yield lambda t_ms: progress.update(task, completed=t_ms)
