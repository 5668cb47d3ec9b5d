"""A dimension that cannot work is one clear error, before anything is written."""

from __future__ import annotations

import re

import pytest

from hardware.electronics import placement
from hardware.mechanics import __main__ as command
from hardware.mechanics import params

IMPOSSIBLE = {
    ("code", "contacts", "6"): "code.contacts must be 7",
    ("code", "pitch", "-5.08"): "code.pitch must be above 0",
    ("code", "pitch", '"wide"'): "code.pitch must be a number",
    ("code", "pitch", "4.0"): "sensor.width 4.0 does not fit a pitch of 4.0",
    ("magnet", "diameter", "6.0"): "leaves no wall",
    ("magnet", "thickness", "3.0"): "base.height must be over",
    ("piece", "foot_width", "38.0"): "beside the key",
    ("piece", "foot_depth", "10.0"): "around base.depth",
    ("piece", "foot_height", "7.0"): "seats upside down",
    ("piece", "height", "40.0"): "lying on its end seats",
    ("piece", "sticker_width", "60.0"): "must fit on the plate",
    ("piece", "sticker_recess", "2.0"): "too deep",
    ("key", "right_y", "-4.0"): "turned round would seat",
    ("key", "right_y", "4.0"): "mirrored piece would seat",
    ("key", "left_y", "6.5"): "leaves the foot's end",
    ("key", "rib_width", "2.0"): "upturned piece's plate",
    ("slot", "clearance", "0.6"): "a piece could shift",
    ("slot", "clearance", "0.05"): "too tight",
    ("sensor", "carrier_thickness", "1.0"): "must be over sensor.thickness",
    ("box", "height", "40.0"): "does not fit under a well",
    ("box", "length", "260.0"): "does not fit a bed",
    ("box", "battery_x", "-5.0"): "battery_x must be above 0",
    ("box", "width", "110.0"): "beside the corner columns",
    ("box", "battery_x", "1.0"): "reaches into the battery's place",
    ("box", "standoff", "2.0"): "must be over board.height_below",
    ("box", "well_width", "40.0"): "must be over piece.foot_width",
    ("box", "corner", "4.0"): "box.corner must be over",
    ("slot", "depth", "5.0"): "screw bosses",
    ("pixel", "window", "18.0"): "pixel.window must not be over",
    ("pixel", "holder_height", "3.0"): "must be over 4",
    ("box", "well_width", "70.0"): "room for the slots between the wells",
    ("pixel", "pitch", "40.0"): "room for the lights between the wells",
    ("box", "well_length", "140.0"): "columns of the lid's screws",
    ("box", "slot_y", "68.0"): "through the box's wall",
    ("pixel", "row_y", "45.0"): "into the slots or into each other",
    ("board", "cell_width", "30.0"): "must be larger than a piece's foot",
}


def changed(table: str, name: str, value: str) -> str:
    """The parameters file with one dimension changed."""
    text = params.PARAMETERS.read_text(encoding="utf-8")
    head, rest = text.split(f"[{table}]", 1)
    body, tail = re.split(r"\n(?=\[)", rest, maxsplit=1) if "\n[" in rest else (rest, "")
    body, count = re.subn(rf"(?m)^{name} = \S+", f"{name} = {value}", body)
    assert count == 1
    return f"{head}[{table}]{body}\n{tail}"


@pytest.mark.parametrize(
    ("change", "reason"),
    IMPOSSIBLE.items(),
    ids=lambda v: "-".join(v) if isinstance(v, tuple) else "",
)
def test_an_impossible_dimension_is_one_line_and_no_file(change, reason, tmp_path, capsys):
    file = tmp_path / "parameters.toml"
    file.write_text(changed(*change), encoding="utf-8")
    out = tmp_path / "out"
    assert command.main(["build", "--parameters", str(file), "--out", str(out)]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1
    assert reason in said.err
    assert not out.exists()


@pytest.mark.parametrize("content", ["[code\n", "", "[code]\ncontacts = 7\n"])
def test_a_broken_file_is_one_line(content, tmp_path, capsys):
    file = tmp_path / "parameters.toml"
    file.write_text(content, encoding="utf-8")
    assert command.main(["sheets", "--parameters", str(file), "--out", str(tmp_path / "o")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "o").exists()


def test_a_missing_file_is_one_line(tmp_path, capsys):
    assert command.main(["sensing", "--parameters", str(tmp_path / "no.toml")]) == 2
    assert capsys.readouterr().err.startswith("error: no.toml: ")


def test_the_board_outline_is_checked_too(tmp_path):
    file = tmp_path / "outline.toml"
    file.write_text("[board]\nwidth = 100.0\n", encoding="utf-8")
    with pytest.raises(params.BadParameter, match=r"\[usb\] is missing"):
        params.load(board=file)


def test_the_outline_is_the_electronics_own():
    p = params.load()
    assert (p.carrier.along, p.carrier.across) == (placement.WIDTH_MM, placement.HEIGHT_MM)
    holes = {placement.PLACES[f"H{n}"][:2] for n in (1, 2, 3, 4)}
    inset = p.carrier.hole_inset
    assert holes == {
        (x, y) for x in (inset, p.carrier.along - inset) for y in (inset, p.carrier.across - inset)
    }
    # KiCad's footprint of a Pico: pin 1 at its origin, the other row 17.78 mm to the right, the
    # module's end 1.37 mm above, and the USB socket 1.3 mm past that.
    pin_1_x, pin_1_y, turn = placement.PLACES["U1"]
    assert turn == 0
    assert p.usb.edge_centre == pytest.approx(pin_1_x + 17.78 / 2)
    assert p.usb.overhang == pytest.approx(1.37 + 1.3 - pin_1_y)
