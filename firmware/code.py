"""Builds the box from its parts and steps it for ever."""

import time

import microcontroller
import supervisor
import usb_cdc

from arbiter import cues, protocol, settings
from arbiter.app import App, Fault
from arbiter.hw import pinout
from arbiter.hw.buzzer import Buzzer
from arbiter.hw.contacts import Contacts
from arbiter.hw.lamps import Lamps
from arbiter.hw.port import Port
from arbiter.readers import ContactReader

PIXELS = 8


def is_restart():
    """Whether this is anything but a power-up: then pieces in the slots may be judged ones."""
    power_up = microcontroller.cpu.reset_reason == microcontroller.ResetReason.POWER_ON
    first_run = supervisor.runtime.run_reason == supervisor.RunReason.STARTUP
    return not (power_up and first_run)


def read_settings():
    """The settings and what is wrong with them."""
    try:
        with open("/settings.toml") as file:
            return settings.parse(file.read())
    except (OSError, UnicodeError):
        values, _ = settings.parse("")
        return values, ["settings.toml cannot be read: copy it to the drive again"]


def build(values, problems, lamps, buzzer):
    """The box in play, or a fault if the settings are not to be trusted."""
    port = Port(usb_cdc.data)
    if problems:
        console = Port(usb_cdc.console)
        number = protocol.FAULT_SETTINGS
        return Fault(number, problems, values, lamps, buzzer, port, console)
    red = ContactReader(Contacts(pinout.RED))
    blue = ContactReader(Contacts(pinout.BLUE))
    button = Contacts((pinout.BUTTON,))
    return App(values, red, blue, button, lamps, buzzer, port, is_restart())


def main():
    """Play until the power goes, or until something ends the program: then all is dark."""
    # A drive that the host touches must not restart a battle.
    supervisor.runtime.autoreload = False
    values, problems = read_settings()
    order, budget = values["PIXEL_ORDER"], values["PIXEL_MA"]
    lamps = Lamps(pinout.pin(pinout.PIXELS), PIXELS, order, budget, cues.PALETTE)
    buzzer = Buzzer(pinout.pin(pinout.BUZZER), values["VOLUME"])
    try:
        box = build(values, problems, lamps, buzzer)
        while True:
            time.sleep(box.step(supervisor.ticks_ms()) / 1000)
    finally:
        lamps.off()
        buzzer.sound(0)


main()
