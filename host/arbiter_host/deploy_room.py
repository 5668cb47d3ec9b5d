"""How much of a FAT drive a plan needs while it is carried out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from arbiter_host.deploy_plan import REMOVE, REPLACE, WRITE, Step

_ENTRY = 32  # bytes in a FAT folder: for a file, and again for each 13 letters of its name


def peak(steps: Iterable[Step], sizes: Mapping[str, int], cluster: int) -> int:
    """How many clusters more than now are in use at the worst moment.

    `sizes` are those of the files on the drive, and `cluster` of a cluster, in bytes.
    """
    now = dict(sizes)
    counts = [_clusters(now, cluster)]
    for step in steps:
        if step.kind == WRITE:
            now[step.name] = len(step.data)
        elif step.kind == REPLACE:
            now[step.name] = now.pop(step.source)
        elif step.kind == REMOVE:
            del now[step.name]
        counts.append(_clusters(now, cluster))
    return max(counts) - counts[0]


def _clusters(sizes: Mapping[str, int], cluster: int) -> int:
    """What files and their folders take; of the root folder, which has a place of its own, none."""
    entries = {(folder, name) for file in sizes for folder, name in _places(file)}
    folders = {folder: 2 * _ENTRY for folder, _ in entries if folder}
    for folder, name in entries:
        if folder:
            folders[folder] += _ENTRY * (1 + math.ceil(len(name) / 13))
    return sum(math.ceil(size / cluster) for size in (*sizes.values(), *folders.values()))


def _places(file: str) -> list[tuple[str, str]]:
    """Each folder on the way to a file, with what it holds on that way."""
    paths = [file, *_folders(file)]
    return [(path.rpartition("/")[0], path.rpartition("/")[2]) for path in paths]


def _folders(file: str) -> list[str]:
    """The folders that a file is in, the innermost first."""
    parts = file.split("/")[:-1]
    return ["/".join(parts[:count]) for count in range(len(parts), 0, -1)]
