"""Python source laid out as the project's formatter would, so that nothing has to be run over an exported script.

Only the forms that emitters use: a call breaks at its arguments, first all of them on one line, then one a line; a list
or tuple breaks to one item a line at once.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WIDTH = 120
"""Columns of a line."""

_INDENT = "    "


@dataclass(frozen=True)
class Call:
    """`head(items)`. An item is a text without line breaks, or again something that can break."""

    head: str
    items: tuple[Source, ...]


@dataclass(frozen=True)
class Items:
    """`[items]`: a list, or a dict where the items are pairs and the brackets `{}`."""

    items: tuple[Source, ...]
    brackets: str = "[]"


@dataclass(frozen=True)
class Each:
    """`[item for ...]`: a comprehension. clauses: from the first `for` on."""

    item: str
    clauses: tuple[str, ...]
    brackets: str = "[]"


@dataclass(frozen=True)
class Named:
    """`name=value`: an argument by its name."""

    name: str
    value: Source


Source = str | Call | Items | Each | Named


def call(head: str, *items: Source) -> Call:
    """A call with these arguments."""
    return Call(head, items)


def each(item: str, *clauses: str) -> Each:
    """A list of what `item` is for each of the clauses' names."""
    return Each(item, clauses)


def flat(source: Source) -> str:
    """The source on one line."""
    if isinstance(source, str):
        return source
    if isinstance(source, Named):
        return f"{source.name}={flat(source.value)}"
    if isinstance(source, Each):
        return f"{source.brackets[0]}{' '.join((source.item, *source.clauses))}{source.brackets[1]}"
    inner = ", ".join(flat(item) for item in source.items)
    return f"{source.head}({inner})" if isinstance(source, Call) else f"{source.brackets[0]}{inner}{source.brackets[1]}"


def lay(before: str, source: Source, indent: int, after: str = "") -> list[str]:
    """The lines of `before` + source + `after`. indent: levels of four columns."""
    margin = _INDENT * indent
    while isinstance(source, Named):
        before, source = f"{before}{source.name}=", source.value
    line = f"{margin}{before}{flat(source)}{after}"
    if len(line) <= WIDTH or isinstance(source, str):
        return [line]
    if isinstance(source, Each):
        opening, closing = tuple(source.brackets)
        together = f"{margin}{_INDENT}{flat(source)[1:-1]}"
        steps = [f"{margin}{_INDENT}{step}" for step in (source.item, *source.clauses)]
        inside = [together] if len(together) <= WIDTH else steps
        return [f"{margin}{before}{opening}", *inside, f"{margin}{closing}{after}"]
    if not source.items:
        return [line]
    opening, closing = (f"{source.head}(", ")") if isinstance(source, Call) else tuple(source.brackets)
    lines = [f"{margin}{before}{opening}"]
    together = f"{margin}{_INDENT}{', '.join(flat(item) for item in source.items)}"
    if isinstance(source, Call) and len(together) <= WIDTH:
        lines.append(together)
    else:
        # the formatter sets no comma after the only argument where that is what breaks
        for item in source.items:
            lines += lay("", item, indent + 1, ",")
    return [*lines, f"{margin}{closing}{after}"]


def pairs(entries: Mapping[str, str]) -> Items:
    """A dict of texts to expressions."""
    return Items(tuple(f"{literal(key)}: {value}" for key, value in entries.items()), "{}")


def nested(values: Any) -> Source:
    """Nested lists of plain values."""
    return Items(tuple(nested(item) for item in values)) if isinstance(values, list) else literal(values)


def literal(value: Any) -> str:
    """A plain value (text, number, truth, None, and tuples of them) as Python writes it, texts in double quotes."""
    if isinstance(value, str):
        return text_literal(value)
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    if isinstance(value, tuple):
        return f"({', '.join(literal(item) for item in value)}{',' if len(value) == 1 else ''})"
    if isinstance(value, list):
        return f"[{', '.join(literal(item) for item in value)}]"
    return repr(value).replace("e+", "e")


def text_literal(value: str) -> str:
    """A text between quotes, as the formatter likes them: double ones unless that saves escapes.

    What cannot be seen, or not be written as UTF-8, is escaped.
    """
    shown = "".join(c if c.isprintable() and c != "\\" else _escaped(c) for c in value)
    if '"' in shown and "'" not in shown:
        return f"'{shown}'"
    return '"' + shown.replace('"', '\\"') + '"'


def _escaped(character: str) -> str:
    if character in "\\\n\t\r":
        return json.dumps(character)[1:-1]
    code = ord(character)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"


def sentence_lines(words: Sequence[str], width: int = WIDTH) -> list[str]:
    """Words put together to lines of at most `width` columns; a longer word has a line of its own."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
