"""Python as the board speaks it: the builtins and standard modules it has, and no others.

The lists are what `dir()` gave on CircuitPython 10.0.0 for the Pico; 9.1.4 has the same.
"""

import builtins
import importlib
import random
from typing import TYPE_CHECKING, Any

from .base import BoardModule

if TYPE_CHECKING:
    from ..machine import Machine

BUILTINS = """
    ArithmeticError AssertionError AttributeError BaseException EOFError Ellipsis Exception
    GeneratorExit ImportError IndentationError IndexError KeyError KeyboardInterrupt LookupError
    MemoryError NameError NotImplementedError OSError OverflowError RuntimeError StopIteration
    SyntaxError SystemExit TypeError ValueError ZeroDivisionError abs all any bool bytearray bytes
    callable chr classmethod dict dir divmod eval exec getattr globals hasattr hash id int
    isinstance issubclass iter len list locals map object ord pow range repr round set
    setattr sorted staticmethod str sum super tuple type zip BrokenPipeError ConnectionError
    FutureWarning NotImplemented StopAsyncIteration TimeoutError UnicodeError Warning
    __build_class__ bin compile complex delattr enumerate filter float frozenset hex max
    memoryview min oct property reversed slice
"""

STANDARD = {
    "array": "array",
    "binascii": "a2b_base64 b2a_base64 crc32 hexlify unhexlify",
    "collections": "OrderedDict deque namedtuple",
    "errno": """EACCES EAGAIN EEXIST EINVAL EIO EISDIR ENODEV ENOENT ENOMEM ENOSPC EPERM EROFS
        errorcode""",
    "io": "BytesIO StringIO",
    "json": "dump dumps load loads",
    "math": """acos asin atan atan2 ceil copysign cos degrees e exp fabs floor fmod frexp isfinite
        isinf isnan ldexp log modf pi pow radians sin sqrt tan trunc""",
    "re": "compile match search sub",
    "struct": "calcsize pack pack_into unpack unpack_from",
}

RANDOM = "choice getrandbits randint random randrange seed uniform"


def modules(machine: "Machine") -> dict[str, object]:
    """Module name to module, for one run. `random` follows the seed of the run."""
    standard: dict[str, object] = {
        name: _excerpt(name, importlib.import_module(name), names)
        for name, names in STANDARD.items()
    }
    chance = random.Random(f"{machine.world.seed} firmware")
    return standard | {
        "random": _excerpt("random", chance, RANDOM),
        "micropython": BoardModule("micropython", const=lambda value: value),
    }


def board_builtins(**ours: Any) -> dict[str, Any]:
    """The `__builtins__` of a program on the board, with `ours` (open, print, ...) among them."""
    return {name: getattr(builtins, name) for name in BUILTINS.split()} | {"next": _next} | ours


def _next(iterator: Any) -> Any:
    # The board's takes no default: "function takes 1 positional arguments but 2 were given".
    return next(iterator)


def _excerpt(name: str, source: object, names: str) -> BoardModule:
    return BoardModule(name, **{one: getattr(source, one) for one in names.split()})
