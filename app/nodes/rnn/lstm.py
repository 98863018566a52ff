"""LSTM: a recurrent layer with gates and a memory cell."""

from __future__ import annotations

from app.core.vocab.nodespec import NodeSpec, Text
from app.nodes.rnn.recurrent import INPUTS, OUTPUTS, PARAMS, STRUCTURAL, RecurrentNode


class LSTM(RecurrentNode):
    """nn.LSTM from a state of zeros; `hidden` is the state after the last step, without the memory cell."""

    SPEC = NodeSpec(
        name="LSTM",
        category="RNN",
        description=Text(
            "Reads a sequence step by step and keeps a long and a short memory.",
            "逐步讀入序列，並保有長期與短期的記憶。",
        ),
        title_zh_tw="長短期記憶",
        inputs=INPUTS,
        outputs=OUTPUTS,
        params=PARAMS,
        cacheable=False,
        structural_params=STRUCTURAL,
    )
