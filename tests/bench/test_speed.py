"""How much faster than the clock the simulated box is (`make bench`). Goal: 1,000 times."""

import pytest

from arbiter_sim import Box

BATTLE_MS = 6000


@pytest.fixture
def box():
    with Box(seed=1) as box:
        box.wait(500)
        yield box


@pytest.mark.benchmark(group="simulated box")
def test_a_battle(benchmark, box):
    def battle():
        box.insert("red", "colonel")
        box.insert("blue", "private")
        box.wait(5000)
        box.lift("red")
        box.lift("blue")
        box.wait(BATTLE_MS - 5000)

    benchmark.pedantic(battle, rounds=20, warmup_rounds=2)
    assert box.verdict == "red"
    if benchmark.stats:
        benchmark.extra_info["times real time"] = round(
            BATTLE_MS / 1000 / benchmark.stats["median"]
        )


@pytest.mark.benchmark(group="simulated box")
def test_a_minute_asleep(benchmark, box):
    benchmark.pedantic(box.wait, args=[60_000], rounds=10, warmup_rounds=1)
    assert box.state == "asleep"
    if benchmark.stats:
        benchmark.extra_info["times real time"] = round(60 / benchmark.stats["median"])


@pytest.mark.benchmark(group="simulated box")
def test_power_on(benchmark):
    def power_on_and_off():
        Box().close()

    benchmark.pedantic(power_on_and_off, rounds=20, warmup_rounds=1)
