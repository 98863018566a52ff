"""NormalizeTransform: the values of every picture on one scale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import ParamType, Text
from app.engine.node import Node
from app.nodes.data.transform_steps import step_spec, with_step
from app.nodes.ports import param

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


_PRESETS = {
    "ImageNet": ((0.485, 0.456, 0.406), (0.229, 0.224, 0.225)),
    "CIFAR-10": ((0.4914, 0.4822, 0.4465), (0.2470, 0.2435, 0.2616)),
    "CIFAR-100": ((0.5071, 0.4867, 0.4408), (0.2675, 0.2565, 0.2761)),
    "Half": ((0.5,), (0.5,)),
}
"""Mean and standard deviation of each channel over the training pictures, as published with models for these sets."""


class NormalizeTransform(Node):
    """(value - mean) / std for each channel; works on tensors, so it stands after ToTensor."""

    SPEC = step_spec(
        "NormalizeTransform",
        "標準化",
        Text(
            "Moves and scales the values of each channel: minus mean, divided by std.",
            "調整每個色版的值：減去平均，再除以標準差。",
        ),
        (
            param(
                "preset",
                ParamType.SELECT,
                "Half",
                "Known numbers; Half brings 0..1 to -1..1, Custom takes those below.",
                "常用的數值；Half 把 0 到 1 變成 -1 到 1，Custom 使用下方的數值。",
                options=(*_PRESETS, "Custom"),
            ),
            param(
                "mean",
                ParamType.STRING,
                "0.5",
                "One number, or one for each channel, separated by commas.",
                "一個數字，或每個色版一個，以逗號分隔。",
                visible_when={"preset": "Custom"},
            ),
            param(
                "std",
                ParamType.STRING,
                "0.5",
                "The same for the standard deviation; more than 0.",
                "標準差，寫法相同；須大於 0。",
                visible_when={"preset": "Custom"},
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError transform_not_callable, list_not_numbers, lengths_differ, param_not_positive."""
        from app.nodes._torch.transforms import Normalize

        return with_step(inputs, Normalize(*mean_and_std(params)))


def _numbers(params: dict[str, Any], name: str) -> tuple[float, ...]:
    from app.nodes._torch.number_lists import number_list

    numbers = number_list(params[name], name)
    if not numbers:
        raise NodeError.of("list_not_numbers", param=name, value=params[name][:100])
    return tuple(numbers)


def mean_and_std(params: dict[str, Any]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The numbers of each channel. Raises: NodeError list_not_numbers, lengths_differ, param_not_positive."""
    mean, std = _PRESETS.get(params["preset"]) or (_numbers(params, "mean"), _numbers(params, "std"))
    if len(mean) != len(std) and 1 not in (len(mean), len(std)):
        raise NodeError.of("lengths_differ", a="mean", a_count=len(mean), b="std", b_count=len(std))
    if min(std) <= 0:
        raise NodeError.of("param_not_positive", param="std", value=min(std))
    return mean, std
