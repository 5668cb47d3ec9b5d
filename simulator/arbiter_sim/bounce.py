"""How a contact closes and opens: late, and not at the first try.

The instants depend on the seed, on which movement of the run it is and on which of the piece's
contacts it is, counted from the left: not on the piece and not on the contact. Two runs that differ
only in rank thus have their changes at the same instants, and what else differs the box has told.
"""

import random

BOUNCE_US = 5_000
MOST_BOUNCES = 3


def changes(seed: int, movement: int, ordinal: int, over_us: int) -> list[int]:
    """Times (us from the movement's start) at which a contact changes; an odd number of them.

    The first lies within `over_us`, the others within BOUNCE_US after it. Snap-action contacts
    bounce for one to five milliseconds (J. Ganssle, "A Guide to Debouncing", measured 18 switches,
    1.6 ms on average, most under 6.2 ms).
    """
    chance = random.Random(f"{seed} movement {movement} contact {ordinal}")
    first = chance.randint(0, over_us)
    bounces = chance.randint(0, MOST_BOUNCES)
    return [
        first,
        *(first + later for later in sorted(chance.sample(range(1, BOUNCE_US), 2 * bounces))),
    ]


def missing(seed: int, movement: int, contacts: int) -> set[int]:
    """Which of a crooked piece's contacts never close: one or two ordinals."""
    chance = random.Random(f"{seed} movement {movement} crooked")
    return set(chance.sample(range(contacts), min(contacts, chance.randint(1, 2))))
