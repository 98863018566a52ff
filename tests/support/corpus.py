"""Two corpora of graph files: broken ones, each with what must be said of it, and sound ones, each with what it gives.

The broken ones are small files from disk and large ones made here; others run them through the HTTP interface and the
command line. The sound ones stand for what the older program and its successors have saved, in every shape they know.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.support.graphs import chain, wire

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).resolve().parents[1] / "corpus"


class Broken(NamedTuple):
    """One file. problems: [code, node_id] in the order they are named."""

    name: str
    data: bytes
    problems: list[list[str | None]]


def small() -> list[Broken]:
    """The files of tests/corpus/graphs with what expected.json says of them."""
    expected = json.loads((FOLDER / "expected.json").read_text())
    return [Broken(name, (FOLDER / "graphs" / name).read_bytes(), problems) for name, problems in expected.items()]


class Saved(NamedTuple):
    """One file. problems, warnings: [code, node_id]. values: some of what its nodes give, by `node.port`."""

    name: str
    data: bytes
    problems: list[list[str | None]]
    warnings: list[list[str | None]]
    values: dict[str, Any]

    def document(self) -> dict[str, Any]:
        """The document, read anew."""
        made: dict[str, Any] = json.loads(self.data)
        return made


def saved() -> list[Saved]:
    """The files of tests/corpus/saved with what saved.json says of them."""
    expected = json.loads((FOLDER / "saved.json").read_text("utf-8"))
    return [
        Saved(
            name,
            (FOLDER / "saved" / name).read_bytes(),
            told.get("problems", []),
            told.get("warnings", []),
            told.get("values", {}),
        )
        for name, told in expected.items()
    ]


def large() -> Iterator[Broken]:
    """Files too large or too deep to be kept: up to 50 MB each, made one at a time."""
    yield Broken("brackets", b"[" * 200_000, [["json_too_deep", None]])
    yield Broken("objects", b'{"nodes":' * 50_000, [["json_too_deep", None]])
    yield Broken("50-mb-spaces", b" " * 50_000_000, [["json_empty", None]])
    yield Broken("50-mb-list", b"[" + b"0," * 24_999_999 + b"0]", [["graph_not_object", None]])
    node = b'{"id":5,"type":"Add","ui":"' + b"x" * 470 + b'"},'
    flood: list[list[str | None]] = [["field_wrong_type", None]] * 200
    yield Broken("50-mb-nodes", b'{"nodes":[' + node * 100_000 + node[:-1] + b"]}", [*flood, ["more_problems", None]])
    ring = chain(5000)
    ring["edges"][1:2] = []
    ring["edges"].append(wire("n4999.tensor > n1.tensor"))
    ring["edges"].append(wire("go > n1"))
    yield Broken("ring-of-4999", json.dumps(ring).encode(), [["graph_cycle", "n1"]])
