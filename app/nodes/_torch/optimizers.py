"""Makes optimizers, and fits one that exists to the model it is to train."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import torch
from torch import nn

from app.core.vocab.errors import NodeError
from app.nodes._torch.number_lists import number_list

if TYPE_CHECKING:
    from collections.abc import Mapping

_ADAM = ("weight_decay", "betas", "eps")
_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "Adam": (*_ADAM, "amsgrad"),
    "AdamW": (*_ADAM, "amsgrad"),
    "RAdam": _ADAM,
    "NAdam": _ADAM,
    "SGD": ("weight_decay", "momentum", "dampening", "nesterov"),
    "RMSprop": ("weight_decay", "momentum", "eps"),
    "Adagrad": ("weight_decay",),
    "ASGD": ("weight_decay",),
    "Rprop": (),
}
"""Hyperparameters beside lr that a type takes; everything else keeps torch's default."""


def make_optimizer(model: Any, params: Mapping[str, Any]) -> torch.optim.Optimizer:
    """Make the optimizer of `params["type"]` over every parameter of the model.

    Raises: NodeError model_needed, nothing_to_train, optimizer_params, list_not_numbers, list_wrong_length.
    """
    if not isinstance(model, nn.Module):
        raise NodeError.of("model_needed", got=type(model).__name__)
    tensors = trainable(model)
    kind: str = params["type"]
    chosen = {name: params[name] for name in _OPTIONS[kind]}
    if "betas" in chosen:
        chosen["betas"] = tuple(number_list(params["betas"], "betas", count=2))
    try:
        made: torch.optim.Optimizer = getattr(torch.optim, kind)(tensors, lr=params["lr"], **chosen)
    except ValueError as error:
        raise NodeError.of("optimizer_params", type=kind, message=str(error)) from None
    return made


def trainable(model: nn.Module) -> list[nn.Parameter]:
    """Every parameter of the model. Raises: NodeError nothing_to_train when none asks for a gradient."""
    tensors = list(model.parameters())
    if not any(tensor.requires_grad for tensor in tensors):
        raise NodeError.of("nothing_to_train", model=type(model).__name__)
    return tensors


def fit_optimizer(optimizer: Any, model: nn.Module) -> str:
    """Make the optimizer train this model, changing the object itself so that schedulers stay attached.

    Returns: `kept` when it already holds the model's parameters; `rebound` when it held tensors of the same shapes in
    the same order, whose state moves over; `rebuilt` when neither: same type and hyperparameters, state lost.
    Raises: NodeError not_an_optimizer, nothing_to_train.
    """
    if not isinstance(optimizer, torch.optim.Optimizer):
        raise NodeError.of("not_an_optimizer", got=type(optimizer).__name__)
    wanted = trainable(model)
    held = [tensor for group in optimizer.param_groups for tensor in group["params"]]
    needed = {id(tensor) for tensor in wanted if tensor.requires_grad}
    if needed <= {id(tensor) for tensor in held}:
        _move_state(optimizer)
        return "kept"
    for candidates in (wanted, [tensor for tensor in wanted if tensor.requires_grad]):
        if [tensor.shape for tensor in held] == [tensor.shape for tensor in candidates]:
            _rebind(optimizer, dict(zip(map(id, held), candidates, strict=True)))
            _move_state(optimizer)
            return "rebound"
    _rebuild(optimizer, wanted)
    return "rebuilt"


def _rebind(optimizer: torch.optim.Optimizer, new: Mapping[int, nn.Parameter]) -> None:
    state = [(new[id(old)], values) for old, values in optimizer.state.items()]
    for group in optimizer.param_groups:
        group["params"] = [new[id(old)] for old in group["params"]]
    optimizer.state.clear()
    for tensor, values in state:
        optimizer.state[tensor] = values


def _rebuild(optimizer: torch.optim.Optimizer, tensors: list[nn.Parameter]) -> None:
    """Make a new optimizer of the same type (Adagrad fills its state there) and take over its groups and state."""
    settings = {name: value for name, value in optimizer.param_groups[0].items() if name != "params"}
    names = inspect.signature(type(optimizer)).parameters
    arguments = {name: value for name, value in optimizer.defaults.items() if name in names}
    fresh = type(optimizer)(tensors, **arguments)
    fresh.param_groups[0].update(settings)
    optimizer.param_groups[:] = fresh.param_groups
    optimizer.state = fresh.state


def _move_state(optimizer: torch.optim.Optimizer) -> None:
    """Bring state that belongs to a parameter to its device; `step` counters stay where torch keeps them."""
    for tensor, values in optimizer.state.items():
        for name, value in values.items():
            if isinstance(value, torch.Tensor) and name != "step" and value.device != tensor.device:
                values[name] = value.to(tensor.device)
