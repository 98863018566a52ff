"""Makes the loss functions of the Loss node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import nn

from app.nodes._torch.number_lists import number_list

if TYPE_CHECKING:
    from collections.abc import Mapping

CLASSIFIERS = (nn.CrossEntropyLoss, nn.NLLLoss)
"""Losses whose targets are class numbers, so that an accuracy can be told."""

_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "CrossEntropyLoss": ("label_smoothing", "weight", "ignore_index"),
    "NLLLoss": ("weight", "ignore_index"),
    "BCELoss": ("weight",),
    "BCEWithLogitsLoss": ("weight", "pos_weight"),
}
"""Options beside `reduction` that a type takes; the others of the node are ignored for it."""


def make_loss(params: Mapping[str, Any]) -> nn.Module:
    """Make the loss of `params["type"]`. Raises: NodeError list_not_numbers for weight and pos_weight."""
    kind: str = params["type"]
    chosen: dict[str, Any] = {"reduction": params["reduction"]}
    for name in _OPTIONS.get(kind, ()):
        value = params[name]
        if name in ("weight", "pos_weight"):
            numbers = number_list(value, name)
            value = torch.tensor(numbers) if numbers else None
        chosen[name] = value
    made: nn.Module = getattr(nn, kind)(**chosen)
    return made
