"""S-expressions, the text form of every KiCad file: read, find, write."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_TOKEN = re.compile(r'"((?:\\.|[^"\\])*)"|([()])|([^\s()"]+)')


class Quoted(str):
    """An atom that stood in quotes, so that it is written in quotes again."""


Node = list[Any]  # the first item names it; the rest are atoms (str) and nodes


def parse(text: str) -> Node:
    """The first expression in ``text``; raises ValueError where the brackets do not match."""
    stack: list[Node] = [[]]
    for quoted, bracket, atom in _TOKEN.findall(text):
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            if len(stack) == 1:
                raise ValueError("a closing bracket too many")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(atom or Quoted(quoted.replace('\\"', '"').replace("\\\\", "\\")))
    if len(stack) != 1 or not stack[0]:
        raise ValueError("a closing bracket is missing")
    expression: Node = stack[0][0]
    return expression


def find_all(node: Node, name: str) -> Iterator[Node]:
    """The children called ``name``."""
    return (child for child in node if isinstance(child, list) and child and child[0] == name)


def find(node: Node, name: str) -> Node:
    """The first child called ``name``; raises KeyError where there is none."""
    for child in find_all(node, name):
        return child
    raise KeyError(f"no ({name} ...) in ({node[0]} ...)")


def dump(node: Any, indent: int = 0) -> str:
    """The text of an expression, in KiCad's manner: a child a line, indented by tabs."""
    if isinstance(node, Quoted):
        return '"' + node.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if not isinstance(node, list):
        return str(node)
    if not any(isinstance(child, list) for child in node):
        return "(" + " ".join(dump(child) for child in node) + ")"
    tabs = "\n" + "\t" * (indent + 1)
    text = ""
    for child in node:
        text += (tabs if isinstance(child, list) else " ") + dump(child, indent + 1)
    return f"({text.lstrip()}\n" + "\t" * indent + ")"


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is never seen half-written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)
