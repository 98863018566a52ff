"""Fields of bodies are of the documented type or refused: nothing is turned into something else on the way in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.support.plane import make, serving

if TYPE_CHECKING:
    from pathlib import Path

GRAPH: dict[str, Any] = {"nodes": []}
WRONG = {
    "0 for false": ("PATCH", "/api/runs/{id}", {"keep": 0}, "body.keep"),
    "yes for true": ("PATCH", "/api/runs/{id}", {"keep": "yes"}, "body.keep"),
    "a number for a name": ("PATCH", "/api/runs/{id}", {"name": 3}, "body.name"),
    "text for tags": ("PATCH", "/api/runs/{id}", {"tags": "abc"}, "body.tags"),
    "a number for a file": ("POST", "/api/graph/save", {**GRAPH, "file": 3}, "body.file"),
    "a list for a name of a graph": ("POST", "/api/graph/save", {**GRAPH, "name": []}, "body.name"),
    "null for a name of a graph": ("POST", "/api/graph/save", {**GRAPH, "name": None}, "body.name"),
    "a number for overwrite": ("POST", "/api/graph/save", {**GRAPH, "overwrite": 1}, "body.overwrite"),
}


@pytest.mark.parametrize("what", WRONG)
async def test_a_field_of_another_type_is_refused_by_its_own_name(tmp_path: Path, what: str) -> None:
    method, path, body, where = WRONG[what]
    async with serving(make(tmp_path)) as client:
        run_id = (await client.post("/api/runs", {"graph": GRAPH})).json["run_id"]
        reply = await client.ask(method, path.replace("{id}", run_id), json=body)
        assert (reply.status, reply.code) == (422, "invalid_request")
        assert [field["path"] for field in reply.json["detail"]["params"]["fields"]] == [where]
        assert (await client.get(f"/api/runs/{run_id}")).json["keep"] is False
        assert (await client.get("/api/graph/list")).json == []
