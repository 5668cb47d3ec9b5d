"""The parts that not every box has, each loaded by the box that has it."""

import microcontroller
import usb_cdc

from arbiter.hw import pinout

_MINUTE_MS = 60_000


def resistor_readers(windows: dict) -> tuple:
    """Red's and blue's reader; ``windows`` has, by slot, the thresholds from a calibration."""
    from arbiter.hw.divider import Divider
    from arbiter.resistors import THRESHOLDS, ResistorReader

    red, blue = [windows.get(slot, THRESHOLDS) for slot in ("red", "blue")]
    red_pin, blue_pin = pinout.RESISTORS
    return ResistorReader(Divider(red_pin), red), ResistorReader(Divider(blue_pin), blue)


def tag_readers(tags: dict) -> tuple:
    """Red's and blue's reader, and what to call between two steps; ``tags`` is the registry."""
    from arbiter.hw.nfc import Antenna
    from arbiter.tags import TagReaders

    antennas = [Antenna(*pins) for pins in zip(pinout.NFC_BUSES, pinout.NFC_RESETS)]
    both = TagReaders(antennas, tags)
    return both.red, both.blue, both.step


def rest(low_mv: int, off_after_min: int):
    """What the box does about its supply while it sleeps."""
    from arbiter.hw.supply import Supply
    from arbiter.rest import Rest

    return Rest(Supply(), low_mv, off_after_min * _MINUTE_MS)


def desk(filed: dict, reader: str, fault, slot_readers, lamps, buzzer) -> tuple:
    """Service mode's box, and what to call between two steps.

    ``filed`` are the settings without what was set on the device; ``fault`` is what play would
    stop for: the name of a fault and what is wrong, or nothing.
    """
    from arbiter import faults
    from arbiter.hw.port import Port
    from arbiter.service.desk import Desk
    from arbiter.service.kept import Kept

    kept = Kept(microcontroller.nvm)
    try:
        red, blue, between = slot_readers(reader, kept.part("windows"), kept.part("tags"))
    except ImportError as missing:
        # Still open to its owner, who may have set a reader whose library is not there.
        reader, fault = "contacts", ("MISSING_LIBRARY", [str(missing)])
        red, blue, between = slot_readers(reader, {}, {})
    told = fault and (getattr(faults, fault[0]), fault[1][0])
    port = Port(usb_cdc.data)
    return Desk(filed, reader, (red, blue), kept, lamps, buzzer, port, told), between
