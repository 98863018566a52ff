"""What every process that works for a run tells the libraries below torch: the order of cards, how threads wait."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_CHILD = """
import os, sys
from pathlib import Path
from app.engine.runner import run_graph
from tests.support.mock_nodes import MOCKS, graph, node
from tests.support.nodes import call, run_context
seen = []
def look(inputs, context):
    seen.append(("torch" in sys.modules, os.environ["CUDA_DEVICE_ORDER"]))
    from app.nodes.data.data_loader import DataLoader
    from tests.support.loader_sets import Environment
    loader = call(DataLoader, Path(sys.argv[1]), {"dataset": Environment()}, {"num_workers": 1})["dataloader"]
    seen.append([batch.tolist() for batch in loader])
    return {"out": 1}
run_graph(graph(node("a", look)), run_context(Path(sys.argv[1])), MOCKS)
print(seen)
"""


def test_a_run_and_its_loader_workers_number_cards_by_bus(tmp_path: Path, repo: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _CHILD, str(tmp_path)],
        cwd=repo,
        env={**os.environ, "CUDA_DEVICE_ORDER": "FASTEST_FIRST"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "[(False, 'PCI_BUS_ID'), [[1]]]\n", done.stderr[-2000:]


def test_looking_at_the_devices_fixes_their_order_first(repo: Path) -> None:
    code = "import os; from app.engine import torch_lane as t; t.inventory(); print(os.environ['CUDA_DEVICE_ORDER'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=repo, capture_output=True, text=True, check=False)
    assert done.stdout == "PCI_BUS_ID\n", done.stderr[-2000:]


def test_waiting_threads_sleep_unless_the_environment_says_otherwise(repo: Path) -> None:
    """OpenMP reads this when torch is loaded; threads that spin take the cores from other runs."""
    code = "import os; from app.engine import torch_lane as t; t.load(); print(os.environ['OMP_WAIT_POLICY'])"
    plain = {name: value for name, value in os.environ.items() if name != "OMP_WAIT_POLICY"}
    for given, expected in (({}, "PASSIVE"), ({"OMP_WAIT_POLICY": "ACTIVE"}, "ACTIVE")):
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=repo, env={**plain, **given}, capture_output=True, text=True, check=False
        )
        assert done.stdout == f"{expected}\n", done.stderr[-2000:]
