"""The udev rule for Linux: whoever sits there may open the box, and ModemManager leaves it be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from arbiter_host.errors import BadInput

# Below 73, where systemd acts on the tag.
PATH = Path("/etc/udev/rules.d/70-generals-arbiter.rules")
# The USB makers in CircuitPython's descriptors: Adafruit for the Pico, Raspberry Pi for the Pico 2.
_MAKERS = ("239a", "2e8a")
RULE = "# The Generals' arbiter: no modem, and open to whoever sits at this computer.\n" + "".join(
    f'SUBSYSTEMS=="usb", ATTRS{{idVendor}}=="{maker}", ENV{{ID_MM_DEVICE_IGNORE}}="1", '
    'TAG+="uaccess"\n'
    for maker in _MAKERS
)
_COMMANDS = (("udevadm", "control", "--reload"), ("udevadm", "trigger", "--subsystem-match=tty"))


def installed() -> bool:
    """Whether the rule is there as it is now."""
    try:
        return PATH.read_text(encoding="utf-8") == RULE
    except OSError:
        return False


def install() -> None:
    """Write the rule and have udev read it, through sudo where need be.

    Raises BadInput where there is no udev or no way to write.
    """
    if sys.platform != "linux":
        raise BadInput("udev rules are for Linux: this system needs none")
    if os.geteuid() == 0:
        PATH.parent.mkdir(parents=True, exist_ok=True)
        PATH.write_text(RULE, encoding="utf-8")
        before: tuple[str, ...] = ()
    elif shutil.which("sudo"):
        before = ("sudo",)
        _run([*before, "tee", str(PATH)], RULE)
    else:
        raise BadInput(f"only root may write {PATH}: run this as root, or put the rule there")
    for command in _COMMANDS:
        if shutil.which(command[0]):
            _run([*before, *command])


def _run(command: list[str], text: str = "") -> None:
    done = subprocess.run(
        command, input=text, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["it failed"]
        raise BadInput(f"{' '.join(command)}: {said[-1]}: put the rule into {PATH} as root")
