"""A drive in memory, for the cases that are too many for an image each."""

from __future__ import annotations

from collections.abc import Callable, Mapping


class Memory:
    """`drive_files.Files` of a dictionary.  A write that `before` fails leaves half a file."""

    def __init__(
        self, tree: Mapping[str, bytes], before: Callable[[str, str], None] | None = None
    ) -> None:
        self.tree = dict(tree)
        self._before = before or (lambda *_: None)

    def names(self) -> list[str]:
        return sorted(self.tree)

    def read(self, name: str) -> bytes:
        self._before("read", name)
        return self.tree[name]

    def write(self, name: str, data: bytes) -> None:
        try:
            self._before("write", name)
        except OSError:
            self.tree[name] = data[: len(data) // 2]
            raise
        self.tree[name] = data

    def replace(self, source: str, target: str) -> None:
        self._before("replace", target)
        self.tree[target] = self.tree.pop(source)

    def remove(self, name: str) -> None:
        self._before("remove", name)
        del self.tree[name]

    def remove_folder(self, name: str) -> None:
        self._before("remove folder", name)
        assert not any(other.startswith(f"{name}/") for other in self.tree)

    def space(self) -> None:
        return None
