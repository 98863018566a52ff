"""The ModelLoader node: reads weights into a model, or a whole model, from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.paths import find_input
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class ModelLoader(Node):
    """Never runs code out of the file: weights are plain tensors, whole models may hold known layer classes only."""

    SPEC = NodeSpec(
        name="ModelLoader",
        category="IO",
        title_zh_tw="載入模型",
        description=Text("Loads a model from a file.", "從檔案載入模型。"),
        inputs=(
            port(
                "model",
                DataType.MODEL,
                "The model that takes the weights; not needed for a whole model.",
                "接收權重的模型；載入整個模型時不需要。",
                optional=True,
            ),
        ),
        outputs=(port("model", DataType.MODEL, "The model with the weights of the file.", "帶有檔案中權重的模型。"),),
        cacheable=False,
        params=(
            param(
                "path",
                ParamType.MODEL_FILE,
                "",
                "File to read; a bare name is an upload or a file of data/output.",
                "要讀取的檔案；只有檔名時為上傳的檔案或 data/output 中的檔案。",
            ),
            param(
                "load_mode",
                ParamType.SELECT,
                "state_dict",
                "What the file holds: weights, or a whole model.",
                "檔案的內容：權重，或整個模型。",
                options=("state_dict", "full_model"),
            ),
            param(
                "device",
                ParamType.SELECT,
                "auto",
                "Where the model is put; auto is the run's device.",
                "模型放置的裝置；auto 為本次執行的裝置。",
                options=("auto", "cpu", "cuda", "mps"),
            ),
            param(
                "strict",
                ParamType.BOOL,
                True,
                "Every name must match; off, names of one side only are passed over.",
                "所有名稱必須相符；關閉時會略過只出現在其中一方的名稱。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError model_needed and those of find_input, read_state, read_module, load_weights."""
        import torch
        from torch import nn

        from app.engine.devices import for_node
        from app.nodes._torch.checkpoint_file import load_weights
        from app.nodes._torch.model_file import read_module, read_state

        path = find_input(params["path"], context.run.folders, context.run.folders.models, context.run.written)
        device = torch.device(for_node(params["device"], context))
        if params["load_mode"] == "full_model":
            return {"model": read_module(path).to(device), "__log__": f"loaded {path}"}
        model = inputs.get("model")
        if not isinstance(model, nn.Module):
            raise NodeError.of("model_needed", got=type(model).__name__)
        passed = load_weights(model.to(device), read_state(path), path, params["strict"])
        more = f", passed over: {', '.join(passed[:10])}" if passed else ""
        return {"model": model, "__log__": f"loaded {path}{more}"}
