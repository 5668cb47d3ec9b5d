"""What the simulated modules are made of."""

from typing import Any, NoReturn


class BoardModule:
    """A module with the given names and no other; none can be set."""

    def __init__(self, module: str, /, **names: Any) -> None:
        vars(self).update(names, __name__=module)

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"module '{vars(self)['__name__']}' has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"can't set attribute '{name}'")

    def __repr__(self) -> str:
        return f"<module '{vars(self)['__name__']}'>"
