"""The command: a scenario or the figures, on the emulated board."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from .. import scenario
from ..errors import NotADrive, SimulationError
from . import figures, images
from .play import play

# As those of `generals-arbiter`: see arbiter_host.errors.
FIRMWARE, BAD_INPUT, FILES = 1, 2, 3


def main(words: Sequence[str] | None = None) -> int:
    """Run the command with its arguments; returns the exit code."""
    options = _parser().parse_args(words)
    try:
        for line in _lines(options):
            print(line)
    except (scenario.ScenarioError, images.NoImage, NotADrive) as error:
        return _complain(str(error), BAD_INPUT)
    except SimulationError as error:
        return _complain(str(error), FIRMWARE)
    except OSError as error:
        return _complain(f"cannot use '{error.filename}': {error.strerror}", FILES)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m arbiter_sim.emulated")
    parser.description = "Play a scenario on real CircuitPython, in an emulated RP2040."
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("scenario", metavar="SCENARIO", nargs="?", type=Path, help="a file")
    what.add_argument("--figures", action="store_true", help="measure heap, start and step times")
    parser.add_argument(
        "--circuitpython-uf2",
        metavar="FILE",
        type=Path,
        help=f"CircuitPython for the Pico; else the file that {images.VARIABLE} names",
    )
    parser.add_argument("--firmware", metavar="FOLDER", type=Path, help="else the arbiter's own")
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")
    return parser


def _lines(options: argparse.Namespace) -> Iterator[str]:
    image = options.circuitpython_uf2 or next(iter(images.given()), None)
    if image is None:
        raise images.NoImage(f"no CircuitPython image: {images.WHERE}")
    if options.figures:
        measured = figures.measure(image, options.firmware)
        return _told(measured) if not options.json else iter([json.dumps(measured._asdict())])
    text = options.scenario.read_text(encoding="utf-8")
    run = play(scenario.parse(text, str(options.scenario)), image, options.firmware)
    records = ({"t_ms": run.power_on_ms, "k": "power-on"}, *run.log.records())
    return map(json.dumps if options.json else _seen, records)


def _told(measured: figures.Figures) -> Iterator[str]:
    for name, value in measured._asdict().items():
        unit = "bytes" if name == "heap_left" else "ms"
        yield f"{name.replace('_', ' '):18} {value:10.1f} {unit}"


def _seen(record: dict[str, object]) -> str:
    """A log record for people."""
    t_ms, kind, *rest = record.values()
    return f"{t_ms:12.3f} ms  {kind:8}  {' '.join(map(str, rest)).rstrip()}"


def _complain(text: str, code: int) -> int:
    print(f"python -m arbiter_sim.emulated: {' '.join(text.split())}", file=sys.stderr)
    return code
