"""The command `calibrate` as a program of its own, and the person at it: hands and keys."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from host.served import LONG_S, Served, wait_until

_PROMPT = re.compile(r"(red|blue): put the (.+?)(?: \((\d) of \d\))? in")


class Calibrated:
    """One run of `calibrate` on a served box; ``memory`` is its --state."""

    def __init__(self, box: Served, memory: Path, *options: str) -> None:
        self._box = box
        self._file = memory.with_suffix(".said")
        command = [sys.executable, "-m", "arbiter_host", "calibrate", "--port", box.data]
        with self._file.open("w") as said:
            self.process = subprocess.Popen(
                [*command, "--state", str(memory), *options],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE if "--json" in options else said,
                stderr=said,
                text=True,
                env=os.environ,
            )

    def __enter__(self) -> Calibrated:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    @property
    def said(self) -> str:
        """All that it has said to the person."""
        return self._file.read_text()

    def type(self, *lines: str) -> None:
        """What the person types."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def wait_for(self, text: str, times: int = 1) -> None:
        """Wait until it has said so, that often."""
        wait_until(lambda: self.said.count(text) >= times or self.process.poll() is not None)
        assert self.said.count(text) >= times, self.said

    def end(self) -> int:
        """Wait for its end; returns its exit code."""
        return self.process.wait(LONG_S)

    def report(self) -> dict[str, Any]:
        """Of --json, once it has ended."""
        return json.loads(self.process.communicate(timeout=LONG_S)[0])

    def interrupt(self) -> int:
        """Ctrl-C; returns its exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.end()

    def asked(self) -> tuple[str, str]:
        """The slot and the piece, as `serve` takes it, that it has asked for last."""
        slot, piece, number = _PROMPT.findall(self.said)[-1]
        return slot, f"{piece} no {number}" if number else piece

    def obey(self, count: int) -> None:
        """Put in what it asks for, and take it out when it has it, that many times."""
        for _ in range(count):
            self.wait_for_question()
            slot, piece = self.asked()
            self._box.do(f"put {slot} {piece} in")
            wait_until(lambda: not self._is_asking())
            self._box.do(f"lift {slot}")

    def wait_for_question(self) -> None:
        """Wait until it asks for a piece."""
        wait_until(lambda: self._is_asking() or self.process.poll() is not None)
        assert self._is_asking(), self.said

    def _is_asking(self) -> bool:
        return bool(_PROMPT.search(self.said.rstrip("\n").rpartition("\n")[2]))
