"""One contact line in ngspice: levels at the Pico's pin, and bounce against the settle time.

Limits: RP2040 datasheet, table of pin characteristics: low up to 0.8 V, high from 2.0 V at 3.3 V.
Bounce: up to 6.2 ms in J. Ganssle's measurements of switches ("A Guide to Debouncing").
"""

from __future__ import annotations

from arbiter import settings
from hardware.analysis.result import Result
from hardware.analysis.spice import measure

LOW_V, HIGH_V = 0.8, 2.0
BOUNCE_MS = 6.2


def results() -> list[Result]:
    """Worst cases: a dirty contact with a strong pull-up; a leaking diode with a weak one.

    500 ohm take 0.17 V, which also stands for the output of a Hall switch.
    """
    dirty = measure("contact.cir", rcontact=500, rpullup=7.9e3)  # 9.8 k beside the inner 50 k
    leaking = measure("contact.cir", leak=4e-6, rpullup=10.2e3)
    settle = next(s for s in settings.SETTINGS if s.key == "SETTLE_MS")
    subject = "contacts"
    return [
        Result(subject, "low level, contact of 500 ohm", dirty["v_low"], "V", None, LOW_V),
        Result(subject, "high level, diode leaking 4 uA", leaking["v_high"], "V", HIGH_V),
        Result(subject, "pin follows the contact within", 1e6 * leaking["t_rise"], "us", None, 10),
        Result(subject, "current of a contact", -1e3 * dirty["i_contact"], "mA", 0.1, 1.0),
        Result(
            subject,
            "least SETTLE_MS over the longest bounce",
            settle.allowed[0] / BOUNCE_MS,
            "",
            2,
        ),
    ]
