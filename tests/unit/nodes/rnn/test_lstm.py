"""LSTM against torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.rnn.lstm import LSTM
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path

SIZES = {"input_size": 3, "hidden_size": 4, "num_layers": 2}


@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=str)
@pytest.mark.parametrize("batch_first", [True, False])
@pytest.mark.parametrize("bidirectional", [True, False])
def test_is_torch_s_layer_with_the_same_weights(
    tmp_path: Path, kind: torch.dtype, batch_first: bool, bidirectional: bool
) -> None:
    def reference(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        layer = nn.LSTM(3, 4, 2, batch_first=batch_first, bidirectional=bidirectional).to(kind)
        output, last = layer(x)
        return output, last[0]

    agreement.check(
        LSTM,
        tmp_path,
        {"tensor": strided((2, 5, 3), kind)},
        {**SIZES, "batch_first": batch_first, "bidirectional": bidirectional},
        reference,
        outputs=("output", "hidden"),
    )


def test_the_shapes_are_as_the_ports_say(tmp_path: Path) -> None:
    out = call(LSTM, tmp_path, {"tensor": random((2, 5, 3))}, {**SIZES, "bidirectional": True})
    assert {port: tuple(value.shape) for port, value in out.items()} == {"output": (2, 5, 8), "hidden": (4, 2, 4)}


def test_whole_numbers_and_an_empty_batch(tmp_path: Path) -> None:
    assert call(LSTM, tmp_path, {"tensor": random((2, 5, 3), torch.int64)}, SIZES)["output"].dtype is torch.float32
    assert call(LSTM, tmp_path, {"tensor": torch.zeros(0, 5, 3)}, SIZES)["output"].shape == (0, 5, 4)


@pytest.mark.parametrize(
    ("shape", "params", "code"),
    [
        ((2, 3), {}, "rank_unfit"),
        ((2, 3, 4), {}, "layer_size_unfit"),
        ((2, 0, 4), {"input_size": 4}, "layer_input_failed"),
        ((2, 3, 4), {"input_size": 4, "num_layers": 0}, "size_out_of_range"),
        ((2, 3, 4), {"input_size": 4, "num_layers": 1001}, "size_out_of_range"),
        ((2, 3, 4), {"input_size": 4, "hidden_size": 2**20}, "out_of_memory_ahead"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], code: str
) -> None:
    assert agreement.refusal(LSTM, tmp_path, {"tensor": random(shape)}, params).code == code
