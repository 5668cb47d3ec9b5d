"""One line of the table of results: a figure, and the limits that it must keep."""

from __future__ import annotations

from typing import NamedTuple


class Result(NamedTuple):
    """A figure with its unit; ``low`` and ``high`` are the limits, None where there is none."""

    subject: str
    name: str
    value: float
    unit: str
    low: float | None = None
    high: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the figure keeps its limits."""
        return (self.low is None or self.value >= self.low) and (
            self.high is None or self.value <= self.high
        )

    @property
    def limit(self) -> str:
        """The limits for people."""
        bounds = [f">= {self.low:.4g}"] if self.low is not None else []
        bounds += [f"<= {self.high:.4g}"] if self.high is not None else []
        return ", ".join(bounds)


def markdown(results: list[Result]) -> str:
    """All results as a table."""
    lines = ["| subject | figure | value | limit |", "|---|---|---|---|"]
    for result in results:
        value = f"{result.value:.3g} {result.unit}".strip()
        cells = (result.subject, result.name, value, result.limit)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
