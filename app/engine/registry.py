"""Finds node types by walking app.nodes; there is no import statement from engine to nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.vocab.nodespec import Catalog
    from app.engine.node import Node


class Registry:
    """The node types this process can run. Immutable once made."""

    def __init__(self, classes: dict[str, type[Node]]) -> None:
        self._classes = classes

    @property
    def catalog(self) -> Catalog:
        """Specs by name, in name order."""
        return {name: self._classes[name].SPEC for name in sorted(self._classes)}

    def node_class(self, name: str) -> type[Node]:
        """Raises: KeyError for a type that is not here."""
        return self._classes[name]


def discover() -> Registry:
    """Walk app.nodes and collect every Node subclass that has a SPEC. Imports neither torch nor numpy."""
    raise NotImplementedError
