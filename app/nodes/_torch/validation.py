"""Measures a model on data it does not train on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from app.core.vocab.errors import NodeError
from app.nodes._torch.batches import Batches, Precision, describe, forward, loss_of, split
from app.nodes._torch.losses import CLASSIFIERS

if TYPE_CHECKING:
    from app.engine.context import NodeContext


@dataclass(frozen=True)
class Measured:
    """loss: mean of the batches' losses. accuracy: share of right classes, None where classes are not predicted."""

    loss: float
    accuracy: float | None


def validate(
    model: nn.Module, loader: Any, loss_fn: Any, device: torch.device, precision: Precision, context: NodeContext
) -> Measured | None:
    """One pass in eval mode without gradients; the mode comes back afterwards. None when the run was asked to stop.

    Raises: NodeError loader_empty and those of app.nodes._torch.batches.
    """
    losses: list[Tensor] = []
    hits: list[Tensor] = []
    training = model.training
    model.eval()
    try:
        with Batches(loader) as batches, torch.no_grad():
            while True:
                if context.cancelled:
                    return None
                try:
                    batch = batches.next(len(losses) + 1)
                except StopIteration:
                    break
                x, y = split(batch, device)
                with precision.scope():
                    output = forward(model, x)
                    losses.append(loss_of(loss_fn, output, y))
                hit = _hits(loss_fn, output, y)
                if hit is not None:
                    hits.append(hit)
    finally:
        model.train(training)
    if not losses:
        raise NodeError.of("loader_empty", port="val_dataloader")
    values = torch.stack([loss.double() for loss in losses]).tolist()
    right, total = torch.stack(hits).sum(0).tolist() if hits else (0, 0)
    return Measured(sum(values) / len(values), right / total if total else None)


def _hits(loss_fn: Any, output: Any, y: Tensor) -> Tensor | None:
    """[right, counted] as int64, or None where targets are no class numbers."""
    if not isinstance(loss_fn, CLASSIFIERS) or not isinstance(output, Tensor) or y.is_floating_point():
        return None
    right = output.argmax(1) == y
    counted = y != loss_fn.ignore_index
    return torch.stack([(right & counted).sum(), counted.sum()])


def count_right(output: Any, y: Tensor) -> tuple[Tensor, int]:
    """How many elements of y equal argmax over dimension 1. Raises: NodeError evaluation_shapes."""
    if not isinstance(output, Tensor) or output.ndim < 2 or output.argmax(1).shape != y.shape:
        raise NodeError.of("evaluation_shapes", output=describe(output), target=describe(y))
    return (output.argmax(1) == y).sum(), y.numel()
