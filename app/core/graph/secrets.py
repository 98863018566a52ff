"""Blanks the values of secret params in every copy of a graph that is written down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.graph import presets, subgraphs
from app.core.graph.definitions import by_name
from app.core.graph.typenames import TypeNames
from app.core.vocab.nodespec import ParamType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.vocab.nodespec import Catalog

_CARDS = ((presets.PRESET, "presets", presets.NAME), (subgraphs.SUBGRAPH, "subgraphs", subgraphs.NAME))
"""(prefix of a card's type, where the document keeps the definitions, the key that names one)."""


def blank_secrets(
    document: Any, catalog: Catalog, installed_presets: Mapping[str, Mapping[str, Any]] | None = None
) -> Any:
    """The document with each non-empty secret param set to "", on the canvas, in subgraphs and in presets.

    Shares every part that needs no change with the original, which stays as it is; without secrets it is returned
    itself. Tolerates any JSON value. Nodes of types that the catalog lacks are left alone: nobody knows their params.
    What is given to a card itself, or to an inner node that nobody can find, loses every param that is secret anywhere.
    installed_presets: as for `prepare`.
    """
    names = {
        type_name: [param.name for param in spec.params if param.param_type is ParamType.SECRET]
        for type_name, spec in catalog.items()
    }
    if not isinstance(document, dict) or not any(names.values()):
        return document
    return _Blanker(names, catalog, document, installed_presets or {}).graph(document)


class _Blanker:
    def __init__(
        self,
        secrets: Mapping[str, list[str]],
        catalog: Catalog,
        document: Mapping[str, Any],
        installed: Mapping[str, Mapping[str, Any]],
    ) -> None:
        self._secrets = secrets
        self._every = sorted({name for names in secrets.values() for name in names})
        self._types = TypeNames(catalog)
        self._definitions = {
            prefix + name: definition
            for prefix, where, key in _CARDS
            for name, definition in {
                **(installed if where == "presets" else {}),
                **by_name(document.get(where), key),
            }.items()
        }
        self._inner: dict[str, dict[str, list[str]]] = {}

    def graph(self, document: dict[str, Any]) -> dict[str, Any]:
        changed = {"nodes": self._nodes(document.get("nodes"))}
        for _, where, _ in _CARDS:
            listed = document.get(where)
            if isinstance(listed, list):
                changed[where] = _same_if_equal(listed, [self._definition(item) for item in listed])
        return _with(document, changed)

    def _of(self, type_name: object) -> list[str]:
        """Secret params of a node of this type."""
        if not isinstance(type_name, str):
            return []
        if _is_card(type_name):
            return self._every
        named = self._types.find(type_name)
        return self._secrets[named.name] if named else []

    def _definition(self, raw: Any) -> Any:
        return _with(raw, {"nodes": self._nodes(raw.get("nodes"))}) if isinstance(raw, dict) else raw

    def _nodes(self, nodes: Any) -> Any:
        return _same_if_equal(nodes, [self._node(node) for node in nodes]) if isinstance(nodes, list) else nodes

    def _node(self, node: Any) -> Any:
        """Params and overrides lie beside the type in a preset's definition, under `data` elsewhere, or in both."""
        if not isinstance(node, dict):
            return node
        secret = self._of(node.get("type"))
        changed = self._places(node, secret)
        data = node.get("data")
        if isinstance(data, dict):
            changed["data"] = _with(data, self._places(data, secret, node.get("type")))
        return _with(node, changed)

    def _places(self, owner: dict[str, Any], secret: list[str], type_name: object = None) -> dict[str, Any]:
        changed: dict[str, Any] = {}
        if secret and "params" in owner:
            changed["params"] = _blanked(owner["params"], secret)
        inner = owner.get("internalParams")
        if isinstance(inner, dict):
            known = self._within(owner.get("type") if type_name is None else type_name)
            changed["internalParams"] = _with(
                inner, {node: _blanked(params, known.get(node, self._every)) for node, params in inner.items()}
            )
        return changed

    def _within(self, card: object) -> dict[str, list[str]]:
        """Secret params by inner node of the definition that a card's type names; nothing is known of other types."""
        if not isinstance(card, str) or card not in self._definitions:
            return {}
        known = self._inner.get(card)
        if known is None:
            known = self._inner[card] = {}
            nodes = self._definitions[card].get("nodes")
            for node in nodes if isinstance(nodes, list) else ():
                if isinstance(node, dict) and isinstance(node.get("id"), str):
                    known[node["id"]] = [*known.get(node["id"], ()), *self._of(node.get("type"))]
        return known


def _is_card(type_name: str) -> bool:
    return type_name.startswith((presets.PRESET, subgraphs.SUBGRAPH))


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
