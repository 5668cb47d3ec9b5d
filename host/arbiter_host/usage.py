"""The command's name, and how its help shows examples."""

from __future__ import annotations

NAME = "generals-arbiter"


def examples(*lines: str) -> str:
    """The end of a subcommand's help."""
    return "\b\n[bold]Examples[/bold]\n" + "\n".join(f"  {NAME} {line}" for line in lines)
