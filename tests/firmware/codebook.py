"""The words of the 3-of-7 code as the design prints them, and what faults make of them."""

import itertools

from firmware.rulebook import KIND

# The table of the design, as printed there.
TABLE = """
0000111 5-star General    0100110 Colonel           1011000 Sergeant
0111000 4-star General    0011001 Lt. Colonel       0100101 Private
1000011 3-star General    1100100 Major             1001010 Agent
0101100 2-star General    0001011 Captain           0110001 Flag
1010001 1-star General    1010100 1st Lieutenant    0010110 test piece
                          0100011 2nd Lieutenant
"""
CELLS = [cell.strip() for line in TABLE.splitlines() for cell in line.split("   ") if cell.strip()]
WORDS = {name: int(word, 2) for word, name in (cell.split(" ", 1) for cell in CELLS)}
TEST_PIECE = WORDS.pop("test piece")
KIND_OF_WORD = {word: KIND[name] for name, word in WORDS.items()}

BITS = [1 << position for position in range(7)]


def backwards(word):
    return int(f"{word:07b}"[::-1], 2)


def subsets(bits):
    return [sum(chosen) for n in range(len(bits) + 1) for chosen in itertools.combinations(bits, n)]


def same_direction_faults(word):
    """Every reading of a piece with any contacts lost, or any falsely closed; the word first."""
    lost = [word & ~gone for gone in subsets([bit for bit in BITS if word & bit])]
    closed = [word | extra for extra in subsets([bit for bit in BITS if not word & bit])]
    return lost + closed[1:]
