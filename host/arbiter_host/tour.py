"""The guided tour: each scenario with a line that says what to look for."""

from __future__ import annotations

from rich.rule import Rule
from rich.text import Text

from arbiter_host import glyphs as shapes
from arbiter_host import plays
from arbiter_host.show import Show
from arbiter_sim import scenarios

_WELCOME = (
    "Two pieces go into the box, and the box says which one stays, and never what they are. "
    "This is the firmware of the real box, run by a simulated Raspberry Pi Pico."
)
_GOODBYE = (
    "Your own battle: generals-arbiter battle colonel spy\nAll commands:    generals-arbiter --help"
)


def tour(show: Show) -> None:
    """Show every scenario of the tour, one after the other."""
    console = show.console
    console.print(Text(_WELCOME))
    console.print(Text(shapes.legend(show.glyphs), "dim"))
    for number, name in enumerate(scenarios.TOUR, 1):
        title, sentence = scenarios.narration(name)
        console.print()
        console.print(
            Rule(f"{number} of {len(scenarios.TOUR)}  {title}", align="left", style="dim")
        )
        console.print(Text(sentence))
        track = plays.scenario(name)
        show.play(track)
        show.show_still(track)
    console.print()
    console.print(Text(_GOODBYE))
