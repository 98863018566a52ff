"""Switch: one of several values, chosen by a number."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, Text
from app.engine.node import Node
from app.nodes.operands import type_text
from app.nodes.ports import port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Switch(Node):
    """Every input is computed first; the number only decides which one goes on. Fractions are cut off."""

    SPEC = NodeSpec(
        name="Switch",
        category="Data Flow",
        description=Text(
            "Passes on the input with the chosen number; without such an input, the first one.",
            "依編號傳出對應的輸入；沒有該輸入時傳出第一個。",
        ),
        title_zh_tw="切換",
        inputs=(
            port("selector", DataType.SCALAR, "Number of the input, from 0.", "輸入的編號，從 0 起算。"),
            port(
                "input_0",
                DataType.ANY,
                "The value for 0, and for numbers without an input.",
                "編號 0 的值，也是備用值。",
            ),
            *(
                port(f"input_{i}", DataType.ANY, f"The value for {i}.", f"編號 {i} 的值。", optional=True)
                for i in (1, 2, 3)
            ),
        ),
        outputs=(port("output", DataType.ANY, "The chosen value.", "選出的值。"),),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError selector_unusable, input_unfed."""
        chosen = f"input_{_number(inputs.get('selector'))}"
        if chosen not in inputs:
            chosen = "input_0"
        if chosen not in inputs:
            raise NodeError.of("input_unfed", port=chosen)
        return {"output": inputs[chosen]}


def _number(value: Any) -> int:
    """The whole number in a number, a text that spells one, or a tensor or array of one item."""
    try:
        number = float(value.item() if hasattr(value, "item") else value)
    except (TypeError, ValueError, RuntimeError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise NodeError.of("selector_unusable", found=type_text(value))
    return int(number)
