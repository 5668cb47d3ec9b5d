"""What is on the drive of a finished box: the one definition that deploy and build share."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from arbiter_host.drive_errors import DriveError

Tree = Mapping[str, bytes]  # path on the drive, such as "lib/neopixel.py", to content

SETTINGS = "settings.toml"
PROGRAM = "code.py"
_VERSION_FILE = "lib/arbiter/__init__.py"


class Library(NamedTuple):
    """A device library that CircuitPython does not bring along, as its PyPI source.

    The version is pinned, so that the same version of ours always makes the same drive; `files`
    are those that go into lib/, by their paths there.  As .py they suit CircuitPython 9 and 10
    alike; an .mpy fits one of them only.
    """

    package: str
    version: str
    files: tuple[str, ...]


# adafruit_bus_device, which the second needs, is built into CircuitPython 9 and 10 for the Pico.
LIBRARIES = (
    Library("adafruit-circuitpython-neopixel", "6.4.2", ("neopixel.py",)),
    Library(
        "adafruit-circuitpython-pn532",
        "2.4.9",
        tuple(f"adafruit_pn532/{name}.py" for name in ("__init__", "adafruit_pn532", "i2c")),
    ),
)


def content(firmware: Path) -> dict[str, bytes]:
    """The whole drive: the firmware folder as it is, and the libraries in lib/.

    Raises DriveError if a library is missing or of another version than the pinned one.
    """
    tree = {name: file.read_bytes() for name, file in _sources(firmware)}
    for library in LIBRARIES:
        tree |= _library_files(library)
    return dict(sorted(tree.items()))


def version(tree: Tree) -> str:
    """The version of the firmware on a drive, "" if there is none of ours."""
    for node in _statements(tree.get(_VERSION_FILE, b"")):
        match node:
            case ast.Assign([ast.Name("__version__")], ast.Constant(str(text))):
                return text
    return ""


def _statements(source: bytes) -> list[ast.stmt]:
    try:
        return ast.parse(source).body
    except (SyntaxError, ValueError):
        return []


def _sources(folder: Path) -> Iterator[tuple[str, Path]]:
    for file in folder.rglob("*"):
        inside = file.relative_to(folder)
        hidden = any(part.startswith((".", "__pycache__")) for part in inside.parts)
        if file.is_file() and not hidden:
            yield inside.as_posix(), file


def _library_files(library: Library) -> dict[str, bytes]:
    cure = f"pip install {library.package}=={library.version}"
    try:
        package = metadata.distribution(library.package)
    except metadata.PackageNotFoundError as error:
        raise DriveError(f"{library.package} is not installed: {cure}") from error
    if package.version != library.version:
        raise DriveError(
            f"{library.package} {package.version} is installed, the drive needs "
            f"{library.version}: {cure}"
        )
    paths = {name: Path(str(package.locate_file(name))) for name in library.files}
    return {f"lib/{name}": path.read_bytes() for name, path in paths.items()}
