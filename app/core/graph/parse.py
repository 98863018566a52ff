"""Reads a stored or received value as a graph document and names everything in it that has the wrong shape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.graph.document import EdgeDoc, GraphDoc, NodeDoc
from app.core.graph.jsontext import MAX_DEPTH, is_too_deep, read_json
from app.core.graph.prepared import Problem
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_PROBLEMS = 200
"""Problems named one by one; what is beyond is counted in one more, `more_problems`."""

MAX_NAME = 1000
"""Characters of an id, a type or a port: far beyond any real one, and a bound for what is made of them."""

_NAMES = {dict: "object", list: "list", str: "string", bool: "true/false", int: "number", float: "number"}

Where = tuple[str, int]
"""List and place of an element, `("nodes", 3)`; written out only when something is wrong with it."""


@dataclass(frozen=True)
class Parsed:
    """A document, or why there is none. doc is None exactly when there are problems.

    partial: what could be read in spite of the problems (None when nothing could), for finding more of them.
    """

    doc: GraphDoc | None
    problems: tuple[Problem, ...] = ()
    partial: GraphDoc | None = None


def json_type(value: object) -> str:
    """The JSON name of a value's type: object, list, string, number, true/false, null."""
    return "null" if value is None else _NAMES.get(type(value), type(value).__name__)


class Fields:
    """Collects what is wrong while elements are read. Never raises, whatever the values are."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def wrong(self, path: str, expected: str, found: object, node_id: str | None = None) -> None:
        """A value of the wrong type."""
        self.problems.append(
            Problem(reason("field_wrong_type", path=path, expected=expected, found=json_type(found)), node_id)
        )

    def missing(self, path: str, node_id: str | None = None) -> None:
        """A required value that is absent or empty."""
        self.problems.append(Problem(reason("field_missing", path=path), node_id))

    def text(self, owner: Mapping[str, Any], key: str, default: str) -> str:
        """A top-level string; null and absence mean the default."""
        value = owner.get(key)
        if value is None:
            return default
        if isinstance(value, str):
            return value
        self.wrong(key, "string", value)
        return default

    def objects(self, owner: Mapping[str, Any], key: str) -> tuple[Mapping[str, Any], ...]:
        """A top-level list of objects; null and absence mean none."""
        value = owner.get(key)
        if value is None:
            return ()
        if not isinstance(value, list):
            self.wrong(key, "list", value)
            return ()
        for place, item in enumerate(value):
            if not isinstance(item, dict):
                self.wrong(f"{key}[{place}]", "object", item)
        return tuple(item for item in value if isinstance(item, dict))

    def node(self, raw: object, where: Where) -> NodeDoc | None:
        """A node of the ordinary shape; None when it has no usable id."""
        if not isinstance(raw, dict):
            self.wrong(_at(where), "object", raw)
            return None
        node_id = raw.get("id")
        if not isinstance(node_id, str) or not 0 < len(node_id) <= MAX_NAME:
            self._no_name(f"{_at(where)}.id", node_id)
            return None
        node_type = raw.get("type")
        if not isinstance(node_type, str) or not 0 < len(node_type) <= MAX_NAME:
            self._no_name(f"{_at(where)}.type", node_type, node_id)
            node_type = ""
        position = raw.get("position")
        if position is not None and not isinstance(position, dict):
            self.wrong(f"{_at(where)}.position", "object", position, node_id)
        data = raw.get("data")
        if data is None:
            return NodeDoc(node_id, node_type, {}, raw=raw)
        if not isinstance(data, dict):
            self.wrong(f"{_at(where)}.data", "object", data, node_id)
            return NodeDoc(node_id, node_type, {}, raw=raw)
        params = data.get("params")
        if not isinstance(params, dict):
            if params is not None:
                self.wrong(f"{_at(where)}.data.params", "object", params, node_id)
            params = {}
        bypassed = data.get("bypassed")
        if bypassed is not None and not isinstance(bypassed, bool):
            self.wrong(f"{_at(where)}.data.bypassed", "true/false", bypassed, node_id)
        inner = data.get("internalParams")
        if inner is not None:
            inner = self.inner_params(inner, f"{_at(where)}.data.internalParams", node_id)
        return NodeDoc(node_id, node_type, params, inner or {}, bypassed is True, raw)

    def inner_params(self, value: object, path: str, node_id: str | None) -> Mapping[str, Mapping[str, Any]]:
        """{inner node id: {param: value}} of a preset's card."""
        if not isinstance(value, dict):
            self.wrong(path, "object", value, node_id)
            return {}
        for inner_id, params in value.items():
            if not isinstance(params, dict):
                self.wrong(f"{path}.{inner_id[:80]}", "object", params, node_id)
        return {inner_id: params for inner_id, params in value.items() if isinstance(params, dict)}

    def edge(self, raw: object, where: Where) -> EdgeDoc | None:
        """An edge of the ordinary shape; None when it has no usable ends. Handles may be null, which means ""."""
        if not isinstance(raw, dict):
            self.wrong(_at(where), "object", raw)
            return None
        before = len(self.problems)
        source, target = raw.get("source"), raw.get("target")
        for key, end in (("source", source), ("target", target)):
            if not isinstance(end, str) or not 0 < len(end) <= MAX_NAME:
                self._no_name(f"{_at(where)}.{key}", end)
        edge_id = raw.get("id")
        source_port = raw.get("sourceHandle")
        target_port = raw.get("targetHandle")
        for key, value in (("id", edge_id), ("sourceHandle", source_port), ("targetHandle", target_port)):
            if value is not None and not isinstance(value, str):
                self.wrong(f"{_at(where)}.{key}", "string", value)
            elif value is not None and len(value) > MAX_NAME:
                self._no_name(f"{_at(where)}.{key}", value)
        kind = raw.get("type")
        if kind is not None and kind not in ("data", "trigger"):
            if isinstance(kind, str):
                allowed = "data, trigger"
                self.problems.append(
                    Problem(reason("field_unknown_value", path=f"{_at(where)}.type", given=kind[:80], allowed=allowed))
                )
            else:
                self.wrong(f"{_at(where)}.type", "string", kind)
        if len(self.problems) > before:
            return None
        return EdgeDoc(
            edge_id or "", str(source), source_port or "", str(target), target_port or "", kind == "trigger", raw
        )

    def _no_name(self, path: str, value: object, node_id: str | None = None) -> None:
        if value is None or value == "":
            self.missing(path, node_id)
        elif isinstance(value, str):
            self.problems.append(Problem(reason("field_too_long", path=path, limit=MAX_NAME), node_id))
        else:
            self.wrong(path, "string", value, node_id)


def _at(where: Where) -> str:
    return f"{where[0]}[{where[1]}]"


def capped(problems: list[Problem]) -> tuple[Problem, ...]:
    """At most MAX_PROBLEMS of them and a count of the rest."""
    if len(problems) <= MAX_PROBLEMS:
        return tuple(problems)
    rest = len(problems) - MAX_PROBLEMS
    return (*problems[:MAX_PROBLEMS], Problem(reason("more_problems", count=rest)))


def parse_text(data: bytes) -> Parsed:
    """Read the bytes of a graph file. How many there may be is the caller's to decide. Never raises."""
    text = read_json(data)
    return Parsed(None, (Problem(text.refused),)) if text.refused else parse_value(text.value)


def parse_value(value: object) -> Parsed:
    """Read a JSON value as a graph. Unknown keys stay in `raw`, at every level. Never raises.

    Only shapes are judged here: double ids, edges to nowhere and everything about node types is `prepare`'s, so that
    a drawing that cannot run yet can be kept.
    """
    if is_too_deep(value):
        return Parsed(None, (Problem(reason("json_too_deep", limit=MAX_DEPTH)),))
    if not isinstance(value, dict):
        return Parsed(None, (Problem(reason("graph_not_object", found=json_type(value))),))
    foreign = _foreign_format(value)
    if foreign:
        return Parsed(None, (Problem(reason("graph_other_format", program=foreign)),))
    if "nodes" not in value:
        return Parsed(None, (Problem(reason("graph_without_nodes")),))
    fields = Fields()
    nodes = [fields.node(raw, ("nodes", at)) for at, raw in enumerate(_list(value, "nodes", fields))]
    edges = [fields.edge(raw, ("edges", at)) for at, raw in enumerate(_list(value, "edges", fields))]
    settings = value.get("settings")
    if settings is not None and not isinstance(settings, dict):
        fields.wrong("settings", "object", settings)
    fields.objects(value, "segmentGroups")
    doc = GraphDoc(
        tuple(node for node in nodes if node),
        tuple(edge for edge in edges if edge),
        fields.text(value, "name", "Untitled"),
        fields.text(value, "description", ""),
        fields.objects(value, "presets"),
        fields.objects(value, "subgraphs"),
        settings if isinstance(settings, dict) else {},
        value,
    )
    return Parsed(None, capped(fields.problems), doc) if fields.problems else Parsed(doc, (), doc)


def _list(owner: Mapping[str, Any], key: str, fields: Fields) -> list[Any]:
    value = owner.get(key)
    if isinstance(value, list):
        return value
    if key == "nodes" or value is not None:
        fields.wrong(key, "list", value)
    return []


def _foreign_format(value: Mapping[str, Any]) -> str | None:
    """The name of another program whose files people bring by mistake, told by keys that ours never has."""
    if isinstance(value.get("nodes"), list):
        return "ComfyUI" if "links" in value and "last_node_id" in value else None
    items = [item for item in value.values() if isinstance(item, dict)]
    return "ComfyUI" if items and all("class_type" in item for item in items) else None
