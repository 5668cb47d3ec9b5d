"""Adafruit's libraries that a builder copies to the drive: run as they are installed here."""

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

# They import modules of the board, so they run in each box anew, as if they were on its drive.
PACKAGES = ("adafruit_bus_device", "adafruit_pn532")


def file_of(module: str) -> Path | None:
    """The file of a module of one of the packages; None for any other."""
    package, *inside = module.split(".")
    folder = _folder(package) if package in PACKAGES else None
    if folder is None:
        return None
    file = folder.joinpath(*inside[:-1], f"{inside[-1] if inside else '__init__'}.py")
    return file if file.is_file() else None


def board_path(file: Path) -> str:
    """Where a file of a library would be on the drive."""
    return f"/lib/{file.parent.name}/{file.name}"


@lru_cache
def _folder(package: str) -> Path | None:
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec is not None else None
    return Path(next(iter(places))) if places else None
