"""Large graphs: a thousand nodes from far and near, any file, a node of 200 ports and 2,000 params."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


WIDE = '''
"""Wide: a node that has too much of everything."""

from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.engine.node import Node


class Wide(Node):
    """Does nothing."""

    SPEC = NodeSpec(
        name="Wide", category="Own nodes", description=Text("Wide.", "寬。"), title_zh_tw="寬",
        inputs=tuple(PortSpec(f"p{n}", DataType.ANY, Text("A port.", "連接埠。"), optional=True) for n in range(200)),
        params=tuple(ParamSpec(f"q{n}", ParamType.INT, 0, Text("A param.", "參數。")) for n in range(2000)),
    )

    def execute(self, inputs, params, context):
        return {}
'''


@pytest.fixture
def own_nodes() -> dict[str, str]:
    """The node above."""
    return {"wide": WIDE}


@pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("zh-TW", "light")])
def test_graphs_of_any_size_stay_usable(flow: Callable[..., dict[str, Any]], lang: str, scheme: str) -> None:
    seen = flow("big_graph", lang_wanted=lang, scheme=scheme)
    assert seen.pop("opened") >= 40
    assert seen == {
        "far": {"cards": 0, "mini": 0},
        "numbers": ["1,000", "1,500"],
        "findings": [],
        "between": [33, 0, 1],
        "selected": 1,
        "lock": [False, True],
        "list": ["5001", True],
        "ports": 200,
        "kept": True,
        "after": "42",
    }
