"""Big JSON read and written in pieces, so that no thread keeps the interpreter to itself for long.

The encoder and the scanner of the standard library are C: one call on 20 MiB holds every other thread, the one that
serves clients among them, for a third of a second. Here each call gets a bounded piece; between two pieces the others
have their turn. What comes out is what one call would have given, errors and their places included.
"""

from __future__ import annotations

import json
import re
from itertools import chain
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

BIG_CHARACTERS = 256 * 1024
"""Text up to this is read in one call: two or three milliseconds."""

BIG_ITEMS = 5000
"""Values up to this weight (see `is_big`) are written in one call: less than a millisecond."""

MAX_DEPTH = 200
"""Containers larger than a window inside one another; RecursionError beyond, as the scanner itself has it."""

_NUMBERS = frozenset({int, float, bool, type(None)})
_WINDOW = 64 * 1024
_CHARACTERS_AN_ITEM = 64
_blank = re.compile(r"[ \t\n\r]*").match


def is_big(value: Any, limit: int | None = None) -> bool:
    """True when a JSON value holds at least `limit` items; 64 characters of text count as one.

    limit: BIG_ITEMS when left out. Looks at no more than about `limit` of them.
    """
    limit = BIG_ITEMS if limit is None else limit
    return _weight(value, limit) >= limit


def _weight(value: Any, limit: int) -> int:
    total = 0
    waiting = [value]
    while waiting and total < limit:
        item = waiting.pop()
        total += 1
        if isinstance(item, str):
            total += len(item) // _CHARACTERS_AN_ITEM
        elif isinstance(item, dict):
            if len(item) >= limit:
                return limit
            total += sum(len(key) // _CHARACTERS_AN_ITEM for key in item if isinstance(key, str))
            waiting.extend(item.values())
        elif isinstance(item, list | tuple):
            if len(item) >= limit:
                return limit
            if _are_numbers(item):
                total += len(item)
            else:
                waiting.extend(item)
    return total


def _are_numbers(items: Iterable[Any]) -> bool:
    return _NUMBERS.issuperset(map(type, items))


def write(value: Any, encode: Callable[[Any], str]) -> str:
    """The text that `encode(value)` gives, if need be from several calls of it.

    encode: a compact encoder (no blanks, no indentation). Raises what it raises; RecursionError for what lies deep.
    """
    return "".join(write_pieces(value, encode))


def write_pieces(value: Any, encode: Callable[[Any], str]) -> list[str]:
    """The pieces of `write`: to join 40 MB of them is a call that holds everybody, too."""
    if not is_big(value):
        return [encode(value)]
    pieces: list[str] = []
    _write(value, encode, pieces.append, 0)
    return pieces


def _write(value: Any, encode: Callable[[Any], str], put: Callable[[str], None], depth: int) -> None:
    if depth > MAX_DEPTH:
        raise RecursionError
    is_object = isinstance(value, dict)
    if not is_object and not isinstance(value, list | tuple):
        put(encode(value))  # one long text
        return
    put("{" if is_object else "[")
    group: list[Any] = []
    weight = 0
    comma = ""

    def flush() -> None:
        nonlocal comma, weight
        if group:
            put(comma + encode(dict(group) if is_object else group)[1:-1])
            comma = ","
            group.clear()
            weight = 0

    done = 0
    while not is_object and (plain := _plain_piece(value, done)):
        put(comma + encode(plain)[1:-1])
        comma = ","
        done += len(plain)
    for entry in value.items() if is_object else value[done:] if done else value:
        item = entry[1] if is_object else entry
        heavy = _weight(item, BIG_ITEMS)
        if heavy >= BIG_ITEMS:
            flush()
            put(comma + (encode({entry[0]: 0})[1:-2] if is_object else ""))
            comma = ","
            _write(item, encode, put, depth + 1)
            continue
        group.append(entry)
        weight += heavy
        if weight >= BIG_ITEMS:
            flush()
    flush()
    put("}" if is_object else "]")


def _plain_piece(items: Sequence[Any], start: int) -> Sequence[Any]:
    """The next items that are written in one call without a look at each: numbers, or short rows of numbers."""
    first = items[start] if start < len(items) else ""
    if isinstance(first, list):
        piece = items[start : start + max(1, BIG_ITEMS // (1 + len(first)))]
        is_plain = (
            set(map(type, piece)) == {list}
            and len(piece) + sum(map(len, piece)) <= 2 * BIG_ITEMS
            and _are_numbers(chain.from_iterable(piece))
        )
    else:
        piece = items[start : start + BIG_ITEMS]
        is_plain = _are_numbers(piece)
    return piece if is_plain else ()


def dismantle(value: Any, levels: int = 4) -> None:
    """Empty the containers of a value that nobody needs any more, the outermost `levels` of them, bit by bit.

    To drop the last reference to a million objects is one call that holds everybody. Four levels of a graph document
    leave the params of its nodes alone, which a prepared graph shares.
    """
    for _ in _emptied(value, levels):
        pass


def release(rows: list[Any]) -> None:
    """Empty a list whose items nobody else holds, bit by bit, as `dismantle` does with containers."""
    while rows:
        del rows[-BIG_ITEMS:]


def _emptied(value: Any, levels: int) -> Iterator[None]:
    if not levels:
        return
    if isinstance(value, dict):
        while value:
            yield from _emptied(value.popitem()[1], levels - 1)
    elif isinstance(value, list):
        while value:
            yield from _emptied(value.pop(), levels - 1)


def holds(text: str, part: str) -> bool:
    """`part in text` for a short part, a piece of the text at a time."""
    step = BIG_CHARACTERS
    return any(text.find(part, at, at + step + len(part) - 1) >= 0 for at in range(0, len(text), step))


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """`dict(pairs)`, bit by bit when there are many."""
    if len(pairs) <= BIG_ITEMS:
        return dict(pairs)
    made: dict[str, Any] = {}
    for first in range(0, len(pairs), BIG_ITEMS):
        made.update(pairs[first : first + BIG_ITEMS])
    return made


def read(text: str, decoder: json.JSONDecoder) -> Any:
    """The value that `decoder.decode(text)` gives, if need be from several calls of its scanner.

    Raises what it raises, with the same places.
    """
    if len(text) <= BIG_CHARACTERS:
        return decoder.decode(text)
    reader = _Reader(text, decoder)
    value, at = reader.value(reader.skip(0), 0)
    at = reader.skip(at)
    if at != len(text):
        raise json.JSONDecodeError("Extra data", text, at)
    return value


class _Reader:
    """Containers that do not fit into a window are read here, everything else by the scanner."""

    def __init__(self, text: str, decoder: json.JSONDecoder) -> None:
        self._text = text
        self._scan: Callable[[str, int], tuple[Any, int]] = vars(decoder)["scan_once"]
        self._pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = decoder.object_pairs_hook

    def skip(self, at: int) -> int:
        """The next place that is not blank."""
        found = _blank(self._text, at)
        return found.end() if found else at

    def value(self, at: int, depth: int) -> tuple[Any, int]:
        """(value, place after it) of a value that is not wholly within a window."""
        if depth > MAX_DEPTH:
            raise RecursionError
        head = self._text[at : at + 1]
        if head == "[":
            return self._list(at + 1, depth)
        if head == "{":
            return self._object(at + 1, depth)
        try:
            return self._scan(self._text, at)
        except StopIteration as error:
            raise json.JSONDecodeError("Expecting value", self._text, error.value) from None

    def _list(self, at: int, depth: int) -> tuple[list[Any], int]:
        items: list[Any] = []
        at = self.skip(at)
        if self._text[at : at + 1] == "]":
            return items, at + 1
        while True:
            more, at, is_over = self._row(at) if self._text[at : at + 1] not in ("[", "{") else ([], at, False)
            if not more and not is_over:
                more, at, is_over = self._within(at, is_object=False)
            items += more
            if is_over:
                return items, at
            if more:
                at = self.skip(at)
                continue
            value, at = self.value(at, depth + 1)
            items.append(value)
            at, is_over = self._separator(at, "]")
            if is_over:
                return items, at

    def _object(self, at: int, depth: int) -> tuple[Any, int]:
        pairs: list[tuple[str, Any]] = []
        at = self.skip(at)
        if self._text[at : at + 1] == "}":
            return self._made(pairs), at + 1
        while True:
            more, at, is_over = self._within(at, is_object=True)
            pairs += more
            if is_over:
                return self._made(pairs), at
            if more:
                at = self.skip(at)
                continue
            if self._text[at : at + 1] != '"':
                raise json.JSONDecodeError("Expecting property name enclosed in double quotes", self._text, at)
            key, at = self._scan(self._text, at)
            at = self.skip(at)
            if self._text[at : at + 1] != ":":
                raise json.JSONDecodeError("Expecting ':' delimiter", self._text, at)
            value, at = self.value(self.skip(at + 1), depth + 1)
            pairs.append((key, value))
            at, is_over = self._separator(at, "}")
            if is_over:
                return self._made(pairs), at

    def _made(self, pairs: list[tuple[str, Any]]) -> Any:
        made = object_of(pairs) if self._pairs_hook is None else self._pairs_hook(pairs)
        while pairs:
            del pairs[-BIG_ITEMS:]
        return made

    def _separator(self, at: int, closing: str) -> tuple[int, bool]:
        """(place of the next entry or after the container, whether it is over)."""
        at = self.skip(at)
        head = self._text[at : at + 1]
        if head == closing:
            return at + 1, True
        if head != ",":
            raise json.JSONDecodeError("Expecting ',' delimiter", self._text, at)
        return self.skip(at + 1), False

    def _row(self, start: int) -> tuple[list[Any], int, bool]:
        """As `_within` for entries of a list up to the window's last comma, in one call; nothing when that fails.

        A cut inside a text or an inner container leaves it unclosed, so it can only fail there.
        """
        window = self._text[start : start + _WINDOW]
        cut = window.rfind(",")
        try:
            items, end = self._scan(f"[{window[: max(cut, 0)]}]", 0)
        except RecursionError:
            raise
        except Exception:
            return [], start, False
        if end == cut + 2 or not items:
            return items, start + cut + 1 if items else start, False
        return items, start + end - 1, True

    def _within(self, start: int, is_object: bool) -> tuple[list[Any], int, bool]:
        """Entries that lie wholly within the window at `start`, the place after them, whether the container is over.

        Whatever goes wrong here may only be the window's end; it is found again, and told, by whoever reads on there.
        """
        window = self._text[start : start + _WINDOW]
        scan, found = self._scan, []
        closing = "}" if is_object else "]"
        at = 0
        try:
            while True:
                key = ""
                entry = at
                if is_object:
                    if window[entry] != '"':
                        break
                    key, entry = scan(window, entry)
                    entry = _end(window, entry)
                    if window[entry] != ":":
                        break
                    entry = _end(window, entry + 1)
                value, entry = scan(window, entry)
                entry = _end(window, entry)
                head = window[entry]
                if head != "," and head != closing:
                    break
                found.append((key, value) if is_object else value)
                if head == closing:
                    return found, start + entry + 1, True
                at = entry + 1
                at = _end(window, at)
        except RecursionError:
            raise
        except Exception:  # also those of the decoder's hooks: half a number may be none
            pass
        return found, start + at, False


def _end(window: str, at: int) -> int:
    """The next place that is not blank."""
    if window[at] not in " \t\n\r":
        return at
    found = _blank(window, at)
    return found.end() if found else at
