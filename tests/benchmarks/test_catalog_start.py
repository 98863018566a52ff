"""What it takes a fresh interpreter to know every node type. Target: at most 0.3 s, without torch."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.engine.registry import module_names
from tests.support.bench import REPO, paired, report

if TYPE_CHECKING:
    from pathlib import Path

CATALOG = """
import time
begun = time.perf_counter()
from app.engine.registry import discover
count = len(discover().catalog)
taken = time.perf_counter() - begun
import sys
assert count > 90 and not {"torch", "numpy", "PIL", "sklearn"} & set(sys.modules)
print(taken)
"""
PEER = """
import time
begun = time.perf_counter()
import importlib
for number in range(%d):
    importlib.import_module(f"trivial.m{number}")
print(time.perf_counter() - begun)
"""


def _child(code: str, folder: Path, cache: Path) -> float:
    """Seconds that a fresh interpreter measured; what it imports was compiled before, as on a user's machine."""
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONPYCACHEPREFIX": str(cache), "PYTHONDONTWRITEBYTECODE": ""}
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=env, capture_output=True, text=True, check=True)
    return float(done.stdout)


@pytest.mark.bench
def test_the_catalog_in_a_fresh_interpreter(tmp_path: Path) -> None:
    count = sum("._" not in name for name in module_names())
    trivial = tmp_path / "trivial"
    trivial.mkdir()
    for number in range(count):
        (trivial / f"m{number}.py").write_text(f"X = {number}\n")

    def ours() -> float:
        return _child(CATALOG, REPO, tmp_path / "compiled")

    def peer() -> float:
        return _child(PEER % count, tmp_path, tmp_path / "compiled")

    ours()
    peer()
    name = "catalog at start"
    own, theirs = paired(7, ours, peer, name)
    report(name, own, "s", "<= 0.3", own / theirs, f"{count} modules of one line")
