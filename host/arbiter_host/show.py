"""Shows a track to a person: live on a terminal, else in lines.  The only module that waits."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from arbiter_host import glyphs as shapes
from arbiter_host import sound, stage, streams
from arbiter_host.errors import BadInput
from arbiter_host.glyphs import Glyphs
from arbiter_host.story import highlight, story
from arbiter_sim.recorder import Track

_FRAME_S = 1 / 30


class Show:
    """How tracks are shown: on which console, with or without waiting and sound."""

    def __init__(self, console: Console, fast: bool, with_sound: bool = False) -> None:
        if fast and with_sound:
            raise BadInput("--sound takes its time and --fast takes none: leave one of them out")
        self.console = console
        self.fast = fast
        self.glyphs: Glyphs = shapes.ASCII if console.options.ascii_only else shapes.UNICODE
        self._player = self._find_player() if with_sound else None

    def play(self, track: Track) -> None:
        """Animate the box on a terminal; print the story elsewhere or where there is no waiting."""
        if self.fast or not self._is_stage():
            self.tell(track)
            return
        with self._sounding(track), Live(console=self.console, auto_refresh=False) as live:
            for t_ms in _frames(track.end_ms):
                live.update(self._frame(track, t_ms), refresh=True)
            live.update(self.still(track), refresh=True)

    def tell(self, track: Track) -> None:
        """Print the story, each line at its time."""
        with self._sounding(track):
            self.print_paced(story(track, self.glyphs))

    def print_paced(self, timed: Iterable[tuple[float, str]]) -> None:
        """Print each line at its time (ms since now), or all at once when fast."""
        start = time.monotonic()
        for t_ms, line in timed:
            if not self.fast:
                time.sleep(max(0.0, start + t_ms / 1000 - time.monotonic()))
            print(line, flush=not self.fast)

    def still(self, track: Track) -> Text:
        """The box at the instant that tells most."""
        return stage.picture(track, highlight(track), self.glyphs)

    def show_still(self, track: Track) -> None:
        """Print it, unless the box has just been seen or would not fit."""
        if self._has_room() and (self.fast or not self._is_stage()):
            self.console.print(self.still(track))

    def _is_stage(self) -> bool:
        """Whether the box can move here."""
        console = self.console
        return console.is_terminal and not console.is_dumb_terminal and self._has_room()

    def _has_room(self) -> bool:
        return self.console.width >= stage.INNER + 2

    def _frame(self, track: Track, t_ms: float) -> Group:
        picture = stage.picture(track, t_ms, self.glyphs)
        return Group(picture, stage.progress(t_ms, track.end_ms, self.glyphs))

    def _sounding(self, track: Track) -> AbstractContextManager[object]:
        return sound.playing(self._player, track) if self._player else nullcontext()

    def _find_player(self) -> tuple[str, ...] | None:
        player = sound.player()
        if player is None:
            names = ", ".join(command[0] for command in sound.PLAYERS)
            streams.complain(f"no sound: install one of {names}")
        return player


def _frames(end_ms: float) -> Iterator[float]:
    """Milliseconds since now, one for each picture, until the end."""
    start = time.monotonic()
    while (t_ms := (time.monotonic() - start) * 1000) < end_ms:
        yield t_ms
        time.sleep(_FRAME_S)
