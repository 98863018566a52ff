"""Map: real presets over real lists, prepared and run as a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.graph.prepare import prepare_value
from app.core.vocab.errors import NodeError
from app.engine.registry import discover
from app.engine.runner import run_graph
from app.nodes.flow.map import Map
from tests.support.graphs import graph, node, preset
from tests.support.nodes import RecordingSinks, call, run_context

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.vocab.run import Outcome
    from app.engine.context import RunContext

TWICE = preset("twice", [node("x2", "ScalarMultiply", scalar=2.0), node("soft", "Softmax", dim=0)],
               "x2.tensor > soft.tensor", inputs={"x": "x2.tensor"}, outputs={"y": "soft.tensor"})  # fmt: skip
LAYER = preset("layer", [node("drop", "Dropout", p=0.5), node("fc", "Linear", in_features=4, out_features=3)],
               "drop.tensor > fc.tensor", inputs={"x": "drop.tensor"}, outputs={"y": "fc.tensor"})  # fmt: skip


class Recorder:
    """Keeps what every node gave."""

    def __init__(self) -> None:
        self.given: dict[str, Any] = {}

    def begin(self, run_id: str, mask: Any = None) -> None:
        del run_id, mask

    def record(self, run_id: str, node_id: str, values: Any) -> None:
        self.given[node_id] = dict(values)


def run(root: Path, made: dict[str, Any], **changes: Any) -> tuple[Outcome, dict[str, Any]]:
    """Map the preset over the rows of a tensor 3 x 4; answers (outcome, what each node gave)."""
    document = graph(
        [
            node("go", "Start"),
            node("src", "TensorInput", shape="3,4", value_mode="arange", dtype="float32"),
            node("say", "Print"),
            node("each", "Map", subgraph=made["preset_name"]),
            node("all", "Reduce", operation="stack"),
        ],
        "go > src", "src.tensor > say.value", "say.value > each.items", "each.results > all.items",
    )  # fmt: skip
    prepared = prepare_value(document, discover().catalog, {made["preset_name"]: made})
    assert (prepared.problems, prepared.warnings) == ((), ())
    assert prepared.graph is not None
    recorder: Any = Recorder()
    context: RunContext = run_context(root, RecordingSinks(), recorder=recorder, **changes)
    return run_graph(prepared.graph, context), recorder.given


def test_a_tensor_is_mapped_row_by_row(tmp_path: Path) -> None:
    outcome, given = run(tmp_path, TWICE)
    assert outcome.error is None
    rows = torch.arange(12, dtype=torch.float32).reshape(3, 4)
    torch.testing.assert_close(given["all"]["result"], (rows * 2).softmax(1))
    assert given["each"]["count"] == 3.0
    assert set(given) == {"src", "say", "each", "all"}


def test_a_layer_is_one_layer_for_all_items_and_what_is_random_differs(tmp_path: Path) -> None:
    outcome, given = run(tmp_path, LAYER, seed=5)
    assert outcome.error is None
    again = run(tmp_path, LAYER, seed=5)[1]["all"]["result"]
    assert torch.equal(given["all"]["result"], again)
    assert not torch.equal(run(tmp_path, LAYER, seed=6)[1]["all"]["result"], again)
    fc = preset("fc", [node("fc", "Linear", in_features=4, out_features=3)],
                inputs={"x": "fc.tensor"}, outputs={"y": "fc.tensor"})  # fmt: skip
    found = run(tmp_path, fc)[1]["all"]["result"].detach()
    # the rows of the source lie on a line, and one layer keeps them on one
    torch.testing.assert_close(found[1] - found[0], found[2] - found[1])
    drop = preset("drop", [node("d", "Dropout", p=0.5)], inputs={"x": "d.tensor"}, outputs={"y": "d.tensor"})
    masks = run(tmp_path, drop, seed=3)[1]["all"]["result"][1:] != 0
    assert not torch.equal(masks[0], masks[1])


def test_gradients_flow_through_the_items(tmp_path: Path) -> None:
    fc = preset("fc", [node("fc", "Linear", in_features=4, out_features=1)],
                inputs={"x": "fc.tensor"}, outputs={"y": "fc.tensor"})  # fmt: skip
    total = run(tmp_path, fc)[1]["all"]["result"].sum()
    weights = [p for p in _leaves(total.grad_fn) if p.dim() == 2]
    total.backward()
    assert len({id(w) for w in weights}) == 1
    torch.testing.assert_close(weights[0].grad, torch.tensor([[12.0, 15.0, 18.0, 21.0]]))


def _leaves(step: Any) -> list[Any]:
    if step is None:
        return []
    if hasattr(step, "variable"):
        return [step.variable]
    return [leaf for before, _ in step.next_functions for leaf in _leaves(before)]


def test_a_failing_item_reads_well_in_both_languages(tmp_path: Path) -> None:
    bad = preset("bad", [node("m", "Mean", dim="7")], inputs={"x": "m.tensor"}, outputs={"y": "m.tensor"})
    error = run(tmp_path, bad)[0].error
    assert error is not None
    assert (error.code, error.params["place"], error.params["inner"]) == ("map_item_failed", 0, "each__m")
    assert error.text().startswith("Item 0 (counted from 0) could not be computed, at node each__m: ")
    assert error.text("zh-TW").startswith("第 0 項（從 0 起算）在節點 each__m 無法計算：")


@pytest.mark.parametrize("items", [None, 3, "abc", {"a": 1}], ids=str)
def test_what_is_no_list_is_named(tmp_path: Path, items: Any) -> None:
    with pytest.raises(NodeError) as caught:
        call(Map, tmp_path, {"items": items}, {"subgraph": "twice"})
    assert (caught.value.reason.code, caught.value.reason.params["port"]) == ("not_a_list", "items")


def test_outside_a_prepared_graph_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        call(Map, tmp_path, {"items": [1]}, {"subgraph": "twice"})
    assert (caught.value.reason.code, dict(caught.value.reason.params)) == ("map_unprepared", {"node": "n1"})
