"""The SequentialModel node: a neural network drawn as a graph of layers."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.engine.modules import module_for
from app.engine.node import Node

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import nn

    from app.engine.context import NodeContext


def _chain(*layers: tuple[str, str, dict[str, int] | None]) -> str:
    """The text of a graph in which the layers follow one another, between one Input and one Output."""
    nodes: list[dict[str, Any]] = [{"id": "in", "type": "Input", "ports": [{"id": "p_x", "name": "x"}]}]
    nodes += [{"id": i, "type": t, **({} if params is None else {"params": params})} for i, t, params in layers]
    nodes.append({"id": "out", "type": "Output", "ports": [{"id": "p_y", "name": "y"}]})
    edges = []
    for number, (source, target) in enumerate(itertools.pairwise(nodes), 1):
        edge = {"id": f"e{number}", "source": source["id"]}
        if source["type"] == "Input":
            edge["sourceHandle"] = "p_x"
        edge["target"] = target["id"]
        if target["type"] == "Output":
            edge["targetHandle"] = "p_y"
        edges.append(edge)
    return json.dumps({"version": 2, "nodes": nodes, "edges": edges}, separators=(",", ":"))


DEFAULT_LAYERS = _chain(
    ("c1", "Conv2d", {"in_channels": 1, "out_channels": 32, "kernel_size": 3, "padding": 1}),
    ("r1", "ReLU", None),
    ("p1", "MaxPool2d", {"kernel_size": 2, "stride": 2}),
    ("c2", "Conv2d", {"in_channels": 32, "out_channels": 64, "kernel_size": 3, "padding": 1}),
    ("r2", "ReLU", None),
    ("p2", "MaxPool2d", {"kernel_size": 2, "stride": 2}),
    ("f", "Flatten", None),
    ("l1", "Linear", {"in_features": 3136, "out_features": 128}),
    ("r3", "ReLU", None),
    ("l2", "Linear", {"in_features": 128, "out_features": 10}),
)
"""A small convolutional network for 28 x 28 grey images and ten classes."""


class SequentialModel(Node):
    """Builds the module of a layers text; its weights are drawn from the run's random state."""

    SPEC = NodeSpec(
        name="SequentialModel",
        category="Training",
        title_zh_tw="序列模型",
        description=Text(
            "Builds a neural network from layers that you draw: one after the other, with branches and merges.",
            "由你繪製的層建立神經網路：可依序連接，也可分支與合併。",
        ),
        outputs=(
            PortSpec("model", DataType.MODEL, Text("The network, with fresh weights.", "神經網路，權重為初始值。")),
        ),
        cacheable=False,
        structural_params=("layers",),
        params=(
            ParamSpec(
                "layers",
                ParamType.STRING,
                DEFAULT_LAYERS,
                Text(
                    "The layers and their wires, as JSON; the layer editor writes it.",
                    "各層與連線的 JSON；由層編輯器寫入。",
                ),
            ),
        ),
    )

    def build(self, params: Mapping[str, Any]) -> nn.Module:
        """Raises: the NodeErrors of app.nodes._torch.layer_graph.build_model."""
        from app.nodes._torch.layer_graph import build_model

        return build_model(params["layers"])

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: the NodeErrors of build()."""
        model = module_for(context, self.SPEC, params, lambda: self.build(params))
        count = sum(tensor.numel() for tensor in model.parameters())
        return {"model": model, "__log__": f"{type(model).__name__}: {count:,} weights"}
