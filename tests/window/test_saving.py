"""Nothing is ever lost: browser and server are killed, windows meet, browsers keep nothing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from tests.support.browser_flow import run_flow
from tests.support.server_process import REPO
from tests.support.server_process import server as serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.server_process import Running


def test_a_browser_that_is_killed_while_somebody_types_loses_less_than_a_second(
    flow: Callable[..., dict[str, Any]],
) -> None:
    seen = flow("crash")
    assert seen.pop("lostMs") < 1000
    assert seen["heavy"].pop("lostMs") < 1000
    assert seen.pop("heavy") == {"big": True, "workers": 1}
    assert seen == {
        "said": "Restored 3 changes that had not reached the server",
        "first": ["Iris once more", 33, True],
        "again": True,
        "away0": True,
        "away1": True,
        "both": [42, 41],
        "conflicts": 0,
        "saidBoth": "Restored 2 changes that had not reached the server",
        "saidAgain": 0,
    }


def test_edits_go_on_while_the_server_is_dead_and_reach_the_next_one(
    flow: Callable[..., dict[str, Any]], server: Running
) -> None:
    seen = flow(
        "server_gone", pid=str(server.process.pid), python=sys.executable, home=str(server.home), root=str(REPO)
    )
    off = {"run": ["The server does not answer"], "list": ["伺服器沒有回應"]}
    assert seen == {"asks": True, "asksStill": False, "dialogs": 0, "files": 1, "off": off}


def test_of_three_windows_each_keeps_what_it_has(flow: Callable[..., dict[str, Any]]) -> None:
    seen = flow("windows")
    assert seen == {
        "sameTabs": True,
        "seen": ["51", "52", "51", "51"],
        "said": 0,
        "onServer": {"Iris_MLP.json": 51, "Iris_MLP_2.json": 52},
    }


def test_a_browser_that_keeps_nothing_says_so_in_one_line(ui: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "data", CODEFYUI_EXTRA_ALLOWED_HOSTS="lan.test") as started:
        seen = run_flow(ui.parent, started.info["url"], "keeps_nothing", tmp_path / "profile")
    assert seen == {
        "before": 0,
        "closed": 0,
        "fine": 0,
        "line": "此瀏覽器無法保留尚未儲存的變更。",
        "findings": [],
        "anew": 0,
        "lan": {
            "isSecure": False,
            "taken": [0, False],
            "said": "Restored 1 change that had not reached the server",
            "text": "only here",
        },
    }


def test_the_graph_of_a_run_is_looked_at_and_never_changed(flow: Callable[..., dict[str, Any]]) -> None:
    seen = flow("run_graph")
    assert seen.pop("gone")[1].startswith("#/runs/0123456789abcdef")
    assert seen == {
        "marked": 1,
        "address": True,
        "statuses": ["completed", "idle"],
        "changed": 0,
        "epochs": ["2", True],
        "run": True,
        "findings": [],
        "fields": 0,
        "palette": 0,
        "said": 1,
        "menu": ["edit.select_all"],
        "runs": True,
        "listFields": 0,
        "unchanged": True,
        "tabs": 2,
        "back": True,
        "same": True,
    }


def test_versions_are_listed_looked_at_and_restored_as_one_step(flow: Callable[..., dict[str, Any]]) -> None:
    seen = flow("versions")
    assert seen == {
        "rows": [
            ["2", "1 node · 1 wire", True],
            ["0", "places, notes or texts", False],
            ["1", "1 param", False],
            ["1", "1 param", False],
            ["", "the oldest that is kept", False],
        ],
        "findings": [],
        "looked": ["#/g/Iris_MLP.json/2", 1, "5"],
        "restored": ["#/g/Iris_MLP.json", 1],
        "undone": "only a word",
    }
