"""The client of service mode: each request of each reader, over a real port."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter import pieces
from arbiter_host.link_errors import Refused
from arbiter_host.service import COLOURS, Service
from arbiter_host.service_messages import Contacts, Raw
from host.served import LONG_S, Served, wait_until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")


@pytest.fixture(scope="module")
def served_contacts(runtime: Path) -> Iterator[Served]:
    with Served(runtime, "--speed", "20", "--service", uid="CONTACTS") as box:
        yield box


@pytest.fixture
def box(served_contacts: Served) -> Iterator[Service]:
    with Service(served_contacts.data) as box:
        yield box


def other(runtime: Path, reader: str) -> Served:
    return Served(runtime, "--speed", "40", "--service", "--reader", reader, uid=reader)


def test_what_the_slots_see_is_told_when_it_changes(served_contacts: Served, box: Service) -> None:
    assert box.in_service
    assert box.raw() == Raw("0000000", "empty", "0000000", "empty")
    assert box.live(True).on
    served_contacts.do("put red colonel in")
    wait_until(lambda: box.raw().of("red") == ("0100110", "Colonel"))
    message = box.poll(LONG_S)
    assert message is not None
    assert isinstance(message.body, Raw)
    assert not box.live(False).on
    served_contacts.do("lift red")
    wait_until(lambda: box.raw().red_is == "empty")
    assert box.contacts() == Contacts("0100110", "1111111", "0000000", "1111111")


def test_lights_and_sound_are_tested(box: Service) -> None:
    assert [box.lights(colour).colour for colour in COLOURS] == list(COLOURS)
    assert box.sound().hz[0] == 254
    with pytest.raises(Refused, match="colour must be one of"):
        box.lights("mauve")


def test_settings_are_told_and_set(box: Service) -> None:
    assert "VOLUME" in box.settings()
    assert box.setting("VOLUME").source == "default"
    told = box.set("VOLUME", "low")
    assert (told.value, told.source, told.allowed) == ("low", "device", ["off", "low", "high"])
    with pytest.raises(Refused) as refused:
        box.set("SETTLE_MS", 5)
    assert refused.value.text == "SETTLE_MS must be 20 to 500 ms"
    assert box.set("VOLUME", None).source == "default"
    box.reset_factory()


def test_what_another_reader_has_is_refused_in_the_boxs_words(box: Service) -> None:
    with pytest.raises(Refused) as refused:
        box.levels("red")
    assert refused.value.text == "not for a box of contacts"


def test_every_request_is_refused_in_play(served: Served) -> None:
    with Service(served.data) as box:
        assert not box.in_service
        with pytest.raises(Refused, match="ask must be hello, state, counters"):
            box.raw()


def test_levels_are_measured_and_forgotten(runtime: Path) -> None:
    with other(runtime, "resistors") as served, Service(served.data) as box:
        served.do("put blue major in")
        wait_until(lambda: box.raw().blue_is == "Major")
        told = box.measure("blue", "Major")
        assert (told.slot, told.piece, told.missing) == ("blue", "Major", 14)
        assert box.levels("blue")[pieces.kind("Major") - 1] == told.level
        with pytest.raises(Refused) as refused:
            box.calibrate("blue")
        assert refused.value.text.startswith("not measured: 5-star General, ")
        assert len(box.uncalibrate("blue").thresholds) == 16
        assert box.levels("blue") == [None] * 15


def test_tags_are_registered_listed_and_forgotten(runtime: Path) -> None:
    with other(runtime, "nfc") as served, Service(served.data) as box:
        told = [register(served, box, number) for number in range(1, 7)]
        told.append(register(served, box, 0))
        assert [count for _, count in told] == list(range(1, 8))
        assert set(box.tags()) == {tag for tag, _ in told}
        assert box.tags()[told[0][0]] == ("red", "Private")
        assert box.forget(told[0][0]).count == 6
        assert len(box.tags()) == 6


def register(served: Served, box: Service, number: int) -> tuple[str, int]:
    """A Private by its number, or the Flag; returns its tag and how many there are now."""
    name = f"Private no {number}" if number else "Flag"
    served.do(f"put red {name} in")
    wait_until(lambda: box.raw().red)
    tag = str(box.raw().red)
    wait_until(lambda: registers(box, name.split()[0]))
    served.do("lift red")
    wait_until(lambda: box.raw().red_is == "empty")
    return tag, len(box.tags())


def registers(box: Service, piece: str) -> bool:
    """Whether the box takes the tag already: at first it asks to be asked again."""
    try:
        return box.register("red", piece).piece == piece
    except Refused as refused:
        return not refused.text.endswith("ask again")
