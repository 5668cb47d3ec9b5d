"""`os`, `sys`, `gc` and `traceback`, as far as a program on a read-only drive can use them."""

import errno
import os as host_os
import random
import tomllib
from typing import TYPE_CHECKING, Any, NoReturn

from .base import BoardModule

if TYPE_CHECKING:
    from ..machine import Machine

VERSION = (10, 0, 0)
_HEAP = 180_000  # bytes, of which a tiny program leaves 171 kB (measured)
_FREE = 171_000


def modules(machine: "Machine") -> dict[str, object]:
    """Module name to module, for one run."""
    return {"os": _os(machine), "sys": _sys(machine), "gc": _gc(), "traceback": _traceback(machine)}


def _os(machine: "Machine") -> BoardModule:
    drive = machine.python.drive
    chance = random.Random(f"{machine.world.seed} urandom")

    def getenv(key: str, default: Any = None) -> Any:
        # Line by line: a line that is wrong hides no other (measured on 10.0.0).
        for line in drive.text("/settings.toml").splitlines():
            if line.startswith("["):
                break
            try:
                values = tomllib.loads(line)
            except tomllib.TOMLDecodeError:
                continue
            if key in values:
                return values[key]
        return default

    def stat(path: str) -> tuple[int, ...]:
        return tuple(map(int, host_os.stat(drive.host_path(path))))[:10]

    writing = ("mkdir", "remove", "rename", "rmdir", "unlink")
    return BoardModule(
        "os",
        getcwd=lambda: "/",
        getenv=getenv,
        listdir=lambda path="/": sorted(host_os.listdir(drive.host_path(path))),
        sep="/",
        stat=stat,
        urandom=chance.randbytes,
        **dict.fromkeys(writing, _read_only),
    )


def _read_only(*_: Any) -> NoReturn:
    raise OSError(errno.EROFS)


def _sys(machine: "Machine") -> BoardModule:
    def leave(code: object = None) -> NoReturn:
        raise SystemExit(code)

    return BoardModule(
        "sys",
        byteorder="little",
        exit=leave,
        implementation=BoardModule(
            "implementation",
            name="circuitpython",
            version=VERSION,
            _machine="Raspberry Pi Pico with rp2040",
            _mpy=262,
        ),
        maxsize=(1 << 31) - 1,
        modules=machine.python.loader.modules,
        path=["", "/", "/lib"],
        platform="RP2040",
        version="3.4.0; CircuitPython " + ".".join(map(str, VERSION)),
        version_info=(3, 4, 0),
    )


def _gc() -> BoardModule:
    """Memory is not simulated: the figures are a tiny program's, and a collection costs nothing."""
    return BoardModule(
        "gc",
        collect=lambda: 0,
        disable=lambda: None,
        enable=lambda: None,
        isenabled=lambda: True,
        mem_alloc=lambda: _HEAP - _FREE,
        mem_free=lambda: _FREE,
    )


def _traceback(machine: "Machine") -> BoardModule:
    def print_exception(error: BaseException, *_: Any) -> None:
        machine.python.print_text(machine.python.drive.traceback(error))

    return BoardModule(
        "traceback",
        format_exception=lambda error, *_: [machine.python.drive.traceback(error)],
        print_exception=print_exception,
    )
