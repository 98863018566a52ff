"""Blanks the values of secret params in every copy of a graph that is written down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.graph.presets import PRESET
from app.core.graph.typenames import TypeNames
from app.core.vocab.nodespec import ParamType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.vocab.nodespec import Catalog


def blank_secrets(document: Any, catalog: Catalog) -> Any:
    """The document with each non-empty secret param set to "", on the canvas, in subgraphs and in presets.

    Shares every part that needs no change with the original, which stays as it is; without secrets it is returned
    itself. Tolerates any JSON value. Nodes of types that the catalog lacks are left alone: nobody knows their params.
    """
    names = {
        type_name: [param.name for param in spec.params if param.param_type is ParamType.SECRET]
        for type_name, spec in catalog.items()
    }
    if not isinstance(document, dict) or not any(names.values()):
        return document
    return _Blanker(names, catalog).graph(document)


class _Blanker:
    def __init__(self, secrets: Mapping[str, list[str]], catalog: Catalog) -> None:
        self._secrets = secrets
        self._types = TypeNames(catalog)
        self._presets: dict[str, dict[str, list[str]]] = {}

    def graph(self, document: dict[str, Any]) -> dict[str, Any]:
        presets = document.get("presets")
        for definition in presets if isinstance(presets, list) else ():
            if isinstance(definition, dict) and isinstance(definition.get("preset_name"), str):
                self._presets[definition["preset_name"]] = {
                    node["id"]: self._of(node.get("type"))
                    for node in _objects(definition.get("nodes"))
                    if isinstance(node.get("id"), str)
                }
        changed = {"nodes": self._nodes(document.get("nodes"))}
        for key in ("presets", "subgraphs"):
            listed = document.get(key)
            if isinstance(listed, list):
                changed[key] = _same_if_equal(listed, [self._definition(item) for item in listed])
        return _with(document, changed)

    def _of(self, type_name: object) -> list[str]:
        named = self._types.find(type_name) if isinstance(type_name, str) else None
        return self._secrets[named.name] if named else []

    def _definition(self, raw: Any) -> Any:
        return _with(raw, {"nodes": self._nodes(raw.get("nodes"))}) if isinstance(raw, dict) else raw

    def _nodes(self, nodes: Any) -> Any:
        return _same_if_equal(nodes, [self._node(node) for node in nodes]) if isinstance(nodes, list) else nodes

    def _node(self, node: Any) -> Any:
        if not isinstance(node, dict):
            return node
        type_name = node.get("type")
        secret = self._of(type_name)
        changed: dict[str, Any] = {}
        data = node.get("data")
        if secret and "params" in node:
            changed["params"] = _blanked(node["params"], secret)
        if isinstance(data, dict):
            inner = data.get("internalParams")
            within: dict[str, Any] = {"params": _blanked(data.get("params"), secret)} if secret else {}
            if isinstance(inner, dict) and isinstance(type_name, str) and type_name.startswith(PRESET):
                within["internalParams"] = self._inner(inner, type_name[len(PRESET) :])
            changed["data"] = _with(data, within)
        return _with(node, changed)

    def _inner(self, inner: dict[str, Any], preset: str) -> dict[str, Any]:
        """Overrides of a preset's card. Of a preset that the graph does not hold every secret name is blanked."""
        known = self._presets.get(preset)
        every = sorted({name for names in self._secrets.values() for name in names})
        return _with(
            inner,
            {node: _blanked(params, every if known is None else known.get(node, [])) for node, params in inner.items()},
        )


def _objects(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _blanked(params: Any, secret: list[str]) -> Any:
    if not isinstance(params, dict):
        return params
    return _with(params, {name: "" for name in secret if params.get(name) not in (None, "")})


def _with(owner: dict[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    """`owner` with these values; itself when nothing differs."""
    real = {key: value for key, value in changed.items() if owner.get(key) is not value}
    return {**owner, **real} if real else owner


def _same_if_equal(before: list[Any], after: list[Any]) -> list[Any]:
    return after if any(new is not old for new, old in zip(after, before, strict=True)) else before
