"""Make the files that are given to people: the drive as a zip, as a UF2, and with CircuitPython."""

from __future__ import annotations

from pathlib import Path

from arbiter_host import build_fat, build_uf2, drive_content, drive_zip
from arbiter_host.build_uf2 import Board, WrongFile
from arbiter_host.drive_content import Tree
from arbiter_host.drive_errors import DriveError


def build(tree: Tree, folder: Path, circuitpython: Path | None = None) -> list[Path]:
    """Write all files for a drive; each is read back and compared before it has its name.

    Raises DriveError if the CircuitPython is not one for the box, or what was read back differs.
    """
    runtime = None if circuitpython is None else _runtime(circuitpython)
    stem = f"generals-arbiter-{drive_content.version(tree)}"
    made = {folder / f"{stem}-drive-{b.short}.uf2": (b, _drive(tree, b)) for b in build_uf2.BOARDS}
    if runtime is not None:
        board = runtime.board
        blocks = runtime.blocks + build_uf2.drive_blocks(board, _image(tree, board))
        path = folder / f"{stem}-{board.short}-circuitpython-{runtime.version}.uf2"
        made[path] = board, build_uf2.written(board, blocks, runtime.first)
    zip_path = folder / f"{stem}.zip"
    drive_zip.save(zip_path, tree)
    _compare(zip_path, drive_zip.load(zip_path), tree)
    for path, (board, content) in made.items():
        _save(path, board, content, tree)
    return [zip_path, *made]


def _runtime(path: Path) -> build_uf2.Runtime:
    try:
        return build_uf2.read_runtime(path.read_bytes())
    except WrongFile as error:
        raise DriveError(
            f"{path}: {error}: give CircuitPython's .uf2 for the Pico or Pico 2"
        ) from error


def _drive(tree: Tree, board: Board) -> bytes:
    return build_uf2.written(board, build_uf2.drive_blocks(board, _image(tree, board)))


def _image(tree: Tree, board: Board) -> bytes:
    return build_fat.image(tree, board.end - board.start)


def _save(path: Path, board: Board, content: bytes, tree: Tree) -> None:
    draft = path.with_name(f".{path.name}.part")
    try:
        draft.write_bytes(content)
        flash = build_uf2.region(draft.read_bytes(), board.start, board.end)
        _compare(path, build_fat.files(flash, len(flash)), tree)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _compare(path: Path, found: Tree, tree: Tree) -> None:
    different = sorted(n for n in {*found, *tree} if found.get(n) != tree.get(n))
    if different:
        raise DriveError(f"{path}: {different[0]} reads back differently: is the disk sound?")
