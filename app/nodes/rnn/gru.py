"""GRU: a recurrent layer with gates."""

from __future__ import annotations

from app.core.vocab.nodespec import NodeSpec, Text
from app.nodes.rnn.recurrent import INPUTS, OUTPUTS, PARAMS, STRUCTURAL, RecurrentNode


class GRU(RecurrentNode):
    """nn.GRU from a state of zeros; `hidden` is the state after the last step."""

    SPEC = NodeSpec(
        name="GRU",
        category="RNN",
        description=Text(
            "Reads a sequence step by step and keeps a memory, with fewer weights than an LSTM.",
            "逐步讀入序列並保有記憶，權重比 LSTM 少。",
        ),
        title_zh_tw="閘控循環單元",
        inputs=INPUTS,
        outputs=OUTPUTS,
        params=PARAMS,
        cacheable=False,
        structural_params=STRUCTURAL,
    )
