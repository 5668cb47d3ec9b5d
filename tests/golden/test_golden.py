"""The tour's scenarios, play by play, against the transcripts beside this file.

`make golden` writes them anew; then `git diff` shows what a change did to the box.
"""

from pathlib import Path

import pytest

from arbiter_sim import parse, run, scenarios
from golden.transcript import transcript

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("name", scenarios.TOUR)
def test_the_scenario_plays_as_recorded(name, request):
    with run(parse(scenarios.text(name), name)) as box:
        played = transcript(box.log)
    golden = FOLDER / f"{name}.txt"
    if request.config.getoption("--regenerate-golden"):
        golden.write_text(played, encoding="utf-8")
    assert played == golden.read_text(encoding="utf-8")


def test_there_is_a_transcript_for_each_scenario_and_no_other():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(scenarios.TOUR)
