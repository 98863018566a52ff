"""The ModelSaver node: writes a model's weights, or the whole model, to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.engine.sinks import Artifact
from app.nodes.paths import place_output
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class ModelSaver(Node):
    """Writes in one step, so that a crash leaves the old file or the new one; records an artifact of kind `model`."""

    SPEC = NodeSpec(
        name="ModelSaver",
        category="IO",
        title_zh_tw="儲存模型",
        description=Text("Saves a model to a file.", "將模型儲存為檔案。"),
        inputs=(port("model", DataType.MODEL, "The model to save.", "要儲存的模型。"),),
        outputs=(
            port("path", DataType.STRING, "Where the file is, as an absolute path.", "檔案的絕對路徑。"),
            port("model", DataType.MODEL, "The same model.", "同一個模型。"),
        ),
        cacheable=False,
        params=(
            param(
                "path",
                ParamType.STRING,
                "model_weights.pt",
                "File to write; a bare name goes to data/output.",
                "要寫入的檔案；只有檔名時會存到 data/output。",
            ),
            param(
                "save_mode",
                ParamType.SELECT,
                "state_dict",
                "Only the weights, or the whole model with its layers.",
                "只儲存權重，或連同各層儲存整個模型。",
                options=("state_dict", "full_model"),
            ),
            param(
                "format",
                ParamType.SELECT,
                "pytorch",
                "File format; safetensors holds weights only.",
                "檔案格式；safetensors 只能存放權重。",
                options=("pytorch", "safetensors"),
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError of place_output and write_model."""
        from app.nodes._torch.model_file import write_model

        path = place_output(params["path"], context.run.folders)
        write_model(path, inputs["model"], params["save_mode"], params["format"])
        context.run.written.add(path)
        if context.run.can_record_artifacts:
            meta = {"save_mode": params["save_mode"], "format": params["format"]}
            context.run.sinks.record_artifact(Artifact("model", str(path), context.node_id, meta))
        return {
            "path": str(path),
            "model": inputs["model"],
            "__log__": f"saved {path.name}, {path.stat().st_size:,} bytes",
        }
