"""Checks that hold for every made-up data set."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch.utils.data import DataLoader

from app.core.vocab.errors import NodeError
from app.engine.context import CancelFlag
from tests.support.nodes import call, run_context

if TYPE_CHECKING:
    from pathlib import Path

    from app.engine.node import Node


def items(node: type[Node], root: Path, **params: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Every input and label of a made-up set, sent through pickle first."""
    made = pickle.loads(pickle.dumps(call(node, root, {}, params)["dataset"]))
    values, labels = next(iter(DataLoader(made, batch_size=len(made))))
    return values, labels


def check_seed(node: type[Node], root: Path, **params: Any) -> None:
    """The seed decides, and neither asks nor moves the random state of the process."""
    torch.manual_seed(1)
    before = torch.get_rng_state()
    first = items(node, root, seed=-5, **params)
    torch.manual_seed(2)
    again, other = items(node, root, seed=-5, **params), items(node, root, seed=6, **params)
    assert all(torch.equal(a, b) for a, b in zip(first, again, strict=True))
    assert not torch.equal(first[0], other[0])
    torch.manual_seed(1)
    call(node, root, {}, params)
    assert torch.equal(torch.get_rng_state(), before)


def check_items_are_copies(node: type[Node], root: Path, **params: Any) -> None:
    """Whoever changes an item does not change the set."""
    made = call(node, root, {}, params)["dataset"]
    kept = made[0][0].clone()
    made[0][0].zero_()
    assert torch.equal(made[0][0], kept)


def check_stop_and_size(node: type[Node], root: Path, **params: Any) -> None:
    """A stop is heard, and what cannot fit is refused."""
    flag = CancelFlag()
    flag.set()
    assert call(node, root, {}, params, run=run_context(root, cancel=flag)) == {"__interrupted__": {}}
    with pytest.raises(NodeError) as caught:
        call(node, root, {}, {**params, "n_samples": 2**50})
    assert caught.value.reason.code == "tensor_too_large"
