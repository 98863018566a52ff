"""Checks that hold for every classifier: what is wrong with its inputs is named, and a missing library too."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.vocab.errors import NodeError
from tests.support.nodes import call

if TYPE_CHECKING:
    from pathlib import Path

    from app.engine.node import Node

X, Y = torch.tensor([[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [3.0, 5.0]]), ["a", "b", "a", "b"]


def classify(node: type[Node], root: Path, x: Any, y: Any, query: Any, **params: Any) -> dict[str, Any]:
    """Call a classifier."""
    return call(node, root, {"x_train": x, "y_train": y, "x_query": query}, params)


def refusal(node: type[Node], root: Path, x: Any = X, y: Any = Y, query: Any = X, **params: Any) -> tuple[str, Any]:
    """(code, params) of the refusal of a call that must be refused."""
    with pytest.raises(NodeError) as caught:
        classify(node, root, x, y, query, **params)
    return caught.value.reason.code, dict(caught.value.reason.params)


def check_refusals(node: type[Node], root: Path) -> None:
    """What tables.task() refuses reaches the user through this node."""
    assert refusal(node, root, y=Y[:3])[0] == "lengths_differ"
    assert refusal(node, root, x=torch.zeros(4))[0] == "table_needed"
    assert refusal(node, root, query=torch.zeros(1, 3))[0] == "features_differ"
    assert refusal(node, root, x=torch.zeros(0, 2), y=[])[0] == "tensor_empty"
    assert refusal(node, root, query=torch.tensor([[0.0, float("nan")]]))[0] == "values_not_finite"


def check_extra(node: type[Node], root: Path, monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    """Without `module` of scikit-learn the extra is named."""
    monkeypatch.setitem(sys.modules, module, None)
    code, params = refusal(node, root)
    assert (code, params["library"], params["extra"]) == ("extra_missing", "scikit-learn", "ml")


def check_odd_inputs(node: type[Node], root: Path, **params: Any) -> None:
    """Numbers with gradients, holes in memory or of another type give the same answer, and labels keep their type."""
    wide = torch.tensor([[0, 9, 1], [1, 9, 0], [2, 9, 1], [3, 9, 5]])
    plain = classify(node, root, wide[:, ::2].float(), [4, 7, 4, 7], wide[:, ::2].float(), **params)
    odd = classify(
        node, root, wide[:, ::2], torch.tensor([4, 7, 4, 7]), wide.float().requires_grad_()[:, ::2], **params
    )
    assert odd["predictions"] == plain["predictions"]
    assert set(odd["predictions"]) <= {4, 7}
    assert {type(label) for label in odd["predictions"]} == {int}
    assert odd["classes"] == [4, 7]
    assert not any(value.requires_grad for value in odd.values() if isinstance(value, torch.Tensor))
