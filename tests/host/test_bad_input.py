"""Bad input: one line on stderr, the right exit code, no file left behind."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arbiter_host import errors, plays
from arbiter_host.cli import main
from arbiter_sim import recorder


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """(exit code, the one line on stderr); stdout must be empty."""
    with pytest.raises(SystemExit) as exit_:
        main(list(arguments))
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1, err
    assert "Traceback" not in err
    return exit_.value.code, err.rstrip("\n")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["battle", "colnel", "flag"],
            "generals-arbiter battle: unknown piece 'colnel': did you mean 'colonel'?",
        ),
        (["battle", "flag"], "generals-arbiter battle: missing argument .*BLUE"),
        (["battle", "flag", "flag", "flag"], "generals-arbiter battle: .*unexpected .*argument"),
        (["battle", "flag", "flag", "--fats"], "generals-arbiter battle: no such option: --fats"),
        (["demo", "--fast", "--sound"], "generals-arbiter demo: --sound .* --fast"),
        (["duel"], "generals-arbiter: no such command 'duel'"),
        (["--fast"], "generals-arbiter: no such option: --fast"),
        (["record", "tie"], "generals-arbiter record: missing option '(-o|--output)"),
        (["record", "tie", "-o", "a.mp4"], "generals-arbiter record: .*a.mp4.*\\.gif.*\\.jsonl"),
        (["record", "tie", "-o", "noending"], "generals-arbiter record: .*noending.*\\.gif"),
        (["run", ""], "generals-arbiter run: no scenario is named: give a file, or one of"),
        (["battle", "lt", "6*"], "generals-arbiter battle: unknown piece 'lt': say which, Lt. Col"),
        (["run", "no-such"], "generals-arbiter run: no scenario 'no-such': give a file, or one of"),
    ],
)
def test_bad_argument(capsys: pytest.CaptureFixture[str], arguments: list[str], line: str) -> None:
    code, said = complaint(capsys, *arguments)
    assert code == errors.BAD_INPUT
    assert re.match(line, said), said


def test_a_usage_error_points_to_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert complaint(capsys, "battle")[1].endswith(": see generals-arbiter battle --help")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xff\xfe\x00", "UTF-8"),
        (b"at 10 ms put red colnel in\nat 1 s end\n", "line 1.*colnel.*colonel"),
        (b"at 10 ms end\nat noon lift red\n", "line 2"),
        (b"dance\n", "line 1.*dance"),
        (b"at 999999999 s end\n", "line 1.*an hour at most"),
        (b"", ""),
    ],
)
def test_bad_scenario(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, reason: str
) -> None:
    file = tmp_path / "my.scenario"
    file.write_bytes(content)
    code, said = complaint(capsys, "run", str(file), "--fast")
    assert code == errors.BAD_INPUT
    assert str(file) in said
    assert re.search(reason, said), said


def test_a_folder_is_no_scenario(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, said = complaint(capsys, "run", str(tmp_path))
    assert code == errors.FILES
    assert said == f"generals-arbiter run: cannot use '{tmp_path}': is a directory"


def test_a_target_that_is_a_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "out.gif"
    target.mkdir()
    code, said = complaint(capsys, "record", "tie", "-o", str(target))
    assert code == errors.FILES
    assert "it is a folder" in said


def test_a_target_in_no_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, said = complaint(capsys, "record", "tie", "-o", str(tmp_path / "no" / "out.gif"))
    assert code == errors.FILES
    assert f"there is no folder '{tmp_path / 'no'}'" in said


def test_an_unwritable_target(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / f"{'x' * 300}.jsonl"
    code, said = complaint(capsys, "record", "tie", "-o", str(target))
    assert code == errors.FILES
    assert said == f"generals-arbiter record: cannot use '{target}': file name too long"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full device")
@pytest.mark.parametrize("suffix", list(recorder.FORMATS))
def test_a_full_target(capsys: pytest.CaptureFixture[str], tmp_path: Path, suffix: str) -> None:
    target, scenario = tmp_path / f"full{suffix}", tmp_path / "short.scenario"
    target.symlink_to("/dev/full")
    scenario.write_text("at 100 ms end\n")
    code, said = complaint(capsys, "record", str(scenario), "-o", str(target))
    assert code == errors.FILES
    assert said == f"generals-arbiter record: cannot use '{target}': no space left on device"
    assert target.is_symlink()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no /proc")
def test_the_target_is_named_not_the_draft(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = complaint(capsys, "record", "tie", "-o", "/dev/fd/out.jsonl")
    assert code == errors.FILES
    assert said.startswith("generals-arbiter record: cannot use '/dev/fd/out.jsonl': ")


def test_a_bad_scenario_leaves_the_old_recording(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad, target = tmp_path / "bad.scenario", tmp_path / "out.svg"
    bad.write_text("at once\n")
    target.write_text("old")
    complaint(capsys, "record", str(bad), "-o", str(target))
    assert target.read_text() == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bad.scenario", "out.svg"]


def test_ctrl_c_is_one_line_and_130(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(plays, "scenario", interrupted)
    code, said = complaint(capsys, "run", "tie")
    assert (code, said) == (errors.INTERRUPTED, "generals-arbiter run: interrupted")


def test_the_installed_command_exits_with_the_code() -> None:
    command = [sys.executable, "-m", "arbiter_host", "battle", "x", "flag"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (errors.BAD_INPUT, "")
    assert done.stderr.count("\n") == 1
