"""The scenarios of the guided tour, in the order in which they are shown."""

from __future__ import annotations

from importlib.resources import files

SUFFIX = ".scenario"
TOUR = (
    "officer-v-officer",
    "private-v-agent",
    "tie",
    "bad-seat",
    "lifted-piece",
    "flag-captured",
    "flag-duel",
)


def text(name: str) -> str:
    """The text of one of the scenarios named in `TOUR`."""
    return files(__name__).joinpath(name + SUFFIX).read_text("utf-8")


def narration(name: str) -> tuple[str, str]:
    """(title, sentence): the first two lines of the scenario, which are comments."""
    title, sentence = text(name).splitlines()[:2]
    return title.lstrip("# "), sentence.lstrip("# ")
