"""Asks a model in eval mode: for one batch, or for every label of a data set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import nn
from torch.utils.data import DataLoader

from app.core.vocab.errors import NodeError
from app.engine.devices import for_node
from app.nodes._torch.batches import Batches, describe, forward, pick_precision, split
from app.nodes._torch.validation import count_right

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


def evaluate(model: Any, dataset: Any, params: Mapping[str, Any], context: NodeContext) -> tuple[int, int, int | None]:
    """(right, total, None), or what was counted so far and the number of batches when the run was asked to stop.

    The model is put to eval mode and comes back in the mode it had; nothing is drawn from the run's random state.
    Raises: NodeError model_needed, dataset_bad, evaluation_shapes, batch_failed, batch_not_pairs, model_failed.
    """
    if not isinstance(model, nn.Module):
        raise NodeError.of("model_needed", got=type(model).__name__)
    if not hasattr(dataset, "__getitem__") or not hasattr(dataset, "__len__"):
        raise NodeError.of("dataset_bad", got=type(dataset).__name__)
    device = torch.device(for_node(params["device"], context))
    precision = pick_precision(params["precision"], device, context)
    loader: DataLoader[Any] = DataLoader(dataset, batch_size=params["batch_size"], generator=torch.Generator())
    right: list[torch.Tensor] = []
    total = 0
    training = model.training
    model.to(device).eval()
    stopped = False
    try:
        with Batches(loader) as batches, torch.no_grad():
            while not (stopped := context.cancelled):
                try:
                    x, y = split(batches.next(len(right) + 1), device)
                except StopIteration:
                    break
                with precision.scope():
                    output = forward(model, x)
                hits, count = count_right(output, y)
                right.append(hits)
                total += count
    finally:
        model.train(training)
    correct = int(torch.stack(right).sum()) if right else 0
    return correct, total, len(right) if stopped else None


def answer(model: Any, x: torch.Tensor, wanted: str, context: NodeContext) -> torch.Tensor:
    """What the model gives for one batch, in eval mode and without gradients; of several outputs the first tensor.

    wanted: a node's device param. The model is moved there and comes back in the mode it had.
    Raises: NodeError model_needed, model_failed, layer_failed, output_not_a_tensor.
    """
    if not isinstance(model, nn.Module):
        raise NodeError.of("model_needed", got=type(model).__name__)
    device = torch.device(for_node(wanted, context))
    modes = [(module, module.training) for module in model.modules()]
    model.to(device).eval()
    try:
        with torch.no_grad():
            output = forward(model, x.to(device, copy=True))  # a layer may work in place
    finally:
        for module, training in modes:
            module.training = training
    found = output
    while isinstance(found, (list, tuple)) and found:
        found = found[0]
    if not isinstance(found, torch.Tensor):
        raise NodeError.of("output_not_a_tensor", model=type(model).__name__, found=describe(output))
    return found.detach()
