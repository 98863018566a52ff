"""Places along a dimension as people type them."""

from __future__ import annotations

import csv
import re
import unicodedata
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.nodes.operands import listed, tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from torch import Tensor

_INDEX = re.compile(r"-?[0-9]{1,18}\Z")


def select(
    inputs: dict[str, Any], params: Mapping[str, Any], dim: int, what: str, named: Callable[[list[str], int], list[int]]
) -> Tensor:
    """The items of the input `tensor` along `dim` that `names`, else `indices`, ask for, in the order asked for.

    what: as for places(). named: (names, items there are) to their places.
    Raises: NodeError not_a_tensor, table_needed, those of places(), and what named raises.
    """
    import torch

    value = tensor(inputs, "tensor")
    if not value.dim():
        raise NodeError.of("table_needed", port="tensor", shape="one number")
    names, count = name_list(params["names"]), value.shape[dim]
    chosen = named(names, count) if names else places(params["indices"], count, what)
    return value.index_select(dim, torch.tensor(chosen, device=value.device, dtype=torch.int64))


def labels_of(inputs: dict[str, Any], port: str, count: int) -> list[str]:
    """The texts of a list input that names `count` items. Raises: NodeError not_a_list, lengths_differ."""
    labels = [str(label).strip() for label in listed(inputs, port)]
    if len(labels) != count:
        raise NodeError.of("lengths_differ", a="tensor", a_count=count, b=port, b_count=len(labels))
    return labels


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
