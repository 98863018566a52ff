"""What the transform nodes share: the ports, and how a step joins the chain that is connected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec
from app.nodes.ports import port

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.vocab.nodespec import ParamSpec, Text

BEFORE = port(
    "transform", DataType.TRANSFORM, "Steps that come before this one.", "在此步驟之前的轉換。", optional=True
)
CHAIN = port("transform", DataType.TRANSFORM, "Those steps and this one.", "先前的步驟加上此步驟。")


def step_spec(name: str, title_zh_tw: str, description: Text, params: tuple[ParamSpec, ...] = ()) -> NodeSpec:
    """The spec of a node that adds one step to a chain."""
    return NodeSpec(
        name=name,
        category="Data",
        description=description,
        title_zh_tw=title_zh_tw,
        inputs=(BEFORE,),
        outputs=(CHAIN,),
        params=params,
    )


def with_step(inputs: Mapping[str, Any], step: Callable[[Any], Any]) -> dict[str, Any]:
    """The outputs of such a node. Raises: NodeError transform_not_callable."""
    from app.nodes._torch.transforms import appended

    return {"transform": appended(inputs.get("transform"), step)}
