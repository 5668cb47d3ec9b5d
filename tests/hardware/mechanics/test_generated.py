"""What is committed is what the sources give: parts, pictures and sheets made anew and compared."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

pytest.importorskip("build123d", reason="needs the extra: pip install -e .[hardware]")
pytest.importorskip("manifold3d", reason="needs the extra: pip install -e .[hardware]")
pytest.importorskip("fpdf", reason="needs the extra: pip install -e .[hardware]")

import numpy as np
from build123d import Pos, import_step
from PIL import Image

from hardware.mechanics import __main__ as command
from hardware.mechanics import export, mesh, params, pictures, prints, scenes, sources
from hardware.mechanics.catalogue import PARTS

PART = {part.name: part for part in PARTS}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    assert command.main(["build", "--out", str(folder)]) == 0
    return folder


@pytest.mark.parametrize("name", PART)
def test_a_part_built_anew_is_the_committed_one(built, read, name):
    """Equal in size and volume; another CAD version may lay its facets otherwise."""
    new = mesh.read_stl(built / f"{name}.stl")
    assert mesh.volume(new) == pytest.approx(mesh.volume(read(name)), rel=1e-4)
    for now, then in zip(mesh.bounds(new), mesh.bounds(read(name)), strict=True):
        assert now == pytest.approx(then, abs=1e-3)


@pytest.mark.parametrize("name", ["body", "base_15_flag", "slot", "lid"])
def test_a_step_file_holds_the_same_solid(read, name):
    model = import_step(sources.PARTS / f"{name}.step")
    assert model.volume == pytest.approx(mesh.volume(read(name)), rel=2e-3)


def test_the_table_of_prints_is_the_meshes(built):
    assert (built / "prints.md").read_text() == (sources.PARTS / "prints.md").read_text()


def test_every_scene_has_its_picture_and_no_picture_is_left_over():
    wanted = {f"{name}.png" for name in scenes.SCENES}
    assert {path.name for path in sources.PICTURES.glob("*.png")} == wanted


@pytest.mark.parametrize("name", ["bases", "slot_section"])
def test_a_picture_drawn_anew_is_the_committed_one(p, tmp_path, name):
    new = Image.open(pictures.write_one(p, sources.PARTS, tmp_path, name)).convert("RGB")
    old = Image.open(sources.PICTURES / f"{name}.png").convert("RGB")
    assert new.size == old.size
    assert np.abs(np.asarray(new, float) - np.asarray(old, float)).mean() < 1.0


def test_sheets_written_anew_are_the_committed_ones(tmp_path):
    assert command.main(["sheets", "--out", str(tmp_path)]) == 0
    for path in [*sources.INSIGNIA.glob("*.svg"), *sources.BOARD.glob("*.svg")]:
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()
    for path in [*sources.INSIGNIA.glob("*.pdf"), *sources.BOARD.glob("*.pdf")]:
        assert page_sizes(tmp_path / path.name) == page_sizes(path)


def page_sizes(path) -> list[bytes]:
    return re.findall(rb"/MediaBox \[[^]]*\]", path.read_bytes())


def test_a4_and_letter_pdfs_have_those_sizes_in_points():
    assert b"595.28 841.89" in page_sizes(sources.INSIGNIA / "standard_a4.pdf")[1]
    assert b"612 792" in page_sizes(sources.INSIGNIA / "standard_letter.pdf")[1].replace(
        b".00", b""
    )


def test_a_part_that_breaks_while_building_leaves_the_old_files_alone(p, tmp_path, monkeypatch):
    (tmp_path / "body.stl").write_text("old")

    def broken(_):
        raise ValueError("no solid")

    monkeypatch.setitem(export.BUILDERS, "well", broken)
    with pytest.raises(params.BadParameter, match="well cannot be built: no solid"):
        export.export_parts(p, [PART["body"], PART["well"]], tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["body.stl"]
    assert (tmp_path / "body.stl").read_text() == "old"


def test_a_part_in_two_pieces_is_refused(p, tmp_path, monkeypatch):
    whole = export.BUILDERS["bumper"]
    monkeypatch.setitem(export.BUILDERS, "bumper", lambda q: whole(q) + Pos(50) * whole(q))
    with pytest.raises(params.BadParameter, match="bumper is not one closed solid"):
        export.export_parts(p, [PART["bumper"]], tmp_path)
    assert list(tmp_path.iterdir()) == []


SLICER = shutil.which("prusa-slicer")


@pytest.mark.skipif(not SLICER, reason="prusa-slicer is not installed")
@pytest.mark.parametrize("name", ["body", "well", "slot"])
def test_a_slicer_agrees_with_the_grams(read, tmp_path, name):
    out = tmp_path / "out.gcode"
    settings = ["--nozzle-diameter", "0.4", "--layer-height", "0.2", "--perimeters", "2"]
    settings += ["--filament-diameter", "1.75", "--filament-density", "1.24"]
    settings += ["--fill-density", f"{PART[name].infill:.0%}", "--fill-pattern", "rectilinear"]
    stl = str(sources.PARTS / f"{name}.stl")
    subprocess.run(
        [SLICER, *settings, "--export-gcode", "-o", str(out), stl], check=True, capture_output=True
    )
    used = re.search(r"total filament used \[g\] = ([\d.]+)", out.read_text())
    assert used
    assert float(used[1]) == pytest.approx(prints.grams(PART[name], read(name)), rel=0.12)
