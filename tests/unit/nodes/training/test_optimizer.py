"""The Optimizer node steps as torch's optimizer made by hand, and an optimizer is fitted to a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.core.vocab.errors import NodeError
from app.nodes._torch.optimizers import fit_optimizer
from app.nodes.training.optimizer import TYPES, Optimizer
from tests.support.nodes import call

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ALL = {"lr": 0.03, "weight_decay": 0.02, "momentum": 0.8, "betas": "0.7, 0.95", "eps": 1e-3, "amsgrad": True}
_ADAM: dict[str, Any] = {"lr": 0.03, "weight_decay": 0.02, "betas": (0.7, 0.95), "eps": 1e-3}
EXPECTED: dict[str, Callable[[Any], torch.optim.Optimizer]] = {
    "Adam": lambda p: torch.optim.Adam(p, **_ADAM, amsgrad=True),
    "AdamW": lambda p: torch.optim.AdamW(p, **_ADAM, amsgrad=True),
    "NAdam": lambda p: torch.optim.NAdam(p, **_ADAM),
    "RAdam": lambda p: torch.optim.RAdam(p, **_ADAM),
    "SGD": lambda p: torch.optim.SGD(p, lr=0.03, weight_decay=0.02, momentum=0.8),
    "RMSprop": lambda p: torch.optim.RMSprop(p, lr=0.03, weight_decay=0.02, momentum=0.8, eps=1e-3),
    "Adagrad": lambda p: torch.optim.Adagrad(p, lr=0.03, weight_decay=0.02),
    "ASGD": lambda p: torch.optim.ASGD(p, lr=0.03, weight_decay=0.02),
    "Rprop": lambda p: torch.optim.Rprop(p, lr=0.03),
}


def model(seed: int = 1) -> nn.Module:
    torch.manual_seed(seed)
    return nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2))


def steps(made: torch.optim.Optimizer, net: nn.Module, count: int = 4) -> list[torch.Tensor]:
    generator = torch.Generator().manual_seed(9)
    for _ in range(count):
        made.zero_grad()
        net(torch.randn(5, 4, generator=generator)).square().sum().backward()
        made.step()
    return [t.detach().clone() for t in net.parameters()]


@pytest.mark.parametrize("kind", TYPES)
def test_steps_like_torch(tmp_path: Path, kind: str) -> None:
    net, twin = model(), model()
    made = call(Optimizer, tmp_path, {"model": net}, {"type": kind, **ALL})["optimizer"]
    expected = EXPECTED[kind](twin.parameters())
    assert type(made) is type(expected)
    before = [t.detach().clone() for t in net.parameters()]
    after, wanted = steps(made, net), steps(expected, twin)
    assert all(torch.equal(a, b) for a, b in zip(after, wanted, strict=True))
    assert not any(torch.equal(a, b) for a, b in zip(before, wanted, strict=True))


def test_nesterov_and_dampening(tmp_path: Path) -> None:
    net, twin = model(), model()
    params = {"type": "SGD", "momentum": 0.9, "nesterov": True, "lr": 0.1}
    made = call(Optimizer, tmp_path, {"model": net}, params)["optimizer"]
    expected = torch.optim.SGD(twin.parameters(), lr=0.1, momentum=0.9, nesterov=True)
    assert all(torch.equal(a, b) for a, b in zip(steps(made, net), steps(expected, twin), strict=True))
    damped = call(Optimizer, tmp_path, {"model": net}, {"type": "SGD", "momentum": 0.9, "dampening": 0.3})["optimizer"]
    assert damped.defaults["dampening"] == 0.3


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"type": "SGD", "nesterov": True}, "optimizer_params"),
        ({"betas": "0.9, 1.5"}, "optimizer_params"),
        ({"betas": "0.9"}, "list_wrong_length"),
        ({"betas": "a, b"}, "list_not_numbers"),
    ],
)
def test_params_that_torch_refuses(tmp_path: Path, params: dict[str, Any], code: str) -> None:
    with pytest.raises(NodeError) as caught:
        call(Optimizer, tmp_path, {"model": model()}, params)
    assert caught.value.reason.code == code


@pytest.mark.parametrize(("net", "code"), [(nn.ReLU(), "nothing_to_train"), ("no model", "model_needed")])
def test_a_model_without_weights(tmp_path: Path, net: Any, code: str) -> None:
    with pytest.raises(NodeError) as caught:
        call(Optimizer, tmp_path, {"model": net})
    assert caught.value.reason.code == code


def test_frozen_weights_alone_are_nothing_to_train(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        call(Optimizer, tmp_path, {"model": model().requires_grad_(False)})
    assert caught.value.reason.code == "nothing_to_train"


def test_fit_keeps_an_optimizer_of_this_model() -> None:
    net = model()
    made = torch.optim.Adam(net.parameters())
    steps(made, net)
    state = {id(t): values for t, values in made.state.items()}
    assert fit_optimizer(made, net) == "kept"
    assert {id(t) for t in made.state} == set(state)


def test_fit_moves_the_state_to_a_copy_of_the_model() -> None:
    net, copy = model(), model()
    made = torch.optim.Adam(net.parameters(), lr=0.05)
    steps(made, net)
    copy.load_state_dict(net.state_dict())
    whole = steps(made, net)
    other = torch.optim.Adam(net.parameters(), lr=0.05)
    net.load_state_dict(model().state_dict())
    steps(other, net)
    assert fit_optimizer(other, copy) == "rebound"
    assert all(torch.equal(a, b) for a, b in zip(steps(other, copy), whole, strict=True))


@pytest.mark.parametrize("kind", TYPES)
def test_fit_rebuilds_for_another_model_and_keeps_its_params(tmp_path: Path, kind: str) -> None:
    made = call(Optimizer, tmp_path, {"model": nn.Linear(2, 2)}, {"type": kind, **ALL})["optimizer"]
    net, twin = model(), model()
    assert fit_optimizer(made, net) == "rebuilt"
    assert all(
        torch.equal(a, b) for a, b in zip(steps(made, net), steps(EXPECTED[kind](twin.parameters()), twin), strict=True)
    )


def test_fit_refuses_what_is_no_optimizer() -> None:
    with pytest.raises(NodeError) as caught:
        fit_optimizer("Adam", model())
    assert caught.value.reason.code == "not_an_optimizer"
