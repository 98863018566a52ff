"""The window knows its runs: after a reload, in a second window, and which graph they are of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

BUSY = {"run": False, "stop": True}
FREE = {"run": True, "stop": False}


def test_a_run_is_followed_by_every_window_that_shows_its_graph(flow: Callable[..., dict[str, Any]]) -> None:
    seen = flow("run_follow")
    assert seen == {
        "named": True,
        "reloaded": BUSY,
        "second": BUSY,
        "runs": 1,
        "stopped": FREE,
        "began": 2,
        "meanwhile": FREE,
        "files": 2,
        "never": 0,
    }
