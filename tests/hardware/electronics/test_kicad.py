"""KiCad's own judgement of the committed files, and that it sees what is done to them."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from hardware.electronics import fabrication, schematic
from hardware.electronics.netlist import differences, read_netlist
from hardware.electronics.paths import BOARD, FAB, NETLIST, OUT, SCHEMATIC
from hardware.electronics.sexp import Quoted, dump, find, find_all, parse, write_whole

pytestmark = pytest.mark.needs_program("kicad-cli", "KiCad 9, see hardware/README.md")


def check(kind: str, verb: str, path, report) -> subprocess.CompletedProcess:
    options = ("--severity-error", "--exit-code-violations", "-o", report)
    return subprocess.run(
        ["kicad-cli", kind, verb, *options, path], capture_output=True, text=True, check=False
    )


@pytest.fixture
def project(tmp_path):
    """A copy of the board's project to spoil."""
    for name in ("carrier.kicad_pcb", "carrier.kicad_pro", "fp-lib-table", "sym-lib-table"):
        shutil.copy(OUT / name, tmp_path / name)
    return tmp_path


def test_erc(tmp_path):
    report = tmp_path / "erc.rpt"
    assert check("sch", "erc", SCHEMATIC, report).returncode == 0, report.read_text()


def test_drc(tmp_path):
    report = tmp_path / "drc.rpt"
    assert check("pcb", "drc", BOARD, report).returncode == 0, report.read_text()


def exported(path, folder):
    netlist = folder / "schematic.net"
    command = ["kicad-cli", "sch", "export", "netlist", "-o", netlist, path]
    subprocess.run(command, check=True, capture_output=True)
    return read_netlist(netlist)


def test_the_schematic_is_skidls_netlist(netlist, tmp_path):
    drawn = exported(SCHEMATIC, tmp_path)
    assert differences(netlist, drawn) == []
    for ref, part in netlist.components.items():
        assert drawn.components[ref] == part


def test_a_lost_wire_in_the_schematic_is_caught(netlist, tmp_path):
    tree = parse(SCHEMATIC.read_text(encoding="utf-8"))
    tree.remove(find(tree, "wire"))
    spoilt = tmp_path / "carrier.kicad_sch"
    write_whole(spoilt, dump(tree))
    assert differences(netlist, exported(spoilt, tmp_path)) != []


def cut(board, net):
    """Take all tracks of a net off the board."""
    tree = parse(board.read_text(encoding="utf-8"))
    nets = {node[1]: node[2] for node in find_all(tree, "net")}
    tracks = [t for t in find_all(tree, "segment") if nets[find(t, "net")[1]] == net]
    assert tracks
    for track in tracks:
        tree.remove(track)
    write_whole(board, dump(tree))


def test_a_cut_track_is_caught(project):
    board = project / "carrier.kicad_pcb"
    cut(board, "PIX_OUT")
    report = project / "drc.rpt"
    assert check("pcb", "drc", board, report).returncode != 0
    assert "[PIX_OUT]" in report.read_text()


def test_a_short_is_caught(project):
    board = project / "carrier.kicad_pcb"
    tree = parse(board.read_text(encoding="utf-8"))
    button = next(f for f in find_all(tree, "footprint") if reference(f) == "J9")
    x, y = (float(value) for value in find(button, "at")[1:3])  # its pads lie 2.5 mm apart
    solder = parse(f"(segment (start {x} {y}) (end {x + 2.5} {y}) (width 0.3))")
    tree.append([*solder, ["layer", Quoted("F.Cu")], ["net", "1"]])
    write_whole(board, dump(tree))
    report = project / "drc.rpt"
    assert check("pcb", "drc", board, report).returncode != 0
    assert "shorting_items" in report.read_text()


def reference(footprint):
    return next(p[2] for p in find_all(footprint, "property") if p[1] == "Reference")


def plotted(path):
    """The lines of a fabrication file but for its comments, which hold version and date."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith(("G04", "%TF", ";"))]


def test_the_fabrication_files_are_of_the_committed_board(tmp_path):
    """Or the board that is ordered would not be the one that was checked."""
    fabrication.export(tmp_path)
    made = {path.name for path in tmp_path.iterdir()}
    assert made | {"bom.csv"} == {path.name for path in FAB.iterdir()}
    for name in made - {"carrier-job.gbrjob"}:
        assert plotted(tmp_path / name) == plotted(FAB / name), "run hardware.electronics.build"


def test_a_gerber_of_another_board_is_seen(project, tmp_path, monkeypatch):
    board = project / "carrier.kicad_pcb"
    cut(board, "PIX_OUT")
    monkeypatch.setattr(fabrication, "BOARD", board)
    fabrication.export(tmp_path)
    assert plotted(tmp_path / "carrier-F_Cu.gtl") != plotted(FAB / "carrier-F_Cu.gtl")


def test_the_committed_schematic_is_what_the_source_draws(tmp_path):
    schematic.write_schematic(NETLIST, tmp_path / "again.kicad_sch")
    assert (tmp_path / "again.kicad_sch").read_bytes() == SCHEMATIC.read_bytes()


def test_a_part_without_a_place_is_refused_and_nothing_written(tmp_path, monkeypatch):
    blocks = tuple(block for block in schematic.BLOCKS if "H1" not in block.spots)
    monkeypatch.setattr(schematic, "BLOCKS", blocks)
    with pytest.raises(ValueError, match="no place for H1, H2, H3, H4, U7"):
        schematic.write_schematic(NETLIST, tmp_path / "half.kicad_sch")
    assert list(tmp_path.iterdir()) == []
