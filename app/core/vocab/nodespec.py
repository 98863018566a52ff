"""What a node type looks like from outside: ports, params, texts. Pure data for graph, engine, API and export."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple


class DataType(str, Enum):
    """What travels through a port."""

    TENSOR = "TENSOR"
    MODEL = "MODEL"
    DATASET = "DATASET"
    DATALOADER = "DATALOADER"
    OPTIMIZER = "OPTIMIZER"
    LOSS_FN = "LOSS_FN"
    SCALAR = "SCALAR"
    STRING = "STRING"
    IMAGE = "IMAGE"
    LIST = "LIST"
    TRANSFORM = "TRANSFORM"
    ANY = "ANY"
    TRIGGER = "TRIGGER"


def compatible(source: DataType, target: DataType) -> bool:
    """Say whether an output of type `source` may feed an input of type `target`."""
    if source is target:
        return True
    if DataType.TRIGGER in (source, target):
        return False
    if DataType.ANY in (source, target):
        return True
    return source is DataType.IMAGE and target is DataType.TENSOR


class ParamType(str, Enum):
    """How a param is edited and checked."""

    INT = "int"
    FLOAT = "float"
    STRING = "string"
    BOOL = "bool"
    SELECT = "select"
    MODEL_FILE = "model_file"
    IMAGE_FILE = "image_file"
    DATA_FILE = "data_file"
    TENSOR_GRID = "tensor_grid"
    SECRET = "secret"
    CODE = "code"


class Text(NamedTuple):
    """A sentence in every language of the product."""

    en: str
    zh_tw: str


@dataclass(frozen=True)
class PortSpec:
    """One input or output. media: image, chart or video (outputs only)."""

    name: str
    data_type: DataType
    description: Text
    optional: bool = False
    media: str | None = None


@dataclass(frozen=True)
class ParamSpec:
    """One param. Bounds are inclusive; visible_when: {other param: value or list of values}."""

    name: str
    param_type: ParamType
    default: Any
    description: Text
    options: tuple[str, ...] = ()
    min_value: float | None = None
    max_value: float | None = None
    visible_when: Mapping[str, Any] = field(default_factory=dict)
    advanced: bool = False


Ports = tuple[tuple[PortSpec, ...], tuple[PortSpec, ...]]


@dataclass(frozen=True)
class NodeSpec:
    """A node type. `dynamic_ports` maps params (defaults filled) to (inputs, outputs) where they depend on params."""

    name: str
    category: str
    description: Text
    title_zh_tw: str
    inputs: tuple[PortSpec, ...] = ()
    outputs: tuple[PortSpec, ...] = ()
    params: tuple[ParamSpec, ...] = ()
    cacheable: bool = True
    align_inputs: bool = True
    structural_params: tuple[str, ...] = ()
    requires_extra: str | None = None
    dynamic_ports: Callable[[Mapping[str, Any]], Ports] | None = None

    def ports(self, params: Mapping[str, Any]) -> Ports:
        """(inputs, outputs) for these params."""
        return self.dynamic_ports(params) if self.dynamic_ports else (self.inputs, self.outputs)

    def defaults(self) -> dict[str, Any]:
        """Every param at its default."""
        return {param.name: param.default for param in self.params}


Catalog = Mapping[str, NodeSpec]
"""node type name -> spec, in a stable order."""
