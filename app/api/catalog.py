"""Rows of the node catalog, and the whole of it as bytes made once per language."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from app.api.answers import to_bytes
from app.core.graph.exposing import param_row
from app.engine.live import LiveCatalog

if TYPE_CHECKING:
    from app.core.vocab.nodespec import Catalog, NodeSpec, PortSpec, Text


def _pick(text: Text, lang: str) -> str:
    return text.zh_tw if lang == "zh-TW" else text.en


def _port(port: PortSpec, lang: str) -> dict[str, Any]:
    return {
        "name": port.name,
        "data_type": port.data_type.value,
        "optional": port.optional,
        "description": _pick(port.description, lang),
        "media": port.media,
    }


def row(spec: NodeSpec, lang: str, is_custom: bool = False) -> dict[str, Any]:
    """One node type with its texts in `lang`; ports as they are at the default params."""
    inputs, outputs = spec.ports(spec.defaults())
    return {
        "node_name": spec.name,
        "name_zh_TW": spec.title_zh_tw,
        "category": spec.category,
        "description": _pick(spec.description, lang),
        "inputs": [_port(port, lang) for port in inputs],
        "outputs": [_port(port, lang) for port in outputs],
        "params": [param_row(param, lang) for param in spec.params],
        "requires_extra": spec.requires_extra,
        "provider": "custom" if is_custom else "builtin",
    }


def current(catalog: Catalog) -> tuple[Catalog, frozenset[str]]:
    """(the specs of this moment, which of them are a user's own)."""
    return catalog.state if isinstance(catalog, LiveCatalog) else (catalog, frozenset())


class CatalogBytes:
    """The list of node types as JSON, made at the first request of each language and kept until the types change."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._made: dict[str, tuple[bytes, str]] = {}
        self._of: Catalog | None = None

    def get(self, lang: str) -> tuple[bytes, str]:
        """(JSON text, strong ETag in quotes)."""
        now, custom = current(self._catalog)
        if now is not self._of:
            self._of, self._made = now, {}
        if lang not in self._made:
            body = to_bytes([row(spec, lang, spec.name in custom) for spec in now.values()])
            self._made[lang] = (body, f'"{hashlib.sha256(body).hexdigest()[:32]}"')
        return self._made[lang]
