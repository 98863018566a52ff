"""Graphs as the older program and its successors saved them: read, run, saved and loaded again with nothing lost."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.compose import rooms
from app.core.graph.prepare import prepare_text, prepare_value
from app.engine.registry import discover
from app.settings import Settings
from tests.support.corpus import FOLDER, Saved, saved
from tests.support.plane import TOKEN, Client, serving
from tests.support.scripts import run_values

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.core.graph.prepared import Problem

ALL = saved()
RUNNING = [one for one in ALL if not one.problems]
SEED = 1


def named(problems: Sequence[Problem]) -> list[list[str | None]]:
    return [[problem.reason.code, problem.node_id] for problem in problems]


def plain(value: Any) -> Any:
    """A port's value in a form that compares: tensors as lists, modules as their weights, others by their type."""
    if isinstance(value, torch.Tensor):
        return value.tolist()
    if isinstance(value, torch.nn.Module):
        return {name: weight.tolist() for name, weight in value.state_dict().items()}
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value if isinstance(value, str | int | float | None) else type(value).__name__


def given(document: dict[str, Any], root: Path) -> dict[str, Any]:
    """What each port of each node gives in a run of its own."""
    values, _ = run_values(document, root, seed=SEED)
    assert values is not None
    return {f"{node}.{port}": plain(value) for (node, port), value in values.items()}


def test_the_corpus_is_whole() -> None:
    assert {one.name for one in ALL} == {path.name for path in (FOLDER / "saved").iterdir()}
    assert len(RUNNING) >= 18


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_what_is_said_of_it(one: Saved) -> None:
    found = prepare_text(one.data, discover().catalog)
    assert named(found.problems) == one.problems
    assert named(found.warnings) == one.warnings
    assert (found.graph is None) == bool(one.problems)


@pytest.mark.parametrize("one", RUNNING, ids=lambda one: one.name)
def test_it_gives_what_it_gave(one: Saved, tmp_path: Path) -> None:
    values = given(one.document(), tmp_path)
    assert {port: values[port] for port in one.values} == one.values


def test_only_the_branch_that_was_wired_runs(tmp_path: Path) -> None:
    """A node that feeds a running one runs without a trigger; a branch that nothing triggers does not."""
    (one,) = (one for one in ALL if one.name == "untriggered-feeder.json")
    assert {port.partition(".")[0] for port in given(one.document(), tmp_path)} == {"left", "right", "product"}


def test_a_trigger_on_a_card_starts_what_the_card_says(tmp_path: Path) -> None:
    """Its own triggerTargets; the inner node that is none of them runs because it feeds one that does."""
    (one,) = (one for one in ALL if one.name == "subgraph-trigger-targets.json")
    prepared = prepare_value(one.document(), discover().catalog)
    assert prepared.graph is not None
    assert [node.id for node in prepared.graph.nodes] == ["card/one", "card/two", "card/sum", "card/inner-out", "mean"]


async def _run(client: Client, document: dict[str, Any]) -> dict[str, Any]:
    """Submit and wait for the end: the run's row."""
    submitted = await client.post("/api/runs", {"graph": document, "options": {"device": "cpu", "seed": SEED}})
    assert submitted.status == 200, submitted.body
    run_id, cursor = submitted.json["run_id"], 0
    while True:
        page = (await client.get(f"/api/runs/{run_id}/events?cursor={cursor}&wait=30")).json
        cursor = page["cursor"]
        if not page["active"]:
            row: dict[str, Any] = (await client.get(f"/api/runs/{run_id}")).json
            return row


async def test_each_is_saved_loaded_and_run_with_nothing_lost(tmp_path: Path) -> None:
    """By the server's own rooms: also secrets, revisions and the graph that a run keeps."""
    settings = Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path / "home")})
    async with AsyncExitStack() as stack:
        services = await rooms.make_services(settings, TOKEN, "b" * 32, stack)
        await services.runs.start()
        stack.push_async_callback(services.runs.stop)
        client = await stack.enter_async_context(serving(services))
        for one in ALL:
            await _travels(client, one, tmp_path / one.name)


async def _travels(client: Client, one: Saved, root: Path) -> None:
    text = json.dumps(one.document())
    file = (await client.post("/api/graph/save", json.loads(text))).json["file"]
    loaded = await client.get(f"/api/graph/load/{file}")
    assert json.dumps(loaded.json) == text, one.name  # the order of keys, -0.0 and integers of any size with it
    again = await client.ask(
        "PUT", f"/api/graph/{file}", json=loaded.json, headers={"If-Match": loaded.headers["ETag"]}
    )
    assert again.json["revision"] == 1
    assert json.dumps((await client.get(f"/api/graph/{file}/versions/1")).json) == text
    checked = (await client.post("/api/graph/validate", loaded.json)).json
    assert [[issue["code"], issue["node_id"]] for issue in checked["warnings"]] == one.warnings
    if one.problems:
        refused = await client.post("/api/runs", {"graph": loaded.json})
        assert (refused.status, refused.code) == (400, "invalid_graph")
        assert [[issue["code"], issue["node_id"]] for issue in refused.json["problems"]] == one.problems
        return
    row = await _run(client, loaded.json)
    assert row["status"] == "succeeded", (one.name, row)
    assert json.dumps((await client.get(f"/api/runs/{row['id']}/graph")).json) == text
    assert given(loaded.json, root / "after") == given(one.document(), root / "before"), one.name
