"""The corpus of broken graph files over HTTP: each gets exactly its named problems, none a 500."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest_asyncio

from tests.support.catalog import CATALOG
from tests.support.corpus import Broken, large, small
from tests.support.plane import Client, Reply, make, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    async with serving(make(tmp_path, catalog=CATALOG)) as made:
        yield made


def found(broken: Broken, reply: Reply) -> list[Any]:
    """[code, node id] of everything that was named, whichever way it was answered."""
    if reply.status == 400:
        assert reply.code.startswith("json_"), broken.name
        return [[reply.code, None]]
    assert (reply.status, reply.json["valid"]) == (200, False), broken.name
    assert [issue["text"] for issue in reply.json["issues"]] == reply.json["errors"]
    return [[issue["code"], issue["node_id"]] for issue in reply.json["issues"]]


async def test_validate_names_every_problem(client: Client) -> None:
    answers = {b.name: found(b, await client.ask("POST", "/api/graph/validate", data=b.data)) for b in small()}
    assert answers == {broken.name: broken.problems for broken in small()}


async def test_what_is_json_but_no_graph_is_never_a_400(client: Client) -> None:
    for broken in small():
        try:
            json.loads(broken.data.decode("utf-8-sig"), parse_constant=int)
        except (ValueError, RecursionError):
            continue
        reply = await client.ask("POST", "/api/graph/validate", data=broken.data)
        assert reply.status == 200 or reply.code in ("json_bad_number", "json_too_deep"), broken.name


async def test_huge_ones_are_named_or_over_the_limit(client: Client) -> None:
    for broken in large():
        reply = await client.ask("POST", "/api/graph/validate", data=io.BytesIO(broken.data))
        if len(broken.data) > 64 * 2**20:
            assert (reply.status, reply.code) == (413, "body_too_large")
        else:
            assert found(broken, reply) == broken.problems, broken.name
        assert (await client.get("/api/health")).status == 200
