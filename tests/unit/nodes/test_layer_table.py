"""The table of layers against torch's own constructors, and the values that params may have."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from app.nodes._torch.layer_types import construct, maker
from app.nodes.layer_table import LAYERS, chosen, value_of

HIDDEN = {"device", "dtype", "inplace", "more", "self", "how", "_weight", "_freeze"}
"""Params of torch that no graph names."""

FEWER = {
    "MaxPool2d": {"dilation", "return_indices"},
    **{name: {"dim"} for name in ("Add", "Multiply", "Subtract", "Mean")},
}
"""Params of torch, or of our own modules, that no layer of a model has."""

PASSED_ON = {"TransformerEncoder", "TransformerDecoder", "LSTM", "GRU"}
"""Their constructors do not name what they take."""


@pytest.mark.parametrize("name", sorted(LAYERS.keys() - PASSED_ON))
def test_the_params_of_a_type_are_those_of_its_constructor(name: str) -> None:
    names = set(inspect.signature(maker(name)).parameters) - HIDDEN - FEWER.get(name, set()) - {"args", "kwargs"}
    assert names == set(LAYERS[name].allowed)


@pytest.mark.parametrize("name", sorted(PASSED_ON))
def test_a_constructor_that_names_nothing_takes_every_param_of_the_table(name: str) -> None:
    sizes = {"d_model": 4, "nhead": 2, "num_layers": 2, "dim_feedforward": 3, "input_size": 3, "hidden_size": 2}
    values = {"dropout": 0.5, "activation": "gelu", "batch_first": False, "norm_first": True, "bias": False, **sizes}
    made = construct(name, {key: values.get(key, True) for key in LAYERS[name].allowed}, "meta")
    assert sum(part.numel() for part in made.parameters()) > 0


def test_a_param_without_a_value_leaves_the_default() -> None:
    assert chosen("Linear", {"in_features": None, "out_features": 3, "other": 1}) == {
        "in_features": 512,
        "out_features": 3,
    }


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("padding_idx", -1, None),
        ("padding", "same", "same"),
        ("kernel_size", 3.0, 3),
        ("kernel_size", [3, 1], (3, 1)),
        ("normalized_shape", "3,4", (3, 4)),
        ("normalized_shape", 8, (8,)),
        ("output_size", "2", 2),
        ("p", 0.5, 0.5),
    ],
)
def test_values_become_what_torch_takes(name: str, value: Any, wanted: Any) -> None:
    assert value_of(name, value) == wanted


@pytest.mark.parametrize(
    ("name", "value"),
    [("kernel_size", 0), ("stride", True), ("in_features", -1), ("groups", 2**31), ("p", float("inf"))],
)
def test_values_that_torch_would_choke_on_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=r"number|infinities"):
        value_of(name, value)
