"""Reading documents: what is kept, what is tolerated, and where a wrong shape is said to be."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.core.graph.jsontext import MAX_DEPTH, read_json
from app.core.graph.parse import parse_text, parse_value
from app.core.graph.prepare import prepare_value
from tests.support.catalog import CATALOG
from tests.support.graphs import graph, node


def test_the_document_is_kept_whole() -> None:
    stored = {
        **graph([{**node("a", "Nobody", x=[1, {"deep": "\u5f35"}]), "later": 1}], "a.o > a.i", ui={"zoom": 2}),
        "segmentGroups": [{"id": "s"}],
    }
    stored["edges"][0]["colour"] = "red"
    doc = parse_value(stored).doc
    assert doc is not None
    assert doc.raw == stored
    assert doc.nodes[0].raw == stored["nodes"][0]
    assert doc.edges[0].raw == stored["edges"][0]
    assert (doc.nodes[0].id, doc.nodes[0].type, doc.nodes[0].params) == ("a", "Nobody", {"x": [1, {"deep": "\u5f35"}]})


def test_defaults_of_absent_and_null_keys() -> None:
    doc = parse_value({"nodes": [{"id": "a", "type": "T", "data": None, "position": None}], "edges": None}).doc
    assert doc is not None
    assert (doc.name, doc.description, doc.presets, doc.subgraphs, doc.settings) == ("Untitled", "", (), (), {})
    assert (doc.nodes[0].params, doc.nodes[0].bypassed, doc.nodes[0].internal_params) == ({}, False, {})


def test_an_edge_needs_no_id_and_null_handles_mean_no_port() -> None:
    doc = parse_value({"nodes": [], "edges": [{"source": "a", "target": "b", "sourceHandle": None}]}).doc
    assert doc is not None
    edge = doc.edges[0]
    assert (edge.id, edge.source, edge.source_port, edge.target, edge.target_port, edge.is_trigger) == (
        "", "a", "", "b", "", False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("change", "path", "found"),
    [
        ({"nodes": [{"id": 5, "type": "T"}]}, "nodes[0].id", "number"),
        ({"nodes": [{"id": "a", "type": None}]}, "nodes[0].type", None),
        ({"nodes": [{"id": "", "type": "T"}]}, "nodes[0].id", None),
        ({"nodes": [node("a", "T"), {"id": "b", "type": "T", "data": []}]}, "nodes[1].data", "list"),
        ({"nodes": [{"id": "b", "type": "T", "data": {"params": "x"}}]}, "nodes[0].data.params", "string"),
        ({"nodes": [{"id": "b", "type": "T", "data": {"bypassed": 1}}]}, "nodes[0].data.bypassed", "number"),
        (
            {"nodes": [{"id": "b", "type": "T", "data": {"internalParams": [1]}}]},
            "nodes[0].data.internalParams",
            "list",
        ),
        (
            {"nodes": [{"id": "b", "type": "T", "data": {"internalParams": {"i": 1}}}]},
            "nodes[0].data.internalParams.i",
            "number",
        ),
        ({"edges": [{"source": "a"}]}, "edges[0].target", None),
        ({"edges": [{"source": True, "target": "a"}]}, "edges[0].source", "true/false"),
        ({"edges": [{"source": "a", "target": "a", "targetHandle": 2.5}]}, "edges[0].targetHandle", "number"),
        ({"settings": "cpu"}, "settings", "string"),
        ({"presets": [None]}, "presets[0]", "null"),
        ({"name": {"en": "x"}}, "name", "object"),
    ],
)
def test_a_wrong_shape_is_named_with_its_place(change: dict[str, Any], path: str, found: str | None) -> None:
    parsed = parse_value({"nodes": [], "edges": [], **change})
    assert parsed.doc is None
    assert parsed.partial is not None
    (problem,) = parsed.problems
    assert problem.reason.params["path"] == path
    assert problem.reason.code == ("field_missing" if found is None else "field_wrong_type")
    assert problem.reason.params.get("found") == found


def test_shape_problems_and_graph_problems_come_together() -> None:
    broken = graph([node("go", "Start"), node("a", "Softmax", dim="x"), 3], "go > a", "a.tensor > a.tensor")  # type: ignore[list-item]  # on purpose
    codes = [problem.reason.code for problem in prepare_value(broken, CATALOG).problems]
    assert codes == ["field_wrong_type", "graph_cycle", "param_wrong_type"]


def test_depth_is_bounded_exactly() -> None:
    def nested(depth: int) -> bytes:
        # the document itself is one level
        return b'{"nodes":[],"ui":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"

    assert parse_text(nested(MAX_DEPTH)).problems == ()
    (problem,) = parse_text(nested(MAX_DEPTH + 1)).problems
    assert problem.reason.code == "json_too_deep"


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert read_json(b'\xef\xbb\xbf{"a": 1}').value == {"a": 1}


def test_places_of_syntax_errors() -> None:
    refused = read_json(b'{"a": 1,\n  oops}').refused
    assert refused is not None
    assert (refused.code, refused.params) == ("json_malformed", {"line": 2, "column": 3})
    refused = read_json('{"a": "é"}'.encode("latin-1")).refused
    assert refused is not None
    assert (refused.code, refused.params) == ("json_not_utf8", {"offset": 7})


def test_numbers_at_the_edge_of_a_float_are_numbers() -> None:
    assert read_json(b"[1.7976931348623157e308, -0.0, 123456789012345678901234567890]").refused is None
    refused = read_json(b"[-1e309]").refused
    assert refused is not None
    assert (refused.code, refused.params) == ("json_bad_number", {"number": "-1e309"})


def test_parse_value_takes_what_json_never_makes() -> None:
    parsed = parse_value({"nodes": [{"id": "a", "type": "T", "data": {"params": {"x": object()}}}], "edges": ()})
    assert [problem.reason.params["path"] for problem in parsed.problems] == ["edges"]
    assert json.dumps([problem.to_json() for problem in parsed.problems])
