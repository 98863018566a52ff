"""Places along a dimension as people type them."""

from __future__ import annotations

import csv
import re
import unicodedata

from app.core.vocab.errors import NodeError

_INDEX = re.compile(r"-?[0-9]{1,18}\Z")


def name_list(text: str) -> list[str]:
    """Split names at commas; a name with a comma stands in double quotes. Raises: nothing."""
    line = re.sub(r"[\r\n]+", ",", text)
    try:
        cells = next(csv.reader([line], skipinitialspace=True), [])
    except csv.Error:  # a name beyond the csv module's limit for one field: no column is called so, and none is found
        cells = line.split(",")
    return [cell.strip() for cell in cells if cell.strip()]


def places(text: str, count: int, what: str) -> list[int]:
    """Read places such as `0,2,-1`, negative ones from the end, as places from 0.

    what: `column` or `row`. Raises: NodeError column_index_* or row_index_*, malformed or out_of_range.
    """
    found = index_list(text, what)
    for place in found:
        if not -count <= place < count:
            raise NodeError.of(f"{what}_index_out_of_range", index=place, count=count)
    return [place % count for place in found]


def index_list(text: str, what: str) -> list[int]:
    """Read places as they are written, at least one. what: as for places(). Raises: NodeError *_index_malformed."""
    items = [item.strip() for item in unicodedata.normalize("NFKC", text).split(",") if item.strip()]
    if not items or not all(_INDEX.match(item) for item in items):
        raise NodeError.of(f"{what}_index_malformed", indices=text[:100])
    return [int(item) for item in items]
