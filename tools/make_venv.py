"""Make .venv and install this project in it, with a line of progress and no noise.

Standard library only: it runs before anything is installed.  Usage: make_venv.py VENV [EXTRA]
"""

import re
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Progress:
    """One line that is rewritten on a terminal; a line a step elsewhere."""

    def __init__(self):
        self.live = sys.stdout.isatty()
        self.started = time.monotonic()
        self.packages = 0

    def show(self, text):
        if not self.live:
            print(f"  {text}", flush=True)
            return
        room = shutil.get_terminal_size().columns - 1
        line = f"  {text}  ({time.monotonic() - self.started:.0f} s)"
        print(f"\r{line[:room]:<{room}}", end="", flush=True)

    def pip_says(self, line):
        word, *rest = line.split() or [""]
        if word == "Collecting":
            self.show(f"fetching {re.split(r'[^A-Za-z0-9._-]', rest[0])[0]}")
        elif line.startswith("Installing collected"):
            self.show("installing all of it")
        elif word == "Successfully":
            self.packages = len(rest) - 1

    def done(self):
        self.show(f"ready: {self.packages} packages")
        if self.live:
            print()


def make(folder):
    """The environment's Python; made anew if it does not run (a moved folder breaks one)."""
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not _has_pip(python):
        venv.create(folder, clear=True, with_pip=True)
    return python


def _has_pip(python):
    if not python.exists():
        return False
    return subprocess.run([python, "-c", "import pip"], capture_output=True).returncode == 0


def install(python, extra, progress):
    """Run pip; its last lines are shown only if it fails."""
    project = f".[{extra}]" if extra else "."
    command = [python, "-m", "pip", "install", "--disable-pip-version-check", "-e", project]
    said = []
    with subprocess.Popen(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as pip:
        for line in pip.stdout:
            said.append(line)
            progress.pip_says(line)
    if pip.returncode:
        tail = "".join(said[-15:])
        sys.exit(f"\n{tail}generals-arbiter: pip failed: see its lines above, then run make again")


def main(folder, extra=""):
    version = sys.version.split()[0]
    print(f"Setting up {folder} with Python {version} (once, about a minute)", flush=True)
    progress = Progress()
    progress.show("making the environment")
    install(make(Path(folder)), extra, progress)
    progress.done()


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
