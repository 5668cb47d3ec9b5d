"""The bill of materials, from the netlist and the stock list."""

from __future__ import annotations

import csv
import io
import re

from hardware.electronics.netlist import Netlist
from hardware.electronics.parts import STOCK

COLUMNS = ("References", "Quantity", "Value", "Footprint", "Part", "Second source", "Price", "Note")


def natural(ref: str) -> tuple[str, int]:
    """The order in which people read references: R2 before R11."""
    letters, digits = re.fullmatch(r"([A-Z]+)(\d+)", ref).groups()  # type: ignore[union-attr]
    return letters, int(digits)


def bom(netlist: Netlist) -> str:
    """The list as CSV: a line a part to buy; raises KeyError for a part that is not in stock."""
    groups: dict[str, list[str]] = {}
    for ref, part in netlist.components.items():
        groups.setdefault(part.stock, []).append(ref)
    rows = []
    for stock, refs in groups.items():
        item = STOCK[stock]
        refs.sort(key=natural)
        footprint = item.footprint.split(":")[1]
        about = (item.mpn, item.second, item.price, item.note)
        rows.append((" ".join(refs), len(refs), item.value, footprint, *about))
    rows.sort(key=lambda row: natural(str(row[0]).split()[0]))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows)
    return text.getvalue()
