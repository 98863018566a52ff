"""Steps that verbose nodes tell: read with patience, indexed, and recorded as ports of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.events.masking import Mask
from app.core.graph.prepared import PreparedGraph
from app.core.vocab.errors import NotFound
from app.engine import steps
from app.engine.recorder import RunOutputStore
from app.engine.runner import run_graph
from tests.support.mock_nodes import MOCKS, node
from tests.support.nodes import run_context

if TYPE_CHECKING:
    from pathlib import Path

    from app.engine.context import NodeContext

SCORES = torch.tensor([1.0, 2.0])


def _tell(inputs: dict[str, Any], context: NodeContext) -> Any:
    told = [
        {"name": "scores", "description": "q by k", "scalars": {"scale": 0.5}, "tensors": {"raw": SCORES, "k": SCORES}},
        {"name": "softmax"},
    ]
    return {"out": 1, "__steps__": told} if context.run.verbose else {"out": 1}


def _record(root: Path, do: Any = _tell, **changes: Any) -> RunOutputStore:
    store = RunOutputStore()
    context = run_context(root, recorder=store, run_id="r", **changes)
    assert run_graph(PreparedGraph((node("n", do),)), context, MOCKS).error is None
    return store


def test_steps_are_indexed_and_their_tensors_are_ports(tmp_path: Path) -> None:
    store = _record(tmp_path, verbose=True)
    assert store.noted("r", "n", "steps") == [
        {
            "index": 0,
            "name": "scores",
            "description": "q by k",
            "scalars": {"scale": 0.5},
            "tensor_keys": ["raw", "k"],
        },
        {"index": 1, "name": "softmax", "description": "", "scalars": {}, "tensor_keys": []},
    ]
    assert list(store.ports("r")) == [("n", "out"), ("n", "__step__0__raw"), ("n", "__step__0__k")]
    assert store.port("r", "n", "__step__0__raw").value.tolist() == [1.0, 2.0]


def test_a_run_that_is_not_verbose_keeps_no_steps(tmp_path: Path) -> None:
    store = _record(tmp_path, lambda inputs, context: {"out": 1, "__steps__": [{"name": "told all the same"}]})
    assert store.noted("r", "n", "steps") == []
    assert list(store.ports("r")) == [("n", "out")]


def test_steps_do_not_tell_secrets(tmp_path: Path) -> None:
    def tells(inputs: dict[str, Any], context: NodeContext) -> Any:
        step = {"name": "key-0123", "description": "with key-0123", "tensors": {"key-0123": SCORES}}
        return {"out": "key-0123", "__steps__": [step]}

    store = _record(tmp_path, tells, verbose=True, mask=Mask(["key-0123"]))
    told = {"index": 0, "name": "***", "description": "with ***", "scalars": {}, "tensor_keys": ["***"]}
    assert store.noted("r", "n", "steps") == [told]
    assert store.port("r", "n", "out").value == "***"
    assert store.port("r", "n", "__step__0__***").value.tolist() == [1.0, 2.0]


def test_texts_made_of_what_a_step_gave_do_not_tell_secrets_either(tmp_path: Path) -> None:
    raw = b"key-0123"

    def tells(inputs: dict[str, Any], context: NodeContext) -> Any:
        step = {"name": raw, "description": [raw], "scalars": {"s": raw, raw: 1}, "tensors": {raw: SCORES, "t": raw}}
        return {"out": 1, "__steps__": [step]}

    store = _record(tmp_path, tells, verbose=True, mask=Mask(["key-0123"]))
    shown = "b'***'"
    told = {"index": 0, "name": shown, "description": f"[{shown}]", "scalars": {"s": shown, shown: 1}}
    assert store.noted("r", "n", "steps") == [{**told, "tensor_keys": [shown, "t"]}]
    assert store.port("r", "n", f"__step__0__{shown}").value.tolist() == [1.0, 2.0]


def test_what_is_no_step_is_passed_over(tmp_path: Path) -> None:
    odd = [5, {"scalars": {"x": float("nan"), 1: 2}, "tensors": "none", "description": None}, "x"]
    assert steps.index(steps.read(odd)) == [
        {"index": 0, "name": "", "description": "", "scalars": {"x": None, "1": 2}, "tensor_keys": []}
    ]
    assert [steps.read(told) for told in (None, "text", {"name": "x"}, 7)] == [[], [], [], []]
    assert len(steps.read([{}] * 1001)) == 1000
    store = _record(tmp_path, lambda inputs, context: {"out": 1, "__steps__": 5}, verbose=True)
    assert store.noted("r", "n", "steps") == []


def test_a_node_that_recorded_nothing_has_no_index(tmp_path: Path) -> None:
    store = _record(tmp_path, verbose=True)
    with pytest.raises(NotFound) as caught:
        store.noted("r", "other", "steps")
    assert caught.value.reason.params == {"run_id": "r", "node_id": "other", "port": "__steps"}
