"""Arbitrary players, pieces, dirt and hosts: whatever they do, no wrong verdict and no stall."""

import itertools

from hypothesis import example, given
from hypothesis import strategies as st

from arbiter import codes
from arbiter_sim import Box
from box.battles import DELIBERATION_MS, perceived
from firmware.rulebook import CLASS

LOOK_MS = 5
DOUBT_MS = 300  # as long as a latched piece may be unreadable without ending the deliberation
KIND = {word: kind for kind, word in enumerate(codes.WORDS, 1)}

slots = st.sampled_from(["red", "blue"])
kinds = st.integers(1, 15)
contacts = st.integers(1, 7)
seatings = st.sampled_from(["straight", "straight", "straight", "crooked", "backwards"])
# Pauses that matter: within the settle time, about a deliberation, about a tone.
pauses = st.one_of(
    st.integers(1, 150), st.integers(2700, 3300), st.integers(4300, 5200), st.just(1000)
)
moves = st.one_of(
    st.tuples(st.just("put"), slots, kinds, seatings, st.sampled_from([0, 8, 300, 900])),
    st.tuples(st.just("put"), slots, kinds, st.just("straight"), st.just(8)),
    st.tuples(st.just("take"), slots),
    st.tuples(st.just("hold"), slots, st.integers(0, 127)),
    st.tuples(st.just("hold"), slots, st.sampled_from(codes.WORDS)),
    st.tuples(st.sampled_from(["dirty", "short", "clean"]), slots, contacts),
    st.tuples(st.just("press"), st.integers(1, 400)),
    st.tuples(st.sampled_from(["read", "stall", "detach"])),
    st.tuples(st.just("send"), st.binary(max_size=300)),
    st.tuples(st.just("battle"), kinds, kinds),
)
scripts = st.lists(st.tuples(moves, pauses), max_size=12)


class Watch:
    """Looks at the contacts every few ms, and holds each verdict against what it saw."""

    def __init__(self, box):
        self.box = box
        self.looks = []  # (ms, red's reading, blue's reading)
        self.judged = 0

    def wait(self, ms):
        end = self.box.now_ms + ms
        while self.box.now_ms < end:
            look = (self.box.now_ms, self.box.reading("red"), self.box.reading("blue"))
            self.looks.append(look)
            self.box.wait(min(LOOK_MS, end - self.box.now_ms))
            self.check()

    def check(self):
        verdicts = [e for e in self.box.events if e.get("event") == "verdict"]
        for verdict in verdicts[self.judged :]:
            self.check_verdict(verdict)
        self.judged = len(verdicts)

    def check_verdict(self, verdict):
        now = self.looks[-1][0]
        # At that moment the next piece may be on its way in: the judged one was there till lately.
        pairs = itertools.product(self.lately(now, 1), self.lately(now, 2))
        fitting = [pair for pair in pairs if CLASS[pair] == verdict["class"]]
        assert any(self.stayed(now, 1, red) and self.stayed(now, 2, blue) for red, blue in fitting)
        if self.judged:
            assert any(not (r or b) for ms, r, b in self.looks if ms > self.judged_at)
        self.judged_at = now

    def lately(self, now, slot):
        """The kinds that the slot has shown so lately that they may be judged."""
        words = {look[slot] for look in self.looks if now - look[0] <= DOUBT_MS}
        return [KIND[word] for word in words if word in KIND]

    def stayed(self, now, slot, kind):
        """Whether the piece was in the slot through the deliberation, but for doubtful moments."""
        seen = [ms for ms, *slots in self.looks if slots[slot - 1] == codes.word(kind)]
        start = now - DELIBERATION_MS - 40
        times = [start, *(ms for ms in seen if ms >= start), now]
        return max(later - ms for ms, later in itertools.pairwise(times)) <= DOUBT_MS


def carry_out(box, move, host_moves):
    what, *args = move
    if what == "put" and not box.reading(args[0]):
        box.hold(args[0], 0)
        box.insert(args[0], args[1], seating=args[2], over_ms=args[3])
    elif what in ("take", "put"):
        box.hold(args[0], 0)
    elif what == "battle":
        for slot, kind in zip(("red", "blue"), args, strict=True):
            box.hold(slot, 0)
            box.insert(slot, kind)
    elif what in ("read", "stall", "detach", "send"):
        if host_moves:
            if what == "send":
                box.host.read()
            getattr(box.host, what)(*args)
    else:
        getattr(box, what)(*args)


def play(script, seed, uptime_ms, host_moves):
    """Carry the script out, then take everything out and mend it; returns the log."""
    with Box(seed=seed, uptime_ms=uptime_ms) as box:
        box.wait(100)  # a button pressed before that would be a wish for service mode
        # What a host that comes and goes is told comes late or never: only the other one is asked.
        wait = box.wait if host_moves else Watch(box).wait
        for move, pause in script:
            carry_out(box, move, host_moves)
            wait(pause)
        for slot in ("red", "blue"):
            for contact in range(1, 8):
                box.clean(slot, contact)
            box.hold(slot, 0)
        wait(1000)
        assert box.pixels == ((0, 0, 0),) * 8
        box.wait(20_000)  # a long press may have asked for the last sound once more
        assert box.tone == 0
        return box.log


@example(script=[(("battle", 1, 1), 3063), (("battle", 1, 1), 12)], seed=0, uptime_ms=0)
@given(script=scripts, seed=st.integers(0, 3), uptime_ms=st.sampled_from([0, 60_000, 64_000]))
def test_no_wrong_verdict_no_second_one_no_stall_and_always_back_to_dark(script, seed, uptime_ms):
    with_one_host = play(script, seed, uptime_ms, host_moves=False)
    with_any_host = play(script, seed, uptime_ms, host_moves=True)
    assert perceived(with_any_host) == perceived(with_one_host)
