"""Node types found when they are first needed: it takes reading two hundred files, and no start should wait for that.

Also by the plane itself, in a thread, shortly after its socket answers.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.engine.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.vocab.nodespec import Catalog, NodeSpec
    from app.engine.node import Node


class LateRegistry(Registry):
    """A registry that is filled by `find` at its first use. Thread-safe; whoever comes meanwhile waits."""

    def __init__(self, find: Callable[[], Registry]) -> None:
        super().__init__({})
        self._find = find
        self._guard = threading.Lock()
        self._found: Registry | None = None
        self._catalog = LateCatalog(self)

    def load(self) -> Registry:
        """The registry itself. Raises: what `find` raises, each time it is tried."""
        if self._found is None:
            with self._guard:
                if self._found is None:
                    self._found = self._find()
        return self._found

    def count(self) -> int:
        """How many node types are there now, without waiting."""
        return 0 if self._found is None else len(self._found.catalog)

    @property
    def catalog(self) -> Catalog:
        """Specs by name; waits when it is looked into, not when it is passed on."""
        return self._catalog

    def node_class(self, name: str) -> type[Node]:
        """Raises: KeyError for a type that is not here."""
        return self.load().node_class(name)


class LateCatalog(Mapping[str, "NodeSpec"]):
    """The catalog of a LateRegistry."""

    def __init__(self, registry: LateRegistry) -> None:
        self._registry = registry
        self._specs: Catalog | None = None

    def _all(self) -> Catalog:
        if self._specs is None:
            self._specs = self._registry.load().catalog
        return self._specs

    def __getitem__(self, name: str) -> NodeSpec:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())
