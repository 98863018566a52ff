"""ComposeTransform: the order of the ports is the order of the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes._torch.transforms import Chain, Normalize, Resize, ToTensor
from app.nodes.data.compose_transform import ComposeTransform
from tests.support.nodes import call
from tests.support.picture_files import picture

if TYPE_CHECKING:
    from pathlib import Path


def compose(root: Path, steps: int = 2, **inputs: Any) -> Any:
    return call(ComposeTransform, root, inputs, {"steps": steps})["transform"]


@pytest.mark.parametrize(("steps", "count"), [(2, 2), (5, 5), (8, 8), (1, 2), (99, 8)])
def test_as_many_ports_as_the_param_says(steps: int, count: int) -> None:
    inputs, outputs = ComposeTransform.SPEC.ports({"steps": steps})
    assert [(port.name, port.optional) for port in inputs] == [(f"step_{i}", True) for i in range(1, count + 1)]
    assert outputs == ComposeTransform.SPEC.outputs


def test_joins_in_order_and_passes_over_gaps(tmp_path: Path) -> None:
    small, ready, half = Resize(4), ToTensor(), Normalize((0.5,), (0.5,))
    made = compose(tmp_path, 4, step_4=Chain((ready, half)), step_2=Chain((small,)))
    assert made.steps == (small, ready, half)
    assert torch.equal(made(picture(8, 8)), half(ready(small(picture(8, 8)))))


def test_nothing_connected_leaves_items_as_they_are(tmp_path: Path) -> None:
    item = object()
    assert compose(tmp_path)(item) is item


def test_any_callable_is_a_step(tmp_path: Path) -> None:
    assert compose(tmp_path, step_1=lambda x: x + 1, step_2=lambda x: x * 10)(1) == 20


def test_what_is_no_transform_is_named(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        compose(tmp_path, step_2=3)
    assert caught.value.reason.code == "transform_not_callable"
    assert caught.value.reason.params == {"port": "step_2", "found": "int"}
