"""When two logs of the same scenario tell the same."""

TOLERANCE_MS = 20


def assert_same(log, other, cut=False):
    """The same frames and the same tones from the first frame on, each within the tolerance.

    With `cut`, a pattern that something interrupts may come one entry further in one of the logs: a
    millisecond more can be a frame more.
    """
    for kind in ("frame", "tone"):
        ours, theirs = shown(log, kind), shown(other, kind)
        if cut:
            ours, theirs = uncut(ours, theirs), uncut(theirs, ours)
        assert [data for _, data in ours] == [data for _, data in theirs], f"other {kind}s"
        late = [ms - their_ms for (ms, _), (their_ms, _) in zip(ours, theirs, strict=True)]
        worst = max(map(abs, late), default=0)
        assert worst <= TOLERANCE_MS, f"a {kind} is {worst:.1f} ms off"


def shown(log, kind):
    """(ms, data) of each entry of that kind, from the first frame on."""
    return [(e.t_us / 1000, e.data) for e in log if e.kind == kind and e.t_us >= 0]


def uncut(entries, others):
    """The entries without the first that the others lack, if there is one entry more."""
    if len(entries) != len(others) + 1:
        return entries
    pairs = enumerate(zip(entries, others, strict=False))
    place = next((i for i, (entry, other) in pairs if entry[1] != other[1]), len(others))
    return entries[:place] + entries[place + 1 :]
