"""The CheckpointSaver node: writes model, optimizer and what else training goes on with to one file."""

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


class CheckpointSaver(Node):
    """Writes in one step, so that a crash leaves the old file or the new one; artifact of kind `checkpoint`."""

    SPEC = NodeSpec(
        name="CheckpointSaver",
        category="IO",
        title_zh_tw="儲存檢查點",
        description=Text(
            "Saves a model and its optimizer, so that training can go on from here later.",
            "儲存模型與最佳化器，以便日後從此處繼續訓練。",
        ),
        inputs=(
            port("model", DataType.MODEL, "The model to save.", "要儲存的模型。"),
            port("optimizer", DataType.OPTIMIZER, "Its optimizer.", "它的最佳化器。"),
            port("losses", DataType.TENSOR, "Losses so far.", "至今的損失。", optional=True),
            port("lr_scheduler", DataType.ANY, "The learning-rate schedule.", "學習率排程。", optional=True),
            port("grad_scaler_state", DataType.ANY, "State of fp16 scaling.", "fp16 縮放狀態。", optional=True),
        ),
        outputs=(
            port("path", DataType.STRING, "Where the file is, as an absolute path.", "檔案的絕對路徑。"),
            port("model", DataType.MODEL, "The same model.", "同一個模型。"),
        ),
        cacheable=False,
        params=(
            param(
                "path",
                ParamType.STRING,
                "checkpoint.pt",
                "File to write; a bare name goes to data/output.",
                "要寫入的檔案；只有檔名時會存到 data/output。",
            ),
            param(
                "epoch",
                ParamType.INT,
                0,
                "Completed epochs to note in the file; 0 takes the number of the TrainingLoop before.",
                "記錄在檔案中的已完成訓練週期數；0 表示採用前面 TrainingLoop 的數字。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError of place_output, epoch_negative, model_needed, not_an_optimizer, file_unwritable."""
        from app.nodes._torch.checkpoint_file import write_checkpoint
        from app.nodes._torch.checkpoint_parts import parts_of

        path = place_output(params["path"], context.run.folders)
        content = parts_of(inputs, params["epoch"])
        write_checkpoint(path, content)
        context.run.written.add(path)
        if context.run.can_record_artifacts:
            meta = {"reason": "saved", "epoch": content["epoch"]}
            context.run.sinks.record_artifact(Artifact("checkpoint", str(path), context.node_id, meta))
        return {
            "path": str(path),
            "model": inputs["model"],
            "__log__": f"saved {path.name}, {path.stat().st_size:,} bytes{_place(content)}",
        }


def _place(content: Mapping[str, Any]) -> str:
    exact = content.get("cdui")
    if exact is None:
        return f", {content['epoch']} epochs done; training goes on from there by epochs"
    return f", {content['epoch']} epochs done" + (
        f" and {exact['batch']} batches of the next" if exact["batch"] else ""
    )
