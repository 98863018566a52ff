"""The hash of the node catalog, by which two machines know that they run the same graphs."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from app.compose import rooms
from app.compose.plane import Plane
from app.core.vocab.definition import catalog_hash
from app.core.vocab.device import Inventory
from app.engine.registry import discover
from app.settings import Settings
from tests.support.golden_catalog import RENEW, STORED, now
from tests.support.plane import make, serving

if TYPE_CHECKING:
    from pathlib import Path

CATALOG = discover().catalog
GOLDEN: dict[str, Any] = json.loads(STORED.read_text())


def test_the_catalog_is_the_stored_one() -> None:
    found = now()
    names = {*found["types"], *GOLDEN["types"]}
    changed = sorted(name for name in names if found["types"].get(name) != GOLDEN["types"].get(name))
    assert changed == [], f"node types were changed; if that is meant: {RENEW}"
    assert found["whole"] == GOLDEN["whole"]


def test_every_type_is_in_it() -> None:
    assert list(GOLDEN["types"]) == sorted(CATALOG)


@pytest.mark.parametrize("seed", ["1", "2"])
def test_another_process_has_the_same_whatever_its_hash_seed_and_language(seed: str, repo: Path) -> None:
    text = "from tests.support.golden_catalog import now; print(now()['whole'])"
    env = {**os.environ, "PYTHONHASHSEED": seed, "LANG": "zh_TW.UTF-8", "CODEFYUI_LANG": "zh-TW"}
    done = subprocess.run([sys.executable, "-c", text], cwd=repo, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == GOLDEN["whole"]


def hashed(rows: list[dict[str, Any]]) -> tuple[str, dict[str, str]]:
    """Written out by hand: (whole, types), as another program would make them of the answer of GET /api/nodes."""

    def digest(value: Any) -> str:
        return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    types = {row["node_name"]: digest({key: value for key, value in row.items() if key != "provider"}) for row in rows}
    return digest(types), types


@pytest.mark.req("EA-397")
async def test_it_can_be_made_of_the_answer_of_the_route_alone(tmp_path: Path) -> None:
    async with serving(make(tmp_path, catalog=CATALOG)) as client:
        whole, types = hashed((await client.get("/api/nodes")).json)
    assert types == GOLDEN["types"]
    assert whole == GOLDEN["whole"]
    assert catalog_hash(CATALOG) == (whole, types)


MACHINES = {"no card": Inventory(), "two cards": Inventory(cuda=2), "apple": Inventory(mps=True)}


@pytest.mark.req("EA-398")
@pytest.mark.parametrize("machine", MACHINES)
async def test_machines_of_different_hardware_have_one(
    machine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms.Machine, "inventory", lambda self: MACHINES[machine])
    plane = Plane(Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path)}))
    await plane.start("127.0.0.1", 0)
    try:
        assert plane.http is not None
        async with aiohttp.ClientSession() as session, session.get(f"{plane.http.url}/api/nodes") as reply:
            rows = await reply.json()
    finally:
        await plane.stop()
    assert hashed(rows)[0] == GOLDEN["whole"]
    [device] = [p for row in rows if row["node_name"] == "TrainingLoop" for p in row["params"] if p["name"] == "device"]
    assert device["options"] == ["auto", "cpu", "cuda", "mps"]


def test_the_whole_is_over_the_types_in_name_order() -> None:
    whole, types = catalog_hash({name: CATALOG[name] for name in ("Split", "Add", "Dataset")})
    text = f'{{"Add":"{types["Add"]}","Dataset":"{types["Dataset"]}","Split":"{types["Split"]}"}}'
    assert whole == hashlib.sha256(text.encode()).hexdigest()
    assert whole == catalog_hash({name: CATALOG[name] for name in ("Add", "Dataset", "Split")}).whole
