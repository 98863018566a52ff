"""One way to report a measured figure: a uniform line on the terminal and a row in build/benchmarks.json."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

RESULTS = Path(__file__).resolve().parents[2] / "build" / "benchmarks.json"


def report(name: str, figure: float, unit: str, target: str, ratio: float, peer: str) -> None:
    """Print and keep one figure. ratio: figure / peer, both taken in this very run. peer: what it was compared with."""
    row = {"name": name, "figure": figure, "unit": unit, "target": target, "ratio": ratio, "peer": peer}
    line = f"[bench] {name}: {figure:.4g} {unit} (target {target}); {ratio:.3g} x {peer}"
    print(line, file=sys.__stdout__, flush=True)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    rows: list[dict[str, Any]] = json.loads(RESULTS.read_text()) if RESULTS.exists() else []
    rows = [old for old in rows if old["name"] != name]
    RESULTS.write_text(json.dumps([*rows, row], indent=1) + "\n")


def best_of(times: int, measured: Callable[[], float]) -> float:
    """The least of several measurements: what else runs on the machine only ever adds."""
    return min(measured() for _ in range(times))
