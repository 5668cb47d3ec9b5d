"""The import system of a program on the board.

It resolves names as CircuitPython does and touches neither `sys.modules` nor `sys.path` of the
process: modules of the drive are new objects for every run, so a restart begins clean and several
boxes live side by side.
"""

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from . import libraries
from .drive import Drive
from .modules import EXTENSIBLE
from .modules.language import board_builtins
from .modules.pins import library


class Loader:
    """The modules of one run of one program."""

    def __init__(self, drive: Drive) -> None:
        self.modules: dict[str, Any] = {}
        self._drive = drive
        self._provided: Mapping[str, Any] = {}
        self._builtins: dict[str, Any] = {}

    def provide(self, provided: Mapping[str, Any], **ours: Any) -> None:
        """Set what the board brings along: its modules, and builtins such as `print`."""
        self._provided = provided
        self._builtins = board_builtins(__import__=self._import, **ours)

    def run(self, file: Path) -> None:
        """Run a file as the main program."""
        self._execute("__main__", file)

    def _import(
        self,
        name: str,
        globals: Mapping[str, Any] | None = None,
        _locals: Mapping[str, Any] | None = None,
        fromlist: tuple[str, ...] | None = (),
        level: int = 0,
    ) -> Any:
        """`__import__`, which every import statement of the drive's code calls."""
        full = _absolute(name, (globals or {}).get("__package__", ""), level)
        module = self._load(full)
        if not fromlist:
            return self._load(full.partition(".")[0])
        if isinstance(module, ModuleType) and hasattr(module, "__path__"):
            for item in fromlist:
                if item != "*" and not hasattr(module, item):
                    self._load_item(full, item)
        return module

    def _load_item(self, package: str, item: str) -> None:
        child = f"{package}.{item}"
        if (self._find(child) or libraries.file_of(child)) is None:
            raise ImportError(f"can't import name {item}")
        self._load(f"{package}.{item}")

    def _load(self, full: str) -> Any:
        if full not in self.modules:
            package, _, child = full.rpartition(".")
            parent = self._load(package) if package else None
            # Loading the parent may have loaded it.
            if full not in self.modules:
                self._load_new(full)
            if parent is not None:
                setattr(parent, child, self.modules[full])
        return self.modules[full]

    def _load_new(self, full: str) -> None:
        if full in self._provided and full not in EXTENSIBLE:
            self.modules[full] = self._provided[full]
            return
        file = self._find(full) or libraries.file_of(full)
        if file is not None:
            self._execute(full, file)
            return
        module = self._provided.get(full) or library(full)
        if module is None:
            raise ImportError(f"no module named '{full}'")
        self.modules[full] = module

    def _find(self, full: str) -> Path | None:
        """The file of a module, in the folders of `sys.path`."""
        inside = full.replace(".", "/")
        for folder in map(self._drive.host_path, self._provided["sys"].path):
            for file in (folder / inside / "__init__.py", folder / f"{inside}.py"):
                if file.is_file():
                    return file
        return None

    def _execute(self, full: str, file: Path) -> None:
        module = ModuleType(full)
        is_package = file.name == "__init__.py"
        vars(module).update(
            __builtins__=self._builtins,
            __file__=self._drive.board_path(file),
            __package__=full if is_package else full.rpartition(".")[0],
        )
        if is_package:
            module.__path__ = [self._drive.board_path(file.parent)]
        self.modules[full] = module
        try:
            exec(self._drive.compile(file), vars(module))
        except BaseException:
            # A module that failed is tried anew by the next import of it.
            del self.modules[full]
            raise


def _absolute(name: str, package: str, level: int) -> str:
    """The full name behind a relative one."""
    if level == 0:
        return name
    parts = package.split(".")
    if not package or level > len(parts):
        raise ImportError("can't perform relative import")
    base = ".".join(parts[: len(parts) - level + 1])
    return f"{base}.{name}" if name else base
