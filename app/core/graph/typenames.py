"""Finds the spec of a node type by the name a graph uses, and what a wrong name probably meant."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from app.core.vocab.nodespec import Catalog, NodeSpec

_MAX_HINTS = 20
"""Distinct unknown names that get a hint; comparing thousands with the whole catalog would take seconds."""


class Named(NamedTuple):
    """A spec and the full name it was found under."""

    name: str
    spec: NodeSpec


class TypeNames:
    """Looks types up in one catalog. A bare name also finds a plugin's `pack:Name`, the first pack by name."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._known: dict[str, Named] = {}
        self._hints: dict[str, str] = {}
        self._packs: dict[str, str] | None = None

    def find(self, name: str) -> Named | None:
        """None for a type that is not in the catalog."""
        known = self._known.get(name)
        if known is not None:
            return known
        spec = self._catalog.get(name)
        if spec is not None:
            known = self._known[name] = Named(name, spec)
            return known
        if ":" in name:
            return None
        if self._packs is None:
            self._packs = {}
            for full in sorted(self._catalog):
                _, colon, bare = full.partition(":")
                if colon:
                    self._packs.setdefault(bare, full)
        full_name = self._packs.get(name)
        return Named(full_name, self._catalog[full_name]) if full_name else None

    def closest(self, name: str) -> str:
        """Up to three similar names of the catalog; empty when there is none."""
        if name not in self._hints:
            if len(self._hints) >= _MAX_HINTS:
                return ""
            short = name.rpartition(":")[2][:60].lower()
            names = {full.rpartition(":")[2].lower(): full for full in self._catalog}
            near = difflib.get_close_matches(short, names, n=3, cutoff=0.6)
            self._hints[name] = ", ".join(names[match] for match in near)
        return self._hints[name]
