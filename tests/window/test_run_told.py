"""What a failed run tells: what went wrong first, in the order in which it was, beside an odd curve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


RAGGED = '''
"""Ragged: prints, reports numbers of every size, and fails once it has got something."""

from app.core.vocab.nodespec import DataType, NodeSpec, PortSpec, Text
from app.engine.node import Node
from app.engine.sinks import MetricPoint


class Ragged(Node):
    """Fails behind another one of its kind."""

    SPEC = NodeSpec(
        name="Ragged", category="Own nodes", description=Text("Prints.", "輸出。"), title_zh_tw="參差",
        inputs=(PortSpec("inp", DataType.ANY, Text("What came.", "輸入。"), optional=True),),
        outputs=(PortSpec("out", DataType.ANY, Text("One.", "一。")),),
    )

    def execute(self, inputs, params, context):
        print("printed by", context.node_id)
        if inputs.get("inp") is not None:
            raise KeyError("bad key")
        values = [0.1 * step for step in range(60)]
        values[10], values[20], values[30], values[40] = float("nan"), float("inf"), 1e308, -1e308
        points = [MetricPoint("odd", value, step, context.node_id) for step, value in enumerate(values)]
        context.run.sinks.record_metrics(points)
        return {"out": 1}
'''


@pytest.fixture
def own_nodes() -> dict[str, str]:
    """The node above."""
    return {"ragged": RAGGED}


def test_what_went_wrong_comes_first_and_the_log_is_in_order(flow: Callable[..., dict[str, Any]]) -> None:
    seen = flow("run_told")
    assert seen == {
        "card": "KeyError: 'bad key'",
        "title": True,
        "reason": "Ragged: KeyError: 'bad key'",
        "order": ["printed by one", "one done", "printed by two", "two failed", "run failed"],
        "timed": True,
        "drawn": True,
        "tip": "1.00e+308",
        "opened": True,
    }
