"""SyntheticSequence: made-up sequences in which one token matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

_COUNTS = ("seq_len", "n_samples", "n_classes", "n_distractors")
_MOST_TOKENS = 2**31


class SyntheticSequence(Node):
    """Made at once and held in memory; the same seed gives the same sequences everywhere."""

    SPEC = NodeSpec(
        name="SyntheticSequence",
        category="Data",
        description=Text(
            "Sequences of tokens whose class is told by the first or the last token; the rest distracts.",
            "由第一個或最後一個符記決定類別的序列，其餘皆為干擾。",
        ),
        title_zh_tw="合成序列",
        outputs=(
            port("dataset", DataType.DATASET, "Items of tokens [T] and class.", "項目為符記 [T] 與類別。"),
            port("vocab_size", DataType.SCALAR, "How many different tokens there are.", "不同符記的數量。"),
        ),
        params=(
            param(
                "kind",
                ParamType.SELECT,
                "recall_first",
                "Where the token that matters stands; the first is harder to remember.",
                "關鍵符記的位置；在最前面較難記住。",
                options=("recall_first", "recall_last"),
            ),
            param("seq_len", ParamType.INT, 60, "Tokens of a sequence.", "每個序列的符記數。"),
            param("n_samples", ParamType.INT, 2000, "How many sequences.", "序列數量。"),
            param("n_classes", ParamType.INT, 10, "How many classes, a token each.", "類別數，每類一個符記。"),
            param("n_distractors", ParamType.INT, 10, "How many other tokens.", "干擾符記的種類數。"),
            param("seed", ParamType.INT, 0, "The same seed gives the same sequences.", "相同的種子會得到相同的序列。"),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError count_out_of_range, tensor_too_large."""
        from app.nodes._torch.synthetic import recall

        length, count, classes, distractors = counts_of(params)
        sizes = (length, count, classes, distractors)
        dataset = recall(params["kind"], *sizes, params["seed"], lambda: context.cancelled)
        if dataset is None:
            return {"__interrupted__": {}}
        return {"dataset": dataset, "vocab_size": classes + distractors}


def counts_of(params: Mapping[str, Any]) -> tuple[int, ...]:
    """seq_len, n_samples, n_classes and n_distractors. Raises: NodeError count_out_of_range."""
    for name in _COUNTS:
        if not 1 <= params[name] <= _MOST_TOKENS:
            raise NodeError.of("count_out_of_range", param=name, value=params[name], most=_MOST_TOKENS)
    return tuple(params[name] for name in _COUNTS)
