"""No host, and none at all, changes what players see and hear."""

from functools import cache

import pytest

from arbiter_sim import parse
from emulated.agreement import assert_same

BATTLE = """
seed 5
{setting}
at 500 ms put red major in
at 1 s put blue captain in
at 1200 ms {meddling}
at 6 s end
"""
QUIET = "clean red contact 1"
HOSTS = {
    "reading": ("host reading", QUIET),
    "stalled": ("host stalled", QUIET),
    "closed": ("host absent", QUIET),
    "noisy": ("host reading", "host sends 10240 bytes of noise"),
    "noisy and stalled": ("host stalled", "host sends 10240 bytes of noise"),
}


@cache
def battle(image, host, plugged=True):
    """The log of a battle with that host."""
    from arbiter_sim.emulated.play import play

    setting, meddling = HOSTS[host]
    scenario = parse(BATTLE.format(setting=setting, meddling=meddling), host)
    return play(scenario, image, plugged=plugged).log


@pytest.mark.parametrize("host", HOSTS)
def test_lights_and_tones_are_as_without_usb(image, host):
    assert_same(battle(image, host), battle(image, "reading", plugged=False))


def test_a_host_that_reads_is_told_the_verdict(image):
    assert b'"class": "red"' in battle(image, "reading").usb()


def test_noise_is_answered_and_the_verdict_still_told(image):
    told = battle(image, "noisy").usb()
    assert b'{"reply": "error"' in told
    assert b'"class": "red"' in told
