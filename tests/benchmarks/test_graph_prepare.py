"""What it costs to read and prepare a graph, against reading its JSON in the same run."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest

from app.core.graph.parse import parse_text
from app.core.graph.prepare import prepare
from tests.support.bench import paired, report
from tests.support.catalog import CATALOG
from tests.support.graphs import chain

if TYPE_CHECKING:
    from collections.abc import Callable


def _took(call: Callable[[], object]) -> float:
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


@pytest.mark.bench
@pytest.mark.parametrize(("size", "target"), [(200, "2 ms"), (5000, "100 ms")])
def test_prepare_a_chain(size: int, target: str) -> None:
    data = json.dumps(chain(size)).encode()
    doc = parse_text(data).doc
    assert doc is not None
    figure, peer = paired(
        20,
        lambda: _took(lambda: prepare(doc, CATALOG)),
        lambda: _took(lambda: json.loads(data)),
        f"graph prepare, chain of {size}",
    )
    report(f"graph prepare, chain of {size}", figure * 1000, "ms", target, figure / peer, "json.loads of the same file")
