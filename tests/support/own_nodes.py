"""Node types of people's own, as they put them into `data/custom_nodes`: for what the built-in ones do not do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

GIVER = '''
"""Giver: one value of each kind, the same every time."""

from app.core.vocab.nodespec import DataType, NodeSpec, PortSpec, Text
from app.engine.node import Node

WORDS = Text("A value.", "一個值。")


class Giver(Node):
    """Tells a step where the run asks for steps."""

    SPEC = NodeSpec(
        name="Giver", category="Own nodes", description=Text("Gives.", "輸出各種值。"), title_zh_tw="給予",
        outputs=(
            PortSpec("images", DataType.TENSOR, WORDS), PortSpec("big", DataType.TENSOR, WORDS),
            PortSpec("odd", DataType.TENSOR, WORDS), PortSpec("text", DataType.STRING, WORDS),
            PortSpec("items", DataType.LIST, WORDS), PortSpec("one", DataType.SCALAR, WORDS),
            PortSpec("net", DataType.MODEL, WORDS), PortSpec("plot", DataType.STRING, WORDS, media="image"),
            PortSpec("bad", DataType.STRING, WORDS, media="image"),
            PortSpec("chart", DataType.ANY, WORDS, media="chart"),
            PortSpec("clip", DataType.ANY, WORDS, media="video"), PortSpec("table", DataType.LIST, WORDS),
        ),
    )

    def execute(self, inputs, params, context):
        import base64, io

        import torch
        from PIL import Image

        plot = io.BytesIO()
        Image.new("RGB", (1600, 900), (200, 30, 30)).save(plot, "PNG")

        images = (torch.arange(2 * 3 * 16 * 16) / 1536).reshape(2, 3, 16, 16)
        images.requires_grad_(context.run.backward_mode)
        net = torch.nn.Linear(4, 2)
        net.bias.requires_grad_(False)
        first = {"name": "scores", "scalars": {"scale": 0.5}, "tensors": {"scores": torch.arange(4.0)}}
        return {
            "images": images * 1, "big": torch.arange(6_000_000).reshape(2000, 3000),
            "odd": torch.tensor([[1.0, float("nan")], [float("inf"), 0.0]]), "text": "é" * 30_000,
            "items": [1.5, "two", None, True], "one": 0.25, "net": net,
            "bad": "no picture", "clip": {"path": "gone/clip.mp4", "format": "mp4", "width": 64, "height": 48},
            "chart": {"kind": "bar", "title": "Scores", "labels": ["cat", "dog"],
                      "series": {"a": [1, 2], "b": [3, 1.5]}},
            "table": [{"name": f"row {row}", "score": row / 2} for row in range(9000)],
            "plot": base64.b64encode(plot.getvalue()).decode(),
            **({"__steps__": [first, {"name": "done"}]} if context.run.verbose else {}),
        }
'''

TALKER = '''
"""Talker: prints, waits to be told to go on, prints some more, and fails."""

import os, pathlib

from app.core.vocab.nodespec import DataType, NodeSpec, PortSpec, Text
from app.engine.node import Node


class Talker(Node):
    """Waits for files beside this one."""

    SPEC = NodeSpec(
        name="Talker", category="Own nodes", description=Text("Talks.", "說話。"), title_zh_tw="說話",
        outputs=(PortSpec("out", DataType.ANY, Text("Nothing.", "沒有。")),),
    )

    def execute(self, inputs, params, context):
        for n in range(200):
            print("first", n, "loss", n / 7)
        for word, count in (("more", 30), ("end", 3)):
            while not (pathlib.Path(os.environ["CODEFYUI_USER_DATA_DIR"]) / word).exists():
                if context.run.cancel.wait(0.01):
                    return {"out": None}
            for n in range(count):
                print(word, n, "loss")
        raise ValueError("on purpose")
'''

BREAKER = '''
"""Breaker: fails, with a sentence."""

from app.core.vocab.nodespec import DataType, NodeSpec, PortSpec, Text
from app.engine.node import Node


class Breaker(Node):
    """Never gives anything."""

    SPEC = NodeSpec(
        name="Breaker", category="Own nodes", description=Text("Breaks.", "失敗。"), title_zh_tw="失敗",
        outputs=(PortSpec("out", DataType.ANY, Text("Nothing.", "沒有。")),),
    )

    def execute(self, inputs, params, context):
        raise ValueError("expected 4 features, got 3")
'''


def put(home: Path, **sources: str) -> None:
    """Write node types into a user-data folder, each into a file of its name."""
    own = home / "data" / "custom_nodes"
    own.mkdir(parents=True, exist_ok=True)
    for name, source in sources.items():
        (own / f"{name}.py").write_text(source, "utf-8")
