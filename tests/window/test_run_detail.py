"""The view of one run: its log as it grows, its metrics, files, outputs and facts, and what can be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.support.server_process import server as serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.support.server_process import Running

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


@pytest.fixture
def server(tmp_path: Path, ui: Path) -> Iterator[Running]:
    """A server that has the node."""
    del ui
    own = tmp_path / "data" / "data" / "custom_nodes"
    own.mkdir(parents=True)
    (own / "talker.py").write_text(TALKER, "utf-8")
    with serving(tmp_path / "data") as started:
        yield started


def test_a_log_is_followed_searched_and_left_alone_when_one_scrolls_up(
    flow: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    seen = flow("run_log", home=str(tmp_path / "data"))
    assert seen.pop("console") > 233  # what it printed, and the traceback below it
    assert seen == {
        "followed": True,
        "paused": [False, 30],
        "resumed": [True, "more 29 loss"],
        "found": ["1", "2", "1"],
        "errors": 2,
        "reason": True,
        "download": ["text/plain", True],
        "titled": "Talker",
        "findings": [],
    }


@pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("zh-TW", "light")])
def test_every_part_of_a_run_is_shown(flow: Callable[..., dict[str, Any]], lang: str, scheme: str) -> None:
    seen = flow("run_parts", lang_wanted=lang, scheme=scheme)
    assert seen.pop("findings") == []
    assert seen.pop("chart") >= 2
    assert seen.pop("outputs") >= 5
    assert seen == {
        "tabs": ["log", "metrics", "artifacts", "outputs", "facts"],
        "csv": "text/csv",
        "file": True,
        "seed": True,
        "kept": "true",
        "opened": "#/g",
        "again": True,
        "deleted": "#/runs",
    }
