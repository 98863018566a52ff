"""Gradients that a run captures: where they begin, whose they are, and what is said when there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.events.masking import Mask
from app.core.graph.prepared import PreparedGraph, PreparedNode, Wire
from app.core.vocab.nodespec import NodeSpec
from app.core.vocab.run import RunStatus
from app.engine.gradients import health
from app.engine.modules import module_for
from app.engine.node import Node
from app.engine.recorder import RunOutputStore
from app.engine.registry import Registry
from app.engine.runner import run_graph
from app.engine.weights import NodeStateStore
from tests.support.canvas import OUT, PORTS
from tests.support.mock_nodes import WORDS
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.engine.context import NodeContext


class Source(Node):
    """Two and three; asks for gradients where its param says so."""

    SPEC = NodeSpec("Source", "Test", WORDS, "來源", (), (OUT,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        return {"out": torch.tensor([2.0, 3.0], requires_grad=params.get("grad", False))}


class Scale(Node):
    """A layer of one weight, which is 5."""

    SPEC = NodeSpec("Scale", "Test", WORDS, "縮放", PORTS, (OUT,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        def build() -> Any:
            module = torch.nn.Linear(1, 1, bias=False)
            torch.nn.init.constant_(module.weight, 5)
            return module

        return {"out": module_for(context, self.SPEC, params, build)(inputs["in0"][:, None])[:, 0]}


class Same(Node):
    """Passes on."""

    SPEC = NodeSpec("BackwardOnce", "Test", WORDS, "標記", PORTS, (OUT,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        return {"out": inputs["in0"]}


class Total(Same):
    """The sum, one number."""

    SPEC = NodeSpec("Total", "Test", WORDS, "合計", PORTS, (OUT,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        return {"out": inputs["in0"].sum() * 10}


class Spoil(Same):
    """Changes in place what its feeder still needs."""

    SPEC = NodeSpec("Spoil", "Test", WORDS, "破壞", PORTS, (OUT,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        squared = inputs["in0"] ** 2
        inputs["in0"].detach().add_(1)
        return {"out": squared}


class Model(Same):
    """Gives a model, with a gradient of some training on it."""

    SPEC = NodeSpec("Model", "Test", WORDS, "模型", PORTS, (OUT,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        model = torch.nn.Linear(1, 1, bias=False)
        model.weight.grad = torch.full((1, 1), 7.0)
        return {"out": model}


KINDS = Registry({cls.SPEC.name: cls for cls in (Source, Scale, Same, Total, Spoil, Model)})
RUN = "r"


def _node(node_id: str, kind: str, *after: str, **params: Any) -> PreparedNode:
    wires = tuple(Wire(f"in{at}", source, "out") for at, source in enumerate(after))
    return PreparedNode(node_id, kind, params, wires)


def _play(root: Path, *nodes: PreparedNode, **changes: Any) -> tuple[RunOutputStore, list[str]]:
    store, sinks = RunOutputStore(), RecordingSinks()
    context = run_context(root, sinks, **{"recorder": store, "run_id": RUN, "backward_mode": True, **changes})
    outcome = run_graph(PreparedGraph(nodes), context, KINDS)
    assert outcome.status is RunStatus.SUCCEEDED
    return store, [payload["code"] for kind, payload in sinks.warnings if kind == "no_gradients"]


def _grads(store: RunOutputStore) -> dict[str, Any]:
    found = {f"{n}.{port}": held.value.tolist() for (n, port), held in store.ports(RUN).items() if "grad" in port}
    return dict(sorted(found.items()))


CHAIN = (_node("x", "Source"), _node("s", "Scale", "x"), _node("b", "BackwardOnce", "s"), _node("t", "Total", "b"))


def test_the_name_of_a_weight_does_not_tell_a_secret(tmp_path: Path) -> None:
    store, _ = _play(tmp_path, *CHAIN, mask=Mask(["weight"]))
    assert _grads(store)["s.__weight_grad__***"] == [[5.0]]
    assert [row["port"] for row in store.noted(RUN, "s", "gradients")] == ["__weight_grad__***", "out__grad"]


def test_gradients_begin_at_the_mark_and_reach_ports_and_weights(tmp_path: Path) -> None:
    store, warned = _play(tmp_path, *CHAIN)
    assert warned == []
    assert _grads(store) == {"b.out__grad": [1.0, 1.0], "s.__weight_grad__weight": [[5.0]], "s.out__grad": [1.0, 1.0]}
    fine = {"status": "healthy", "norm": 5.0, "mean": 5.0, "max": 5.0}
    ones = {"status": "healthy", "norm": pytest.approx(2**0.5), "mean": 1.0, "max": 1.0}
    none = {"status": "none", "norm": None, "mean": None, "max": None}
    assert store.noted(RUN, "s", "gradients") == [
        {"port": "__weight_grad__weight", "kind": "weight", "has_grad": True, "health": fine},
        {"port": "out__grad", "kind": "port", "has_grad": True, "health": ones},
    ]
    assert store.noted(RUN, "x", "gradients") == [
        {"port": "out__grad", "kind": "port", "has_grad": False, "health": none}
    ]
    # behind the mark nothing flows back
    assert [row["has_grad"] for row in store.noted(RUN, "t", "gradients")] == [False]


def test_the_automatic_loss_is_what_nobody_reads(tmp_path: Path) -> None:
    unmarked = (
        _node("x", "Source", grad=True),
        _node("s", "Scale", "x"),
        _node("t", "Total", "s"),
        _node("u", "Scale", "s"),
    )
    store, warned = _play(tmp_path, *unmarked, auto_backward=True, backward_mode=False)
    assert warned == []
    # the single number counts alone: nothing comes from u
    assert _grads(store) == {
        "s.__weight_grad__weight": [[50.0]],
        "s.out__grad": [10.0, 10.0],
        "t.out__grad": 1.0,
        "x.out__grad": [50.0, 50.0],
    }
    store, _ = _play(tmp_path, unmarked[0], unmarked[1], auto_backward=True)
    assert _grads(store)["s.out__grad"] == [1.0, 1.0]


def test_a_mark_goes_before_the_automatic_loss(tmp_path: Path) -> None:
    store, _ = _play(tmp_path, *CHAIN, auto_backward=True)
    assert _grads(store)["s.out__grad"] == [1.0, 1.0]


def test_without_a_start_the_run_says_so_and_leaves_gradients_of_training_alone(tmp_path: Path) -> None:
    store, warned = _play(tmp_path, _node("x", "Source"), _node("b", "BackwardOnce", "x"), _node("m", "Model"))
    assert warned == ["gradients_no_start"]
    assert _grads(store) == {"m.__weight_grad__weight": [[7.0]]}
    store, warned = _play(tmp_path, *CHAIN, _node("m", "Model"))
    assert (warned, "m.__weight_grad__weight" in _grads(store)) == ([], False)


def test_a_pass_that_fails_is_a_warning(tmp_path: Path) -> None:
    nodes = (_node("x", "Source"), _node("s", "Scale", "x"), _node("p", "Spoil", "s"), _node("b", "BackwardOnce", "p"))
    store, warned = _play(tmp_path, *nodes)
    assert warned == ["gradients_failed"]
    assert [row["has_grad"] for row in store.noted(RUN, "s", "gradients")] == [False, False]


def test_kept_weights_start_each_run_without_gradients(tmp_path: Path) -> None:
    weights = NodeStateStore()
    for _ in range(2):
        store, _ = _play(tmp_path, *CHAIN, weights=weights, graph_id="g")
        assert _grads(store)["s.__weight_grad__weight"] == [[5.0]]


def test_a_module_belongs_to_the_first_node_that_shows_it(tmp_path: Path) -> None:
    store, _ = _play(tmp_path, _node("m", "Model"), _node("b", "BackwardOnce", "m"))
    assert [row["port"] for row in store.noted(RUN, "m", "gradients")] == ["__weight_grad__weight"]
    assert store.noted(RUN, "b", "gradients") == []


def test_a_run_without_the_mode_captures_nothing(tmp_path: Path) -> None:
    store, warned = _play(tmp_path, *CHAIN, backward_mode=False)
    assert (warned, _grads(store), store.noted(RUN, "s", "gradients")) == ([], {}, [])


def test_gradients_without_a_recorder_only_warn(tmp_path: Path) -> None:
    assert _play(tmp_path, *CHAIN, recorder=None)[1] == []
    assert _play(tmp_path, _node("x", "Source"), recorder=None)[1] == ["gradients_no_start"]


@pytest.mark.parametrize(
    ("gradient", "status", "norm"),
    [
        (None, "none", None),
        (torch.empty(0), "zero", 0.0),
        (torch.zeros(3), "zero", 0.0),
        (torch.tensor([1e-8]), "vanishing", pytest.approx(1e-8)),
        (torch.tensor([3.0, -4.0]), "healthy", 5.0),
        (torch.tensor([2000.0]), "exploding", 2000.0),
        (torch.tensor([1.0, float("nan")]), "not_finite", None),
        (torch.tensor([float("inf")]), "not_finite", None),
        (torch.tensor([3 + 4j]), "healthy", 5.0),
        (torch.tensor([3.0, -4.0], dtype=torch.bfloat16), "healthy", 5.0),
    ],
    ids=str,
)
def test_health(gradient: Any, status: str, norm: Any) -> None:
    found = health(gradient)
    assert (found["status"], found["norm"]) == (status, norm)


def test_the_mean_keeps_its_sign_and_the_greatest_is_a_size() -> None:
    assert health(torch.tensor([3.0, -5.0])) == {
        "status": "healthy",
        "norm": pytest.approx(34**0.5),
        "mean": -1.0,
        "max": 5.0,
    }
