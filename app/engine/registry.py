"""Finds node types by walking app.nodes; there is no import statement from engine to nodes."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

from app.core.vocab.errors import Bug
from app.engine.node import Node

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from app.core.vocab.nodespec import Catalog

NODE_PACKAGE = "app.nodes"


class Registry:
    """The node types this process can run. Immutable once made."""

    def __init__(self, classes: dict[str, type[Node]]) -> None:
        self._classes = dict(classes)

    @property
    def catalog(self) -> Catalog:
        """Specs by name, in name order."""
        return {name: self._classes[name].SPEC for name in sorted(self._classes)}

    @property
    def now(self) -> Registry:
        """The types of this moment, which never change: itself."""
        return self

    def node_class(self, name: str) -> type[Node]:
        """Raises: KeyError for a type that is not here."""
        return self._classes[name]


def discover(package: str = NODE_PACKAGE) -> Registry:
    """Walk a package and collect every Node subclass that has a SPEC. Imports neither torch nor numpy.

    Names that begin with `_` are passed over: those modules are imported by a node's execute().
    Raises: Bug when two classes have one name; whatever a broken module raises.
    """
    classes: dict[str, type[Node]] = {}
    for module in _modules(importlib.import_module(package)):
        for cls in _node_classes(module):
            other = classes.setdefault(cls.SPEC.name, cls)
            if other is not cls:
                raise Bug(f"{other.__module__} and {cls.__module__} both define the node type {cls.SPEC.name}")
    return Registry(classes)


def module_names(package: str = NODE_PACKAGE) -> list[str]:
    """Every module below the package, `_` ones included: what a frozen bundle has to carry."""
    root = importlib.import_module(package)
    return [package, *(info.name for info in pkgutil.walk_packages(root.__path__, package + "."))]


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for info in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if info.name.rpartition(".")[2].startswith("_"):
            continue
        module = importlib.import_module(info.name)
        yield module
        if info.ispkg:
            yield from _modules(module)


def _node_classes(module: ModuleType) -> Iterator[type[Node]]:
    for value in vars(module).values():
        # not isinstance(): Python 3.10 holds list[int] for a type, and issubclass() then refuses it
        if not issubclass(type(value), type) or not issubclass(value, Node) or value.__module__ != module.__name__:
            continue
        if "SPEC" in vars(value) and not getattr(value, "__abstractmethods__", None):
            yield value
