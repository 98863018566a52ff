"""Containers as plain JSON as far as they are small: rows of a list, mappings such as the description of a chart."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from app.core.events.summary import summarise, type_of

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_DEPTH = 12


class _Full(Exception):
    """There is more of the value than is answered."""


def whole_parts(value: Any, limit: int) -> dict[str, Any]:
    """{value} of a mapping with at most `limit` parts; {values, truncated} of a list: the rows that come first, with at
    most `limit` parts together. Nothing for any other value, for a mapping with more, and for a list whose first row
    alone has more.
    """
    try:
        if isinstance(value, dict):
            return {"value": _Reader(limit).read(value, 0)}
        if isinstance(value, (list, tuple)):
            return _rows(value, limit)
    except _Full:
        pass
    return {}


def _rows(value: Sequence[Any], limit: int) -> dict[str, Any]:
    reader, rows = _Reader(limit), []
    try:
        for row in value:
            rows.append(reader.read(row, 1))  # noqa: PERF401 - what was read stays when there is too much
    except _Full:
        if not rows:
            raise
    return {"values": rows, "truncated": len(rows) < len(value)}


class _Reader:
    """Reads parts until there have been `left` of them."""

    def __init__(self, left: int) -> None:
        self._left = left

    def read(self, value: Any, depth: int) -> Any:
        """Raises: _Full."""
        self._take(1 if depth <= MAX_DEPTH else self._left + 1)
        if isinstance(value, dict):
            return {key: self.read(item, depth + 1) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.read(item, depth + 1) for item in value]
        if isinstance(value, str):
            self._take(len(value) // 100)  # long texts are parts, too
            return value
        if type_of(value) in ("scalar", "tensor"):
            return self._numbers(value)
        return value if value is None else summarise(value).get("repr", type_of(value))

    def _take(self, parts: int) -> None:
        self._left -= parts
        if self._left < 0:
            raise _Full

    def _numbers(self, value: Any) -> Any:
        summary = summarise(value)
        if summary["type"] == "scalar":
            return summary["value"]
        if "values" in summary:
            self._take(math.prod(summary["shape"]))
            return summary["values"]
        return f"<tensor {summary['shape']} {summary['dtype']}>"
