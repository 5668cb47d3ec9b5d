"""Make the README's pictures and sounds, with our own recorder.  Usage: pictures.py"""

from pathlib import Path

import console_picture
import log_picture

from arbiter_host import plays
from arbiter_sim import recorder

DOCS = Path(__file__).resolve().parent.parent / "docs"
MADE = ("private-v-agent.gif", "private-v-agent.wav", "bad-seat.svg", "flag-captured.svg")

for name in MADE:
    target = DOCS / name
    recorder.save(plays.scenario(target.stem), target)
    print(f"docs/{name}: {target.stat().st_size:,} bytes")

DRAWN = {
    "console.svg": console_picture.save,
    "service.svg": console_picture.save_service,
    "battles.svg": log_picture.save,
}
for name, save in DRAWN.items():
    save(DOCS / name)
    print(f"docs/{name}: {(DOCS / name).stat().st_size:,} bytes")
