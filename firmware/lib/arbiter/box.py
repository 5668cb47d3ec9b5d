"""Joins the board's parts and the pure ones into a box, and keeps it going.

The one module that knows both sides. What a box does not need is not loaded: it has the reader
that its settings name.
"""

import time

import microcontroller
import supervisor
import usb_cdc
from watchdog import WatchDogMode

from arbiter import cues, settings, ticks
from arbiter.app import App
from arbiter.hw import pinout
from arbiter.hw.buzzer import Buzzer
from arbiter.hw.contacts import Contacts
from arbiter.hw.lamps import Lamps
from arbiter.hw.port import Port
from arbiter.readers import ContactReader, ReaderFault

PIXELS = 8

_TOO_SHORT_MS = 2  # to do something between: a sleep may end a tick before the next light is due
_WATCHDOG_S = 8  # the most that an RP2040 can wait
_NOTICE_MS = 2500  # one round of the crash's blinks
_BLANK_NVM = b"\xff" * 64
_MOST_CRASHES = 999  # that are counted: one that comes back for ever must not wear out the flash


def run() -> None:
    """Play until the power goes, or until something ends the program: then all is dark.

    Ctrl-C leaves a light that says that the box is out of play, and frees the console.
    """
    supervisor.runtime.autoreload = False  # a drive that the host touches restarts no battle
    button = Contacts((pinout.BUTTON,))
    held = button.sample()
    filed, problems = _read_settings()
    values = dict(filed)
    kept, damage = _recall(values)
    fault = (problems and ("SETTINGS", problems)) or (damage and ("STORE", damage))
    order, budget = values["PIXEL_ORDER"], values["PIXEL_MA"]
    lamps = Lamps(pinout.pin(pinout.PIXELS), PIXELS, order, budget, cues.PALETTE)
    buzzer = Buzzer(pinout.pin(pinout.BUZZER), values["VOLUME"])
    left = cues.ALL_OFF
    try:
        if held and button.sample() and _is_started():
            _serve(filed, values["READER"], fault, lamps, buzzer)
        else:
            _play(values, kept, fault, button, lamps, buzzer)
    except KeyboardInterrupt:
        left = cues.OUT_OF_PLAY
        microcontroller.watchdog.mode = None
    finally:
        # After an error the watchdog stays: printing it can hang, on a console that nobody reads.
        buzzer.sound(0)
        lamps.leave(left)


def _play(values, kept, fault, button, lamps, buzzer):
    def out_of_order(fault, texts):
        return _outage(fault, texts, values["READER"], _crashes(kept), lamps, buzzer)

    def keep(volume):
        _keep(kept, "settings", "VOLUME", volume)

    if fault:
        _step(out_of_order(*fault))
    if has_crashed():
        _count_crash(kept)
        _step(out_of_order("CRASHED", ["the program had to start again"]), _NOTICE_MS)
    try:
        windows, tags = kept.get("windows", {}), kept.get("tags", {})
        red, blue, between = slot_readers(values["READER"], windows, tags)
    except ImportError as missing:
        _step(out_of_order("MISSING_LIBRARY", ["copy the whole drive again: %s" % missing]))
    app = App(
        values,
        red,
        blue,
        button,
        lamps,
        buzzer,
        Port(usb_cdc.data),
        keep,
        _rest(values),
        is_restart(),
        _crashes(kept),
    )
    broken = _step(app, between=between)
    buzzer.sound(0)
    _step(out_of_order("READER", [broken]))


def _serve(filed, reader, fault, lamps, buzzer):
    """Service mode, until the power goes."""
    lamps.show(cues.SERVICE[1][0][0])  # at once: the rest takes half a second to load
    from arbiter import options

    desk, between = options.desk(filed, reader, fault, slot_readers, lamps, buzzer)
    desk.fail(_step(desk, between=between))
    _step(desk)


def _outage(fault, texts, reader, crashes, lamps, buzzer):
    from arbiter import faults
    from arbiter.outage import Outage

    number = getattr(faults, fault)
    ports = Port(usb_cdc.data), Port(usb_cdc.console)
    return Outage(number, texts, reader, crashes, lamps, buzzer, *ports)


def _step(box, for_ms=None, between=None):
    """Step the box, for ever or for a while; returns why a reader failed, if one does."""
    dog = microcontroller.watchdog
    dog.timeout = _WATCHDOG_S
    dog.mode = WatchDogMode.RESET
    start = supervisor.ticks_ms()
    deferred = False  # but never twice: a step that waits for certainty waits for the reader
    while True:
        dog.feed()
        now = supervisor.ticks_ms()
        if for_ms and ticks.diff(now, start) >= for_ms:
            return None
        pause = box.step(now)
        wake = ticks.add(now, pause)
        deferred = pause <= _TOO_SHORT_MS and not deferred
        if between and not deferred:
            try:
                between(now)
            except ReaderFault as fault:
                return str(fault)
        # Less the time that was taken: a reader on a bus takes some ms, the lights wait for none.
        time.sleep(max(0, ticks.diff(wake, supervisor.ticks_ms())) / 1000)


def has_crashed() -> bool:
    """Whether the program is here because it ended by an error or hung."""
    hung = microcontroller.cpu.reset_reason == microcontroller.ResetReason.WATCHDOG
    return hung or supervisor.get_previous_traceback() is not None


def is_restart() -> bool:
    """Whether this is anything but a power-up: then pieces in the slots may be judged ones."""
    power_up = microcontroller.cpu.reset_reason == microcontroller.ResetReason.POWER_ON
    return has_crashed() or not (power_up and _is_started())


def _is_started():
    """Whether this is the first run after a power-up or a reset."""
    return supervisor.runtime.run_reason == supervisor.RunReason.STARTUP


def _read_settings():
    """The settings and what is wrong with them."""
    try:
        with open("/settings.toml") as file:
            return settings.parse(file.read())
    except (OSError, UnicodeError):
        values, _ = settings.parse("")
        return values, ["settings.toml cannot be read: copy it to the drive again"]


def _recall(values):
    """What the box keeps over power-off, its settings put into ``values``; and what is wrong."""
    if microcontroller.nvm[0:64] == _BLANK_NVM:
        return {}, []  # nothing was ever kept: no need to load what reads it
    from arbiter import store

    kept, problem = store.load(microcontroller.nvm)
    if problem:
        return {}, [problem]
    return kept, settings.override(values, kept.get("settings", {}))


def _keep(kept, part, key, value):
    from arbiter import store

    kept.setdefault(part, {})[key] = value
    store.save(microcontroller.nvm, kept)


def _crashes(kept):
    return kept.get("counts", {}).get("crashes", 0)


def _count_crash(kept):
    if _crashes(kept) < _MOST_CRASHES:
        _keep(kept, "counts", "crashes", _crashes(kept) + 1)


def slot_readers(name: str, windows: dict, tags: dict) -> tuple:
    """Red's and blue's reader, and what to call between two steps of the box, or None."""
    if name == "contacts":
        return ContactReader(Contacts(pinout.RED)), ContactReader(Contacts(pinout.BLUE)), None
    from arbiter import options

    if name == "resistors":
        return options.resistor_readers(windows) + (None,)
    return options.tag_readers(tags)


def _rest(values):
    """What the box does about its supply while it sleeps; None for nothing."""
    if not (values["LOW_SUPPLY_MV"] or values["OFF_AFTER_MIN"]):
        return None
    from arbiter import options

    return options.rest(values["LOW_SUPPLY_MV"], values["OFF_AFTER_MIN"])
