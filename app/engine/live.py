"""Node types that may change while the program runs: one registry at a time, swapped whole."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import NodeSpec
from app.engine.registry import Registry

if TYPE_CHECKING:
    from app.engine.node import Node


class LiveRegistry(Registry):
    """The built-in types and those of this user. `now` is what a run that starts takes and keeps to its end.

    Thread-safe: `swap` replaces one reference, and each method looks at it once.
    """

    def __init__(self, builtin: Registry) -> None:
        super().__init__({})
        self.builtin = builtin
        self._catalog = LiveCatalog(builtin.catalog)
        self._now = builtin

    @property
    def now(self) -> Registry:
        """The types of this moment, which never change."""
        return self._now

    @property
    def catalog(self) -> LiveCatalog:
        """Always the current specs; one object for the life of the program."""
        return self._catalog

    def node_class(self, name: str) -> type[Node]:
        """Raises: KeyError for a type that is not here now."""
        return self._now.node_class(name)

    def swap(self, custom: Mapping[str, type[Node]]) -> None:
        """Have these types beside the built-in ones, which they never replace."""
        names = self.builtin.catalog
        merged = {name: self.builtin.node_class(name) for name in names}
        added = {name: cls for name, cls in custom.items() if name not in merged}
        self._now = Registry({**merged, **added})
        self._catalog.swap(self._now.catalog, frozenset(added))


class LiveCatalog(Mapping[str, NodeSpec]):
    """The specs of a LiveRegistry. custom: names of types that are this user's."""

    def __init__(self, now: Mapping[str, NodeSpec]) -> None:
        self._state: tuple[Mapping[str, NodeSpec], frozenset[str]] = (now, frozenset())

    @property
    def state(self) -> tuple[Mapping[str, NodeSpec], frozenset[str]]:
        """`now` and `custom` of one moment."""
        return self._state

    @property
    def now(self) -> Mapping[str, NodeSpec]:
        """The specs of this moment; another object after every change."""
        return self._state[0]

    @property
    def custom(self) -> frozenset[str]:
        """Names of the types that are not built in."""
        return self._state[1]

    def swap(self, now: Mapping[str, NodeSpec], custom: frozenset[str]) -> None:
        """Replace all specs at once."""
        self._state = (now, custom)

    def __getitem__(self, name: str) -> NodeSpec:
        """Raises: KeyError."""
        return self.now[name]

    def __iter__(self) -> Iterator[str]:
        """Names, in order."""
        return iter(self.now)

    def __len__(self) -> int:
        """How many types there are."""
        return len(self.now)

    # views of one state: those of Mapping would look the state up again for every name

    def get(self, name: str, default: Any = None) -> Any:
        """The spec, or `default`."""
        return self.now.get(name, default)

    def keys(self) -> KeysView[str]:
        """Names of one state."""
        return self.now.keys()

    def items(self) -> ItemsView[str, NodeSpec]:
        """Names and specs of one state."""
        return self.now.items()

    def values(self) -> ValuesView[NodeSpec]:
        """Specs of one state."""
        return self.now.values()
