"""What a process keeps between runs, and the questions about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch

from app.core.events.masking import Mask
from app.core.vocab.errors import Bug, NotFound, Refused
from app.engine import figures
from app.engine.stores import QUESTIONS, Loan, Pace, StoreLimits, Stores
from tests.support.nodes import run_context

if TYPE_CHECKING:
    from pathlib import Path


def test_a_run_gets_what_its_loan_says_and_nothing_else(tmp_path: Path) -> None:
    stores, context = Stores(), run_context(tmp_path)
    assert stores.lend(context, Loan()) is context
    lent = stores.lend(context, Loan(canvas="a", records_outputs=True, keeps_weights=True))
    assert (lent.cache, lent.recorder, lent.weights) == (stores.cache("a"), stores.outputs, stores.weights)
    lent = stores.lend(context, Loan(records_outputs=True))
    assert (lent.cache, lent.recorder, lent.weights) == (None, stores.outputs, None)


def test_each_canvas_has_a_cache_of_its_own_until_it_is_closed() -> None:
    stores = Stores(StoreLimits(cache_bytes=1000))
    first = stores.cache("a")
    assert stores.cache("a") is first
    assert stores.cache("b") is not first
    first.store("k", "n", {"out": 1})
    assert stores.answer("clear_canvas", {"canvas": "a"}) is True
    assert len(first) == 0
    assert stores.cache("a") is first
    assert stores.answer("close_canvas", {"canvas": "a"}) is True
    assert stores.answer("close_canvas", {"canvas": "a"}) is False
    assert stores.answer("clear_canvas", {"canvas": "a"}) is False
    assert stores.cache("a") is not first


def test_figures_count_every_store_against_its_limit() -> None:
    stores = Stores(StoreLimits(10_000, 20_000, 30_000))
    stores.cache("a").store("k", "n", {"out": torch.zeros(100)})
    stores.cache("b")
    stores.outputs.begin("r")
    stores.outputs.record("r", "n", {"out": torch.zeros(200)})
    stores.weights.module("g", "n", "s", lambda: torch.nn.Linear(10, 10, bias=False))
    figures = stores.answer("figures", {})
    assert figures["execution_cache"] == {
        "instances": 2, "entries": 1, "bytes": stores.cache("a").bytes, "max_bytes_each": 10_000,
    }  # fmt: skip
    assert figures["run_output_store"] == {
        "runs": 1, "max_runs": 20, "bytes": stores.outputs.bytes, "max_bytes": 20_000,
    }  # fmt: skip
    assert figures["node_state_store"] == {
        "modules": 1, "max_modules": 200, "bytes": stores.weights.bytes, "max_bytes": 30_000,
    }  # fmt: skip
    assert figures["execution_cache"]["bytes"] >= 400
    assert figures["run_output_store"]["bytes"] >= 800
    assert figures["node_state_store"]["bytes"] >= 400


def test_outputs_are_answered_and_forgotten() -> None:
    stores = Stores()
    stores.outputs.begin("r")
    stores.outputs.record("r", "n", {"out": torch.arange(4.0)})
    stores.outputs.note("r", "n", "steps", [{"index": 0}])
    assert stores.answer("outputs", {"run_id": "r"}) == [
        {"node_id": "n", "port": "out", "type": "tensor", "full_shape": [4]}
    ]
    place = {"run_id": "r", "node_id": "n", "port": "out"}
    assert stores.answer("output", {**place, "slice_text": "1:3", "max_elements": 9})["values"] == [1.0, 2.0]
    assert stores.answer("output_stats", place)["count"] == 4
    assert stores.answer("output_notes", {"run_id": "r", "node_id": "n", "kind": "steps"}) == [{"index": 0}]
    assert stores.answer("forget_runs", {"run_ids": ["r", "gone"]}) == ["r"]
    with pytest.raises(NotFound):
        stores.answer("outputs", {"run_id": "r"})


def _recorded(limits: StoreLimits | None = None, **values: Any) -> Stores:
    stores = Stores(limits)
    stores.outputs.begin("r")
    stores.outputs.record("r", "n", values)
    return stores


def _place(port: str) -> dict[str, Any]:
    return {"run_id": "r", "node_id": "n", "port": port}


def test_questions_have_their_pace() -> None:
    stores = _recorded(small=torch.zeros(4_000_000, dtype=torch.int8), large=torch.zeros(4_000_001, dtype=torch.int8))
    assert stores.pace("output", _place("large")) is Pace.READ
    assert stores.pace("output_picture", _place("large")) is Pace.READ
    assert stores.pace("output_file", _place("large")) is Pace.READ
    assert stores.pace("output_stats", _place("small")) is Pace.READ
    assert stores.pace("output_stats", _place("large")) is Pace.LONG
    assert stores.pace("output_stats", _place("no")) is Pace.QUICK
    stores.answer("output_stats", _place("large"))
    assert stores.pace("output_stats", _place("large")) is Pace.QUICK
    for question in QUESTIONS.keys() - {"output", "output_picture", "output_file", "output_stats"}:
        assert stores.pace(question, {}) is Pace.QUICK


def test_figures_are_computed_once_while_the_value_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[float] = []
    real = figures.stats

    def stats(value: Any, *more: Any) -> Any:
        computed.append(value[0].item())
        return real(value, *more)

    monkeypatch.setattr(figures, "stats", stats)
    tensor = torch.ones(3)
    stores = _recorded(a=tensor, b=torch.zeros(2))
    for _ in range(3):
        assert stores.answer("output_stats", _place("a"))["mean"] == 1.0
        assert stores.answer("output_stats", _place("b"))["mean"] == 0.0
    assert computed == [1.0, 0.0]
    assert "changed" not in stores.answer("output_stats", _place("a"))
    tensor.add_(1)
    for _ in range(2):
        answer = stores.answer("output_stats", _place("a"))
        assert (answer["mean"], answer["changed"]) == (2.0, True)
    stores.outputs.record("r", "n", {"a": torch.full((2,), 7.0)})
    assert stores.answer("output_stats", _place("a"))["mean"] == 7.0
    assert computed == [1.0, 0.0, 2.0, 7.0]


class _Client:
    def __repr__(self) -> str:
        return "Client(key=key-0123)"


def test_no_answer_about_a_value_holds_a_secret_of_its_run() -> None:
    odd = type("Of-key-0123", (), {})()
    fields = np.zeros(2, dtype=[("key-0123", "f4")])
    values = {"raw": b"key-0123", "own": _Client(), "set": {b"key-0123"}, "odd": odd, "fields": fields}
    stores = Stores()
    stores.outputs.begin("r", Mask(["key-0123"]))
    stores.outputs.record(
        "r", "n", {**values, "numbers": torch.arange(2.0), "subclass": type("T", (str,), {})("key-0123!")}
    )
    asked = {"slice_text": "", "max_elements": 9}

    def answered(port: str) -> Any:
        return stores.answer("output", {**_place(port), **asked})

    assert answered("raw") == {"type": "bytes", "repr": "b'***'"}
    assert answered("own") == {"type": "_Client", "repr": "Client(key=***)"}
    assert answered("set") == {"type": "set", "repr": "{b'***'}"}
    assert answered("odd")["type"] == "Of-***"
    assert "key-0123" not in answered("odd")["repr"]
    assert answered("subclass") == {"type": "string", "value": "***!", "length": 4, "truncated": False}
    assert (answered("numbers")["type"], answered("numbers")["values"]) == ("tensor", [0.0, 1.0])
    types = [row["type"] for row in stores.answer("outputs", {"run_id": "r"})]
    assert types == ["bytes", "_Client", "set", "Of-***", "tensor", "tensor", "string"]
    for question, port, more in [("output", "odd", {**asked, "slice_text": "0"}), ("output_stats", "odd", {})]:
        with pytest.raises(Refused) as refused:
            stores.answer(question, {**_place(port), **more})
        assert refused.value.reason.params == {"type": "Of-***"}
    with pytest.raises(Refused) as refused:
        stores.answer("output_stats", _place("fields"))
    assert "key-0123" not in str(refused.value)
    assert "***" in str(refused.value)


def test_a_secret_of_one_run_does_not_mask_another() -> None:
    stores = Stores()
    stores.outputs.begin("r", Mask(["key-0123", "tensor"]))
    stores.outputs.begin("other")
    for run_id in ("r", "other"):
        stores.outputs.record(run_id, "n", {"raw": b"key-0123", "numbers": torch.arange(2.0)})
    asked = {"node_id": "n", "port": "raw", "slice_text": "", "max_elements": 9}
    found = [stores.answer("output", {**asked, "run_id": run_id})["repr"] for run_id in ("r", "other")]
    assert found == ["b'***'", "b'key-0123'"]
    assert [row["type"] for row in stores.answer("outputs", {"run_id": "r"})] == ["bytes", "tensor"]


def test_a_value_that_was_changed_in_place_says_so() -> None:
    tensor = torch.ones(3)
    stores = _recorded(a=tensor)
    params = {**_place("a"), "slice_text": "", "max_elements": 9}
    assert "changed" not in stores.answer("output", params)
    tensor[1] = 5
    answer = stores.answer("output", params)
    assert (answer["values"], answer["changed"]) == ([1.0, 5.0, 1.0], True)


@pytest.mark.req("EA-354")
def test_figures_leave_with_their_run() -> None:
    stores = _recorded(a=torch.ones(3))
    stores.answer("output_stats", _place("a"))
    assert (len(stores.stats), stores.stats.bytes > 0) == (1, True)
    stores.answer("forget_runs", {"run_ids": ["r"]})
    assert (len(stores.stats), stores.stats.bytes) == (0, 0)
    with pytest.raises(NotFound):
        stores.answer("output_stats", _place("a"))


def test_the_limits_of_figures_are_those_given() -> None:
    stores = _recorded(StoreLimits(stats_sample_above=10, stats_sample_size=5), a=torch.arange(11.0))
    found = stores.answer("output_stats", _place("a"))
    assert (found["sampled"], sum(found["histogram"]["counts"])) == (True, 5)
    assert len(_recorded(StoreLimits(stats_cache_bytes=0), a=torch.ones(1)).stats) == 0


def test_weights_are_listed_counted_and_reset() -> None:
    stores = Stores()
    for node_id in ("b", "a"):
        stores.weights.module("g", node_id, "s", lambda: torch.nn.Linear(2, 2))
    assert stores.answer("weights", {"graph_id": "g"}) == ["a", "b"]
    assert stores.answer("weights", {"graph_id": None}) == 2
    assert stores.answer("reset_weights", {"graph_id": "g", "node_ids": ["a"]}) == 1
    assert stores.answer("reset_weights", {"graph_id": "g", "node_ids": None}) == 1
    assert stores.answer("weights", {"graph_id": None}) == 0


def test_a_question_that_is_none_is_our_own_fault() -> None:
    with pytest.raises(Bug):
        Stores().answer("_lend", {})
    assert all(not question.startswith("_") for question in QUESTIONS)
