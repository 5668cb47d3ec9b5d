"""The C core as seen from Python: its state, and how it is compiled and kept.

Compiled when it is first wanted, with the machine's own C compiler, into the user's cache
directory; the file is named by its sources, so a change of them makes a new one.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).parent
_U32 = ctypes.c_uint32

READ = ctypes.CFUNCTYPE(_U32, _U32)
WRITE = ctypes.CFUNCTYPE(None, _U32, _U32, _U32)

# Of turbo.h, in its order.
_WORDS = """
n z c v other_sp primask uses_psp unprivileged in_handler exception vector_table shpr2 shpr3
irq_lines irq_soft irq_enabled priority_low priority_high pend_nmi pend_pendsv pend_svcall
pend_systick event asleep irq_news stop spinlocks dividend divisor quotient remainder divider_csr
timer_high gpio_in gpio_in_known bad_opcode bad_opcode_at
"""


class NoCompiler(RuntimeError):
    """The C core cannot be made here; the text says why."""


class Cpu(ctypes.Structure):
    """``Cpu`` of turbo.h, which says what each field is."""

    _fields_ = (
        ("r", _U32 * 16),
        *((name, _U32) for name in _WORDS.split()),
        ("cycles", ctypes.c_uint64),
        ("deadline", ctypes.c_uint64),
        ("sync_cycles", ctypes.c_uint64),
        ("sync_nanos", ctypes.c_double),
        ("timer_epoch", ctypes.c_double),
        *((name, ctypes.c_void_p) for name in ("flash", "sram", "dpram", "rom")),
        ("read", READ),
        ("write", WRITE),
    )

    def clear(self) -> None:
        """Set all registers and latches to zero, as a reset of the chip does."""
        self.r[:] = [0] * 16
        for name in _WORDS.split():
            setattr(self, name, 0)


def load() -> ctypes.CDLL:
    """The compiled core. Raises NoCompiler if it has to be compiled and that fails."""
    sources = sorted(path for path in SOURCES.iterdir() if path.suffix in (".c", ".h"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    library = cache_folder() / f"turbo-{digest[:16]}.so"
    if not library.exists():
        _compile([path for path in sources if path.suffix == ".c"], library)
    core = ctypes.CDLL(str(library))
    if core.turbo_sizeof() != ctypes.sizeof(Cpu):
        raise NoCompiler(f"{library} was made for another kind of machine: delete it")
    return core


def cache_folder() -> Path:
    """Where the user's programs keep what they can make again."""
    home = "Library/Caches" if sys.platform == "darwin" else ".cache"
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / home
    return Path(base) / "generals-arbiter"


def _compile(sources: list[Path], library: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise NoCompiler("no C compiler (cc, gcc or clang) was found")
    # Written beside and moved, so that two runs at once cannot load half a file.
    unfinished = library.with_suffix(f".{os.getpid()}")
    flags = ["-O2", "-fno-strict-aliasing", "-shared", "-fPIC", "-o", str(unfinished)]
    try:
        library.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [compiler, *flags, *map(str, sources)], check=True, capture_output=True, text=True
        )
        unfinished.replace(library)
    except subprocess.CalledProcessError as error:
        raise NoCompiler(f"{compiler} failed: {error.stderr.strip()[-200:]}") from error
    except OSError as error:
        raise NoCompiler(f"the C core cannot be kept: {error}") from error
