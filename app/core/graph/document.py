"""The graph document: what a saved file, a request body and a run row hold. Unknown keys survive at every level."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class NodeDoc:
    """A node as stored. raw: the whole stored object, unknown keys included."""

    id: str
    type: str
    params: Mapping[str, Any]
    internal_params: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    bypassed: bool = False
    raw: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EdgeDoc:
    """An edge as stored. is_trigger: a start marker that carries no value."""

    id: str
    source: str
    source_port: str
    target: str
    target_port: str
    is_trigger: bool = False
    raw: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class GraphDoc:
    """A graph as stored. raw: the whole stored object; to save a document is to write `raw`."""

    nodes: tuple[NodeDoc, ...]
    edges: tuple[EdgeDoc, ...]
    name: str = "Untitled"
    description: str = ""
    presets: tuple[Mapping[str, Any], ...] = ()
    subgraphs: tuple[Mapping[str, Any], ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    raw: Mapping[str, Any] = field(default_factory=dict)
