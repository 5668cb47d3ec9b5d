"""Insignia and playing board: to scale, complete, and told apart without colour."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest

from arbiter import pieces
from hardware.insignia import figures, sheets
from hardware.insignia.paper import PAPERS, Page, Polygon, Text, write_svg
from hardware.mechanics import board_sheet, sources

SVG = "{http://www.w3.org/2000/svg}"


def every_page(p) -> dict[str, Page]:
    """All pages of insignia by the name of their SVG."""
    return {
        f"{name}_{what}_{paper}.svg": page
        for name in sheets.STYLES
        for paper in PAPERS
        for what, page in sheets.pages(p, name, paper).items()
    }


def test_the_committed_drawings_are_those_of_the_source(p, tmp_path):
    drawn = {name: write_svg(tmp_path / name, page) for name, page in every_page(p).items()}
    assert {path.name for path in sources.INSIGNIA.glob("*.svg")} == set(drawn)
    for name, path in drawn.items():
        assert path.read_bytes() == (sources.INSIGNIA / name).read_bytes()
    whole = Page(*board_sheet.size(p), board_sheet.drawing(p))
    again = write_svg(tmp_path / "whole.svg", whole)
    assert again.read_bytes() == (sources.BOARD / "board_whole.svg").read_bytes()


@pytest.mark.parametrize("folder", [sources.INSIGNIA, sources.BOARD], ids=lambda f: f.name)
def test_the_sheets_are_newer_than_their_sources(folder, p):
    assert sources.stamped(folder) == sources.of_sheets(p), "python -m hardware.mechanics sheets"


def test_every_page_is_of_its_papers_size_with_room_at_its_edges(p):
    for name, page in every_page(p).items():
        root = ElementTree.parse(sources.INSIGNIA / name).getroot()
        assert root.get("width") == f"{page.width:g}mm"
        assert (page.width, page.height) in PAPERS.values()
        for shape in page.shapes:
            if isinstance(shape, Polygon):
                assert all(6 < x < page.width - 6 for x, _ in shape.points)
                assert all(6 < y < page.height - 6 for _, y in shape.points)


def test_a_sheet_holds_the_army_and_the_test_piece(p):
    for name, page in every_page(p).items():
        if "backs" in name:
            continue
        told = Counter(s.text for s in page.shapes if isinstance(s, Text))
        for kind in pieces.KINDS:
            assert told[pieces.name(kind)] == pieces.COUNTS[kind - 1]
        assert told["test piece"] == 1


def test_a_sticker_fits_its_recess(p):
    for style in sheets.STYLES.values():
        for label in style.values():
            shapes = sheets.sticker(p, 2, label)
            points = [q for s in shapes if isinstance(s, Polygon) for q in s.points]
            assert min(x for x, _ in points) >= 0
            assert max(x for x, _ in points) == p.piece.sticker_width - sheets.PLAY
            assert max(y for _, y in points) == p.piece.sticker_height - sheets.PLAY


def test_the_kinds_are_told_by_shape_and_number():
    drawn = {kind: tuple(figures.figure(kind)) for kind in (0, *pieces.KINDS)}
    assert len(set(drawn.values())) == 16
    assert [len(drawn[kind]) for kind in range(1, 6)] == [5, 4, 3, 2, 1]
    for figure in drawn.values():
        points = [q for outline, _ in figure for q in outline]
        assert max(abs(x) for x, _ in points) <= 15.5
        assert max(abs(y) for _, y in points) <= 9
    with pytest.raises(ValueError, match="no kind"):
        figures.figure(16)


def luminance(colour: str) -> float:
    """Relative luminance of sRGB (WCAG 2.1)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio (WCAG 2.1), from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_figures_stand_out_and_colour_blind_armies_differ_in_lightness_and_pattern():
    for style in sheets.STYLES.values():
        assert all(contrast(label.ground, label.ink) >= 6 for label in style.values())
    red, blue = (sheets.STYLES["colour_blind"][army] for army in sheets.ARMIES)
    assert contrast(red.ground, blue.ground) >= 7
    assert red.frames != blue.frames
    assert red.pattern != blue.pattern


def test_the_board_has_its_72_squares_and_marks_the_home_ranks(p):
    shapes = [s for s in board_sheet.drawing(p) if isinstance(s, Polygon)]
    squares = [s for s in shapes if len(s.points) == 4 and s.width == 0.4 and not s.fill]
    assert len(squares) == 72
    assert len([s for s in shapes if len(s.points) == 3]) == 2 * 3 * 9


@pytest.mark.parametrize("paper", PAPERS)
def test_four_tiles_show_the_whole_board_once(p, paper):
    pages = board_sheet.tiles(p, PAPERS[paper])
    width, depth = board_sheet.size(p)
    assert len(pages) == 4
    assert sum(page.window[2] * page.window[3] for page in pages) == pytest.approx(width * depth)
    for page in pages:
        x, y, w, h = page.window
        assert min(x, y, page.width - x - w, page.height - y - h) >= 6  # what a printer leaves bare


def test_a_failed_drawing_leaves_nothing_behind(tmp_path):
    with pytest.raises(AttributeError):
        write_svg(tmp_path / "broken.svg", Page(10, 10, [None]))
    assert list(tmp_path.iterdir()) == []
