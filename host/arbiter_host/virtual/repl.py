"""CircuitPython's console as far as a terminal program meets it; it runs no Python.

Texts as CircuitPython 10.0.0 prints them (main.c, shared/runtime/pyexec.c).
"""

from __future__ import annotations

from arbiter_sim import Box

_CTRL_C, _CTRL_D, _ENTER = 0x03, 0x04, (0x0A, 0x0D)
_PROMPT = ">>> "
_DONE = "\nCode done running.\n\nPress any key to enter the REPL. Use CTRL-D to reload.\n"
_BANNER = f"\nAdafruit CircuitPython 10.0.0 on 2025-10-15; Raspberry Pi Pico with rp2040\n{_PROMPT}"
_REBOOT = "\nsoft reboot\n\ncode.py output:\n"
_NO_PYTHON = "This simulated board runs no Python here. Press CTRL-D to start code.py again.\n"
_RUNNING, _DONE_RUNNING, _AT_PROMPT = "running", "done", "prompt"


class Repl:
    """What the console answers to each byte, while the program runs and after it has ended."""

    def __init__(self) -> None:
        self._state = _RUNNING
        self._line = ""

    def ended(self) -> str:
        """The program has ended; returns what the console says."""
        self._state = _DONE_RUNNING
        return _DONE

    def type(self, data: bytes, box: Box) -> str:
        """A terminal sends bytes; returns what it sees."""
        return "".join(self._key(byte, box) for byte in data)

    def _key(self, byte: int, box: Box) -> str:
        if self._state == _RUNNING:
            if byte == _CTRL_C:
                box.interrupt()
            return ""
        if byte == _CTRL_D:
            self._state = _RUNNING
            box.reload()
            return _REBOOT
        if self._state == _DONE_RUNNING:
            self._state = _AT_PROMPT
            self._line = ""
            return _BANNER
        return self._at_prompt(byte)

    def _at_prompt(self, byte: int) -> str:
        if byte == _CTRL_C:
            self._line = ""
            return f"\nKeyboardInterrupt\n{_PROMPT}"
        if byte in _ENTER:
            answer = _NO_PYTHON if self._line.strip() else ""
            self._line = ""
            return f"\n{answer}{_PROMPT}"
        self._line += chr(byte)
        return chr(byte)
