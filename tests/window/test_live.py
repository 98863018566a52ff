"""Two windows that are told of each other's runs, and ask for nothing at a pace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.server_process import Running

TALKER = '''
"""Talker: prints, waits for a file where it is told to, and prints again."""

import os, pathlib

from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.engine.node import Node

WORDS = Text("Prints.", "輸出。")


class Talker(Node):
    """Waits for `more` in its folder."""

    SPEC = NodeSpec(
        name="Talker", category="Own nodes", description=WORDS, title_zh_tw="說話",
        outputs=(PortSpec("out", DataType.ANY, Text("One.", "一。")),),
        params=(ParamSpec("wait", ParamType.BOOL, False, WORDS),),
    )

    def execute(self, inputs, params, context):
        print("begun")
        while params["wait"] and not (pathlib.Path(os.environ["CODEFYUI_USER_DATA_DIR"]) / "more").exists():
            if context.run.cancel.wait(0.01):
                break
        print("ended")
        return {"out": 1}
'''


@pytest.fixture
def own_nodes() -> dict[str, str]:
    """The node above."""
    return {"talker": TALKER}


def test_a_run_shows_in_every_window_without_being_asked_for_at_a_pace(
    flow: Callable[..., dict[str, Any]], server: Running
) -> None:
    seen = flow("live", home=str(server.home))
    assert seen.pop("shownMs") > 0
    assert 1 <= seen.pop("lists") <= 4  # once for each time that it was told, as the run came and began
    assert seen == {
        "sockets": [2, 2],
        "log": ["begun", "ended"],
        "bells": ["2", "2"],
        "away": "3",
    }
