"""The hash of the node catalog, by which two machines know that they run the same graphs."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from app.api.catalog import row
from app.core.vocab.definition import catalog_hash
from app.engine.registry import discover
from tests.support.golden_catalog import RENEW, STORED, now

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


@pytest.mark.parametrize("name", ["Dataset", "TrainingLoop", "Split"])
def test_it_is_over_what_the_route_answers(name: str) -> None:
    """Written out by hand: this is what another program would do with the answer of GET /api/nodes."""
    served = row(CATALOG[name], "en")
    del served["provider"]
    spec = CATALOG[name]
    told = {
        "align_inputs": spec.align_inputs,
        "cacheable": spec.cacheable,
        "dynamic_ports": spec.dynamic_ports is not None,
        "structural_params": list(spec.structural_params),
    }
    text = json.dumps({"definition": served, "engine": told}, sort_keys=True, separators=(",", ":"))
    assert catalog_hash(CATALOG).types[name] == hashlib.sha256(text.encode()).hexdigest()


def test_the_whole_is_over_the_types_in_name_order() -> None:
    whole, types = catalog_hash({name: CATALOG[name] for name in ("Split", "Add", "Dataset")})
    text = f'{{"Add":"{types["Add"]}","Dataset":"{types["Dataset"]}","Split":"{types["Split"]}"}}'
    assert whole == hashlib.sha256(text.encode()).hexdigest()
    assert whole == catalog_hash({name: CATALOG[name] for name in ("Add", "Dataset", "Split")}).whole
