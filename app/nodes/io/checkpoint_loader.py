"""The CheckpointLoader node: brings model, optimizer and schedule back to where a checkpoint was written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.paths import find_input
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class CheckpointLoader(Node):
    """Loads all of a checkpoint or fails before anything has changed but the model's device."""

    SPEC = NodeSpec(
        name="CheckpointLoader",
        category="IO",
        title_zh_tw="載入檢查點",
        description=Text(
            "Loads a checkpoint, to train on where it stopped. Wire epoch to the TrainingLoop's start_epoch.",
            "載入檢查點，從停止處繼續訓練。請將 epoch 連到 TrainingLoop 的 start_epoch。",
        ),
        inputs=(
            port("model", DataType.MODEL, "The model that takes the weights.", "接收權重的模型。"),
            port("optimizer", DataType.OPTIMIZER, "The optimizer that takes the state.", "接收狀態的最佳化器。"),
            port(
                "lr_scheduler",
                DataType.ANY,
                "The schedule that takes the state.",
                "接收狀態的學習率排程。",
                optional=True,
            ),
        ),
        outputs=(
            port("model", DataType.MODEL, "The model as it was.", "還原後的模型。"),
            port("optimizer", DataType.OPTIMIZER, "The optimizer as it was.", "還原後的最佳化器。"),
            port(
                "epoch",
                DataType.SCALAR,
                "Completed epochs, with the exact place in the next one.",
                "已完成的訓練週期數，並帶有下一個訓練週期中的精確位置。",
            ),
            port("losses", DataType.TENSOR, "Losses noted in the file.", "檔案中記錄的損失。"),
            port("lr_scheduler", DataType.ANY, "The schedule as it was.", "還原後的學習率排程。"),
            port("grad_scaler_state", DataType.ANY, "State of fp16 scaling, if any.", "fp16 縮放狀態（若有）。"),
        ),
        cacheable=False,
        params=(
            param(
                "path",
                ParamType.MODEL_FILE,
                "",
                "Checkpoint to read; a bare name is what this run saved, an upload, or a file of data/output.",
                "要讀取的檢查點；只有檔名時依序為本次執行儲存的檔案、上傳的檔案、data/output 中的檔案。",
            ),
            param(
                "device",
                ParamType.SELECT,
                "auto",
                "Where the model is put; auto is the run's device.",
                "模型放置的裝置；auto 為本次執行的裝置。",
                options=("auto", "cpu", "cuda", "mps"),
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError of find_input, read_checkpoint and restore_parts."""
        import torch

        from app.engine.devices import for_node
        from app.nodes._torch.checkpoint_file import read_checkpoint
        from app.nodes._torch.checkpoint_parts import restore_parts

        path = find_input(params["path"], context.run.folders, context.run.folders.models, context.run.written)
        content = read_checkpoint(path)
        outputs = restore_parts(content, inputs, torch.device(for_node(params["device"], context)), path)
        return {**outputs, "__log__": f"loaded {path}, {content['epoch']} epochs done"}
