"""Bad input of every kind that has no other flow: each has its designed answer, and nothing is lost or stuck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.support.own_nodes import put

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.server_process import Running

VAST = '''
"""Vast: a picture of a hundred megapixels."""

from app.core.vocab.nodespec import DataType, NodeSpec, PortSpec, Text
from app.engine.node import Node


class Vast(Node):
    """Gives it."""

    SPEC = NodeSpec(
        name="Vast", category="Own nodes", description=Text("Vast.", "巨大。"), title_zh_tw="巨大",
        outputs=(PortSpec("picture", DataType.STRING, Text("A picture.", "圖片。"), media="image"),),
    )

    def execute(self, inputs, params, context):
        import base64, io

        from PIL import Image

        plot = io.BytesIO()
        Image.new("L", (10_000, 10_000), 90).save(plot, "PNG", compress_level=1)
        return {"picture": base64.b64encode(plot.getvalue()).decode()}
'''


def test_each_kind_of_bad_input_has_its_answer(flow: Callable[..., dict[str, Any]], server: Running) -> None:
    put(server.home, vast=VAST)
    status, answer = server.ask("POST", "/api/nodes/reload")
    assert status == 200, answer
    seen = flow("bad_input")
    foreign = "What was copied last is not made of nodes. Copy some on a canvas, then paste again."
    assert seen == {
        "said": [
            "comfy.json is a workflow of ComfyUI, which this program cannot read. Choose a graph file of CodefyUI.",
            "page.json is no JSON file. Choose a graph file.",
            "Some characters were broken and no file can hold them. A replacement mark stands in their place.",
            *[foreign] * 3,
        ],
        "cards": 0,
        "loop": ["graph_cycle"],
        "ran": 0,
        "half": "x\N{REPLACEMENT CHARACTER}",
        "pasted": 3,
        "negative": False,
        "vast": [800, 800],
    }
