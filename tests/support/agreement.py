"""Holds a node to a reference in plain PyTorch: value, type, gradient; and names what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.vocab.errors import NodeError
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tensors import random

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from app.core.vocab.reason import Reason
    from app.engine.node import Node

SEED = 11
"""torch's random state before the node and before the reference, so that both draw the same weights."""


def check(
    node: type[Node],
    root: Path,
    inputs: Mapping[str, torch.Tensor],
    params: Mapping[str, Any],
    reference: Callable[..., Any],
    outputs: tuple[str, ...] = ("tensor",),
) -> None:
    """Compare `outputs` with what `reference(*inputs)` gives (one tensor, or as many as outputs).

    Zeroed and shuffled outputs must fail. Floating outputs that depend on floating inputs are compared in their
    gradients as well, under a random weighting of every item; the same mutants must fail there.
    """
    ours, theirs = _leaves(inputs), _leaves(inputs)
    torch.manual_seed(SEED)
    given = call(node, root, ours, params)
    torch.manual_seed(SEED)
    wanted = reference(*theirs.values())
    expected = wanted if isinstance(wanted, tuple) else (wanted,)
    assert len(expected) == len(outputs)
    for name, want in zip(outputs, expected, strict=True):
        mutants.check(mutants.equals(want.detach()), given[name].detach())
        leaves = [key for key, leaf in theirs.items() if leaf.requires_grad]
        if not leaves or not want.is_floating_point():
            continue
        for key, want_gradient in zip(leaves, _gradients(want, [theirs[key] for key in leaves]), strict=True):
            gradient = _gradients(given[name], [ours[key] for key in leaves])[leaves.index(key)]
            assert (want_gradient is None) == (gradient is None), key
            if want_gradient is not None and gradient is not None:
                mutants.check(mutants.equals(want_gradient), gradient)


def refusal(
    node: type[Node], root: Path, inputs: Mapping[str, Any] | None = None, params: Mapping[str, Any] | None = None
) -> Reason:
    """The reason for which a node refuses a call."""
    with pytest.raises(NodeError) as caught:
        call(node, root, inputs, params)
    return caught.value.reason


def _leaves(inputs: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {
        name: value.detach().requires_grad_() if value.is_floating_point() else value for name, value in inputs.items()
    }


def _gradients(output: torch.Tensor, leaves: list[torch.Tensor]) -> list[torch.Tensor | None]:
    weight = random(tuple(output.shape), output.dtype, 7)
    if not output.requires_grad:
        return [None] * len(leaves)
    return list(torch.autograd.grad((output * weight).sum(), leaves, allow_unused=True, retain_graph=True))
