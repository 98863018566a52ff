"""Reads a table from a CSV file in one pass: numbers into columns, the target into labels."""

from __future__ import annotations

import codecs
import csv
import io
import re
from array import array
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from app.core.vocab.errors import NodeError
from app.nodes.data.csv_lines import CHUNK_CHARS, Lines
from app.nodes.plain_file import open_plain
from app.nodes.shapes import refuse_absurd

if TYPE_CHECKING:
    from _csv import Reader
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

MISSING = frozenset({"", "na", "n/a", "nan", "null", "none", "?"})
"""Cells, in lower case, that mean that a value is not there."""

_CHUNK = 4096
_SHOWN = 50
_DELIMITERS = ",;\t|"
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+(?:[eE][+-]?[0-9]+)?\Z")
_NAN = float("nan")


@dataclass
class Table:
    """What was read. columns: one array of float32 for each of `names`, all of equal length.

    labels: the cells of the target column, stripped. left_out: columns that hold something else than numbers.
    missing: how many cells became NaN. stopped: reading was given up because the run was asked to stop.
    """

    names: list[str] = field(default_factory=list)
    columns: list[array[float]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    rows: int = 0
    missing: int = 0
    stopped: bool = False


def read_table(
    path: Path, name: str, target: str, include: Sequence[str], has_header: bool, is_stopped: Callable[[], bool]
) -> Table:
    """Read the file at `path`, which messages call `name`.

    target: a column name, or "" for none. include: the feature columns in order, or empty for every column of numbers
    but the target. A column may also be named by its place, from 0, where no column has that name.
    Raises: NodeError csv_*, column_missing, tensor_too_large, file_unreadable.
    """
    try:
        with open_plain(path, name) as raw:
            head = raw.read(65536)
            raw.seek(0)
            encoding = next((kind for bom, kind in _BOMS if head.startswith(bom)), "utf-8")
            text = io.TextIOWrapper(raw, encoding, newline="")
            lines = Lines(text, name, is_stopped)
            mark = delimiter_of(head.decode(encoding, "replace"))
            reader = csv.reader(iter(lines), delimiter=mark, strict=True, skipinitialspace=True)
            return _Reading(name, reader, lines).read(target, include, has_header)
    except OSError as error:
        raise NodeError.of("file_unreadable", path=name, why=error.strerror or "OSError") from error


class _Reading:
    """One pass over one file."""

    def __init__(self, name: str, reader: Reader, lines: Lines) -> None:
        self._name = name
        self._reader = reader
        self._lines = lines
        self._has_decimal_comma = reader.dialect.delimiter == ";"

    def read(self, target: str, include: Sequence[str], has_header: bool) -> Table:
        rows = self._rows()
        first = next(rows, None)
        if first is None:
            raise NodeError.of("csv_empty", path=self._name)
        header = _unique(first[1] if has_header else [f"column_{i}" for i in range(len(first[1]))])
        rest = rows if has_header else chain([first], rows)
        self._header = header
        by_name = {name: place for place, name in enumerate(header)}
        self._target = _place(by_name, target) if target else None
        self._wanted = [_place(by_name, column) for column in include]
        places = self._wanted or [i for i in range(len(header)) if i != self._target]
        self._arrays = {place: array("f") for place in places}
        self._left_out: set[int] = set()
        self._kept: dict[str, str] = {}
        table = Table()
        while chunk := list(self._chunk(rest)):
            self._take([line for line, _ in chunk], [row for _, row in chunk], table)
            refuse_absurd((table.rows, len(self._arrays)), 4, "cpu")  # the tensor comes on top of what is held here
        table.stopped = self._lines.stopped
        if not table.rows:
            raise NodeError.of("csv_no_rows", path=self._name)
        return self._finished(table, places)

    def _chunk(self, rows: Iterator[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
        """Some thousand rows, fewer where they are long."""
        lines = self._lines
        full_at = lines.chars + CHUNK_CHARS
        for number, row in enumerate(rows, start=1):
            yield row
            if number == _CHUNK or lines.chars > full_at:
                return

    def _rows(self) -> Iterator[tuple[int, list[str]]]:
        """(line number, cells) of every row that is not blank."""
        reader, lines = self._reader, self._lines
        while True:
            try:
                row = next(reader)
            except StopIteration:
                return
            except UnicodeError as error:
                raise NodeError.of("csv_not_utf8", path=self._name, line=reader.line_num + 1) from error
            except csv.Error as error:
                if lines.stopped:  # in the middle of a quoted cell
                    return
                raise NodeError.of(
                    "csv_malformed", path=self._name, line=max(reader.line_num, 1), why=str(error)
                ) from error
            lines.row_end = reader.line_num
            if row and (len(row) > 1 or row[0].strip()):
                yield reader.line_num, row

    def _take(self, lines: list[int], rows: list[list[str]], table: Table) -> None:
        width = len(self._header)
        if {*map(len, rows)} != {width}:
            line, found = next((line, len(row)) for line, row in zip(lines, rows, strict=True) if len(row) != width)
            raise NodeError.of("csv_ragged", path=self._name, line=line, found=found, wanted=width)
        columns = list(zip(*rows, strict=True))
        for place in list(self._arrays):
            self._take_column(place, columns[place], lines, table)
        if self._target is not None:
            kept = self._kept  # equal labels share one string
            table.labels.extend(kept.setdefault(cell, cell) for cell in map(str.strip, columns[self._target]))
        table.rows += len(rows)

    def _take_column(self, place: int, cells: tuple[str, ...], lines: list[int], table: Table) -> None:
        values = self._arrays[place]
        text = "".join(cells).lower()
        if "_" not in text:  # float() would read 1_000 as a number
            before = len(values)
            try:
                values.extend(map(float, cells))
            except ValueError:
                del values[before:]
            else:
                if "nan" in text:
                    table.missing += sum(value != value for value in values[before:])
                return
        for line, cell in zip(lines, cells, strict=True):
            value = self._number(cell)
            if value is None:
                if self._wanted:
                    raise NodeError.of(
                        "csv_cell_not_number",
                        path=self._name,
                        line=line,
                        column=self._header[place],
                        cell=cell[:60],
                    )
                del self._arrays[place]
                self._left_out.add(place)
                return
            table.missing += value != value
            values.append(value)

    def _number(self, cell: str) -> float | None:
        text = cell.strip()
        if text.lower() in MISSING:
            return _NAN
        if self._has_decimal_comma and _DECIMAL_COMMA.match(text):
            text = text.replace(",", ".")
        try:
            return None if "_" in text else float(text)
        except ValueError:
            return None

    def _finished(self, table: Table, places: list[int]) -> Table:
        used = [place for place in places if place in self._arrays]
        if not used:
            raise NodeError.of("csv_no_numbers", path=self._name, columns=_few(self._header))
        table.names = [self._header[place] for place in used]
        table.columns = [self._arrays[place] for place in used]
        table.left_out = [self._header[place] for place in sorted(self._left_out)]
        return table


def delimiter_of(text: str) -> str:
    """The separator that stands most often outside quotes in the first line with text, a comma without any."""
    line = next((line for line in text.splitlines() if line.strip()), "")
    counts = Counter(re.sub(r'"[^"]*"', "", line))
    return max(_DELIMITERS, key=lambda mark: (counts[mark], mark == ","))


def _unique(cells: list[str]) -> list[str]:
    """Column names: stripped, never empty, never twice; a number is appended where a name is taken."""
    taken: set[str] = set()
    counts: dict[str, int] = {}
    names: list[str] = []
    for place, cell in enumerate(cells):
        plain = cell.strip() or f"column_{place}"
        name, count = plain, counts.get(plain, 1)
        while name in taken:
            count += 1
            name = f"{plain}_{count}"
        counts[plain] = count
        taken.add(name)
        names.append(name)
    return names


def _place(header: Mapping[str, int], column: str) -> int:
    if column in header:
        return header[column]
    if column.isascii() and column.isdigit() and len(column) < 9 and int(column) < len(header):
        return int(column)
    raise NodeError.of("column_missing", column=column, columns=_few(list(header)))


def _few(names: Sequence[str]) -> str:
    """Names for a message; a wide table has more than anybody reads."""
    more = len(names) - _SHOWN
    return ", ".join(name[:60] for name in names[:_SHOWN]) + (f" (+{more})" if more > 0 else "")
