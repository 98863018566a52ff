"""ComposeTransform: several chains one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


FEWEST, MOST = 2, 8


def _steps(count: int) -> tuple[Any, ...]:
    return tuple(
        port(f"step_{i}", DataType.TRANSFORM, f"Chain number {i}.", f"第 {i} 段轉換。", optional=True)
        for i in range(1, count + 1)
    )


OUTPUTS = (port("transform", DataType.TRANSFORM, "All of them in order.", "依序串接的轉換。"),)


def _ports(params: Mapping[str, Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    return _steps(min(max(params["steps"], FEWEST), MOST)), OUTPUTS


class ComposeTransform(Node):
    """Joins what is connected in the order of the ports; ports without a wire are passed over."""

    SPEC = NodeSpec(
        name="ComposeTransform",
        category="Data",
        description=Text("Joins several transforms into one, in order.", "把多個轉換依序串成一個。"),
        title_zh_tw="串接轉換",
        inputs=_steps(FEWEST),
        outputs=OUTPUTS,
        params=(
            param(
                "steps",
                ParamType.INT,
                2,
                "How many inputs there are.",
                "輸入的數量。",
                at_least=FEWEST,
                at_most=MOST,
            ),
        ),
        dynamic_ports=_ports,
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError transform_not_callable."""
        from app.nodes._torch.transforms import Chain, joined

        chain = Chain()
        for step in self.SPEC.ports(params)[0]:
            if inputs.get(step.name) is not None:
                chain = joined([chain, inputs[step.name]], step.name)
        return {"transform": chain}
