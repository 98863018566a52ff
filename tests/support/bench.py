"""One way to measure, report and hold a figure: a line on the terminal, a row in build/benchmarks.json, a stored ratio.

No absolute time is asserted. Each figure is a ratio to a peer that was sampled in turn with it, in the same run, and
fails only when that ratio is worse than `TOLERANCE` times the value kept in tests/benchmarks/stored.json.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

REPO = Path(__file__).resolve().parents[2]
RESULTS = REPO / "build" / "benchmarks.json"
STORED = REPO / "tests" / "benchmarks" / "stored.json"
TOLERANCE = 1.5
PATIENCE = 5
"""How many times the rounds a figure gets on a machine that is busy."""


def report(
    name: str,
    figure: float,
    unit: str,
    target: str,
    ratio: float,
    peer: str,
    *,
    more: bool = False,
    tolerance: float = TOLERANCE,
) -> None:
    """Print and keep one figure, then hold its ratio to the stored one.

    ratio: figure / peer, both taken in this very run. peer: what it was compared with. more: a larger ratio is better.
    """
    row = {"name": name, "figure": figure, "unit": unit, "target": target, "ratio": ratio, "peer": peer}
    line = f"[bench] {name}: {figure:.4g} {unit} (target {target}); {ratio:.3g} x {peer}"
    print(line, file=sys.__stdout__, flush=True)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    rows: list[dict[str, Any]] = json.loads(RESULTS.read_text()) if RESULTS.exists() else []
    rows = [old for old in rows if old["name"] != name]
    RESULTS.write_text(json.dumps([*rows, row], indent=1) + "\n")
    hold(name, ratio, json.loads(STORED.read_text()), more=more, tolerance=tolerance)


def is_held(name: str, ratio: float, stored: dict[str, float], *, more: bool, tolerance: float = TOLERANCE) -> bool:
    """Say whether a ratio is within the tolerance of its stored value. Raises: KeyError when there is none."""
    kept = stored[name]
    return ratio >= kept / tolerance if more else ratio <= kept * tolerance


def is_held_now(name: str, ratio: float, *, tolerance: float = TOLERANCE) -> bool:
    """`is_held` by the stored ratio of this name, for who takes more rounds until it is; less is better."""
    return is_held(name, ratio, json.loads(STORED.read_text()), more=False, tolerance=tolerance)


def hold(name: str, ratio: float, stored: dict[str, float], *, more: bool, tolerance: float = TOLERANCE) -> None:
    """Fail when a ratio is worse than the tolerance allows; a figure that has no stored ratio fails, too."""
    wanted = "more" if more else "less"
    held = is_held(name, ratio, stored, more=more, tolerance=tolerance)
    assert held, f"{name}: {ratio:.3g} x its peer, stored is {stored[name]:.3g} x ({wanted} is better)"


def best_of(times: int, measured: Callable[[], float]) -> float:
    """The least of several measurements: what else runs on the machine only ever adds."""
    return min(measured() for _ in range(times))


def paired(
    rounds: int, ours: Callable[[], float], peer: Callable[[], float], name: str = "", *, more: bool = False
) -> tuple[float, float]:
    """The least of each of two measurements taken in turn, so that a busy spell of the machine meets both.

    name: of the stored ratio (ours / peer, or peer / ours with `more`); while it does not hold, up to `PATIENCE` times
    as many rounds are taken, since a busy machine can only make things look worse.
    """
    mine, theirs = [], []
    for taken in range(1, rounds * PATIENCE + 1):
        mine.append(ours())
        theirs.append(peer())
        ratio = min(theirs) / min(mine) if more else min(mine) / min(theirs)
        if taken >= rounds and (not name or is_held(name, ratio, json.loads(STORED.read_text()), more=more)):
            break
    return min(mine), min(theirs)
