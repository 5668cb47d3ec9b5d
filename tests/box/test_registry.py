"""Service mode registers tags: each belongs to one piece of one army."""

import pytest

from arbiter import pieces
from arbiter_sim.errors import PowerCut
from box.service import ask, refusal, restarted, serviced

HELD_MS = 900


@pytest.fixture
def box():
    with serviced("nfc") as box:
        box.wait(500)
        yield box


def register(box, slot, kind, army=None):
    """Put a piece in, register its tag and take it out."""
    box.insert(slot, kind, army=army)
    box.wait(HELD_MS)
    reply = ask(box, "register", slot=slot, piece=pieces.name(kind))
    box.lift(slot)
    box.wait(HELD_MS)
    return reply


def test_the_tag_of_each_slot_is_told(box):
    box.insert("red", "colonel")
    box.wait(HELD_MS)
    raw = ask(box, "raw")
    assert len(bytes.fromhex(raw["red"])) == 7
    assert raw["red_is"] == "unseated"
    assert (raw["blue"], raw["blue_is"]) == ("", "empty")


def test_a_registered_tag_is_known_at_once_and_after_a_restart(box):
    told = register(box, "red", pieces.kind("Colonel"))
    assert (told["slot"], told["piece"], told["count"]) == ("red", "Colonel", 1)
    restarted(box, button=True)
    box.insert("red", "colonel")
    box.wait(HELD_MS)
    raw = ask(box, "raw")
    assert (raw["red"], raw["red_is"]) == (told["tag"], "Colonel")


def test_play_goes_by_the_registry(box):
    register(box, "red", pieces.kind("Colonel"))
    register(box, "blue", pieces.kind("Flag"))
    restarted(box)
    box.insert("red", "colonel")
    box.insert("blue", "flag")
    box.wait(5000)
    assert box.verdict == "red-captures"


def test_a_tag_that_is_another_pieces_is_refused_until_it_is_forgotten(box):
    tag = register(box, "red", pieces.kind("Colonel"))["tag"]
    box.insert("red", "colonel")
    box.wait(HELD_MS)
    text = refusal(box, "register", slot="red", piece="Major")
    assert text == f"tag {tag} is of red's Colonel: forget it first"
    told = ask(box, "forget", tag=tag)
    assert (told["piece"], told["count"]) == ("Colonel", 0)
    assert refusal(box, "forget", tag=tag) == f"no tag {tag} is registered"
    assert ask(box, "register", slot="red", piece="Major")["piece"] == "Major"


def test_more_tags_than_pieces_of_a_kind_are_refused(box):
    register(box, "red", pieces.kind("Colonel"))
    box.insert("red", "major")
    box.wait(HELD_MS)
    assert "all of red's Colonel have a tag" in refusal(
        box, "register", slot="red", piece="Colonel"
    )


def test_no_tag_and_one_just_put_in_are_refused(box):
    assert "no tag can be read" in refusal(box, "register", slot="red", piece="Flag")
    box.insert("red", "flag")
    texts = []
    for _ in range(10):
        texts.append(ask(box, "register", slot="red", piece="Flag").get("text"))
        if texts[-1] is None:
            break
    assert any("just put in" in text for text in texts[:-1])
    assert texts[-1] is None


def test_the_tags_are_listed_by_pages_that_fit_a_line(box):
    tags = {
        register(box, slot, kind)["tag"]: [slot, pieces.name(kind)]
        for slot in ("red", "blue")
        for kind in (1, 2, 3, 4, 15)
    }
    listed = []
    while True:
        page = ask(box, "tags", **{"from": len(listed)})
        assert page["count"] == len(tags)
        listed += page["tags"]
        if not page["tags"]:
            break
    assert [tag for tag, *_ in listed] == sorted(tags)
    assert {tag: rest for tag, *rest in listed} == tags


def test_a_cut_while_a_tag_is_kept_leaves_those_of_before(box):
    first = register(box, "red", 1)["tag"]
    box.insert("red", 2)
    box.wait(HELD_MS)
    nvm = box._machine.nvm
    nvm.cut_after = nvm.programmed + 40
    with pytest.raises(PowerCut):
        ask(box, "register", slot="red", piece=pieces.name(2))
    restarted(box, button=True)
    assert [tag for tag, *_ in ask(box, "tags")["tags"]] == [first]


def test_a_reader_out_of_order_is_told_and_service_goes_on(box):
    box.pn532("red").fail("hung")
    box.wait(3000)
    fault = box.events[-1]
    assert (fault["event"], fault["number"]) == ("fault", 3)
    assert fault["text"].startswith("red reader")
    assert ask(box, "set", key="READER", value="contacts")["value"] == "contacts"
    restarted(box, button=True)
    assert ask(box, "hello")["reader"] == "contacts"
