"""GRU against torch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from torch import nn

from app.nodes.rnn.gru import GRU
from tests.support import agreement, layer_nodes
from tests.support.tensors import random

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=str)
@pytest.mark.parametrize("first", [True, False], ids=["batch first", "time first"])
@pytest.mark.parametrize("both", [True, False], ids=["both ways", "one way"])
def test_is_torch_s_layer_with_the_same_weights(tmp_path: Path, kind: torch.dtype, first: bool, both: bool) -> None:
    layer_nodes.check_recurrent(GRU, nn.GRU, tmp_path, kind, batch_first=first, bidirectional=both)


def test_the_shapes_are_as_the_ports_say(tmp_path: Path) -> None:
    layer_nodes.check_recurrent_shapes(GRU, tmp_path)


@pytest.mark.parametrize("case", layer_nodes.RECURRENT_REFUSALS, ids=str)
def test_what_does_not_fit_is_refused(tmp_path: Path, case: layer_nodes.Refusal) -> None:
    shape, params, code = case
    params = {**layer_nodes.RECURRENT_SIZES, **params}
    assert agreement.refusal(GRU, tmp_path, {"tensor": random(shape)}, params).code == code
