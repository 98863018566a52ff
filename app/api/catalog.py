"""Rows of the node catalog, and the whole of it as bytes made once per language."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from app.api.answers import to_bytes
from app.core.vocab.definition import definition
from app.engine.live import LiveCatalog

if TYPE_CHECKING:
    from app.core.vocab.nodespec import Catalog, NodeSpec


def row(spec: NodeSpec, lang: str, is_custom: bool = False) -> dict[str, Any]:
    """One node type with its texts in `lang`; ports as they are at the default params."""
    return {**definition(spec, lang), "provider": "custom" if is_custom else "builtin"}


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
