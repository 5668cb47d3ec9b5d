"""The outcome of each of the 225 battles, set down from the 1980 rulebook and from nothing else.

One row for each red piece, one column for each blue piece, both in rank order. A capital letter
is a battle that red wins, a small one a battle that blue wins.
"""

PIECES = (
    "5-star General",
    "4-star General",
    "3-star General",
    "2-star General",
    "1-star General",
    "Colonel",
    "Lt. Colonel",
    "Major",
    "Captain",
    "1st Lieutenant",
    "2nd Lieutenant",
    "Sergeant",
    "Private",
    "Agent",
    "Flag",
)
KIND = {name: number for number, name in enumerate(PIECES, 1)}

GRID = """
               5 4 3 2 1 C L M K 1 2 S P A F
5-star         = H H H H H H H H H H H O a F
4-star         h = H H H H H H H H H H O a F
3-star         h h = H H H H H H H H H O a F
2-star         h h h = H H H H H H H H O a F
1-star         h h h h = H H H H H H H O a F
Colonel        h h h h h = H H H H H H O a F
Lt.Colonel     h h h h h h = H H H H H O a F
Major          h h h h h h h = H H H H O a F
Captain        h h h h h h h h = H H H O a F
1st-Lieutenant h h h h h h h h h = H H O a F
2nd-Lieutenant h h h h h h h h h h = H O a F
Sergeant       h h h h h h h h h h h = O a F
Private        o o o o o o o o o o o o = P F
Agent          A A A A A A A A A A A A p = F
Flag           f f f f f f f f f f f f f f *
"""

REASONS = {
    "H": "higher officer",
    "O": "officer over Private",
    "A": "Agent over officer",
    "P": "Private over Agent",
    "F": "Flag captured",
}


def _outcome(letter):
    """(class, winner, reason) of a letter of the grid."""
    if letter == "=":
        return ("tie", "", "equal pieces")
    if letter == "*":
        return ("flag-duel", "attacker", "Flag against Flag")
    winner = "red" if letter.isupper() else "blue"
    cls = winner + "-captures" if letter in "Ff" else winner
    return (cls, winner, REASONS[letter.upper()])


LETTERS = [line.split()[1:] for line in GRID.strip().splitlines()[1:]]
OUTCOMES = {
    (red, blue): _outcome(letter)
    for red, row in enumerate(LETTERS, 1)
    for blue, letter in enumerate(row, 1)
}
CLASS = {pair: outcome[0] for pair, outcome in OUTCOMES.items()}
