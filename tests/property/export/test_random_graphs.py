"""Any graph of the real node types runs or says why not, and becomes a script of our own style or says why not."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from hypothesis import HealthCheck, Phase, given, settings

from app.core.graph.prepare import prepare_value
from app.core.vocab.run import RunStatus
from app.engine.runner import run_graph
from app.export.exporter import export
from tests.support.nodes import run_context
from tests.support.random_graphs import graphs
from tests.support.scripts import BUILTIN, REPO, RUFF, run_values, without_foreign

if TYPE_CHECKING:
    import pytest

    from app.core.graph.prepared import PreparedGraph
    from app.core.vocab.run import Outcome

PATIENCE_S = 30.0
"""A run that takes longer is asked to stop; one that then does not end within the same time hangs."""

UNEXPECTED = {"internal", "run_internal", "node_failed"}


def outcome_of(prepared: PreparedGraph, folder: Path) -> Outcome:
    """Run the graph beside a watchdog, which asks it to stop and says whether it hung."""
    context = run_context(folder, seed=1)
    found: list[Outcome] = []
    ended = threading.Event()

    def run() -> None:
        try:
            found.append(run_graph(prepared, context, BUILTIN))
        finally:
            ended.set()

    worker = threading.Thread(target=run, name="random-graph", daemon=True)
    worker.start()
    if not ended.wait(PATIENCE_S):
        context.cancel.set()
        assert ended.wait(PATIENCE_S), "the run hangs"
    worker.join()
    assert found, "the run raised"
    return found[0]


def script_of(prepared: PreparedGraph) -> str | None:
    """The script, which compiles; None where coded problems of nodes of the graph say why there is none."""
    made = export(prepared)
    if made.script is None:
        assert made.problems
        assert {problem.node_id for problem in made.problems} <= {node.id for node in prepared.nodes}
        assert not {problem.reason.code for problem in made.problems} & UNEXPECTED
        return None
    compile(made.script, "exported.py", "exec")
    return made.script


def test_random_graphs_end_with_a_coded_outcome_and_become_sound_scripts(tmp_path: Path) -> None:
    seen = {"runs": 0, "scripts": 0, "successes": 0}

    @settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck), phases=_PHASES)
    @given(graphs(BUILTIN.catalog))
    def each(document: dict[str, Any]) -> None:
        found = prepare_value(document, BUILTIN.catalog)
        if found.graph is None:
            assert found.problems
            return
        with tempfile.TemporaryDirectory() as folder:
            outcome = outcome_of(found.graph, Path(folder))
        assert outcome.status in (RunStatus.SUCCEEDED, RunStatus.FAILED)
        assert (outcome.error is None) == (outcome.status is RunStatus.SUCCEEDED)
        assert outcome.error is None or outcome.error.code not in UNEXPECTED, outcome.error.to_json()
        seen["runs"] += 1
        seen["successes"] += outcome.status is RunStatus.SUCCEEDED
        script = script_of(found.graph)
        if script is not None:
            seen["scripts"] += 1
            (tmp_path / f"script_{seen['scripts']}.py").write_text(without_foreign(script), "utf-8")

    each()
    assert min(seen.values()) > 50, seen  # else the graphs have become too wild to say anything
    assert style_faults(tmp_path) == ""


def test_a_random_graph_that_runs_gives_a_script_that_prints_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["exported.py"])
    seen = {"scripts": 0, "compared": 0}

    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), phases=_PHASES)
    @given(graphs(BUILTIN.catalog))
    def each(document: dict[str, Any]) -> None:
        for one in document["nodes"]:
            one["data"]["params"].pop("device", None)  # a run falls back where a device is missing, a script does not
        found = prepare_value(document, BUILTIN.catalog)
        script = None if found.graph is None else export(found.graph, 1).script
        if script is None:
            return
        with tempfile.TemporaryDirectory() as folder:
            values, _ = run_values(document, Path(folder), seed=1)
        if values is None:
            return
        place = tmp_path / f"script_{seen['scripts']}"  # of its own: a script may write over what another one reads
        shutil.copytree(REPO / "assets" / "samples", place / "data" / "samples")
        monkeypatch.chdir(place)
        seen["scripts"] += 1
        shown: list[tuple[Any, ...]] = []
        names = {"__name__": "__main__", "print": lambda *parts: shown.append(parts)}
        exec(compile(script, "exported.py", "exec"), names)
        for label, value in (parts for parts in shown if len(parts) == 2 and str(parts[0]).endswith(":")):
            given = [found for (node_id, _), found in values.items() if node_id == label[:-1]]
            seen["compared"] += 1
            assert not given or any(same(value, one) for one in given), (label, value, given, script)

    before = torch.get_rng_state()
    each()
    torch.set_rng_state(before)
    assert seen["compared"] > 10, seen


def same(shown: Any, given: Any) -> bool:
    """Say whether a printed value is what a node gave; of a script's several outputs the first one counts."""
    if isinstance(shown, dict) and "out1" in shown:
        shown = shown["out1"]
    if isinstance(given, torch.Tensor):
        return isinstance(shown, torch.Tensor) and torch.equal(shown.nan_to_num(), given.nan_to_num())
    if isinstance(given, (str, int, float, list)) or given is None:
        return bool(shown == given) or (shown != shown and given != given)
    return type(shown).__name__ == type(given).__name__ or not isinstance(shown, torch.Tensor)


_PHASES = (Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink)


def style_faults(folder: Path) -> str:
    """What formatter and linter have against the scripts of a folder, in one go."""
    common = ["--config", str(REPO / "pyproject.toml"), "--no-cache", str(folder)]
    found = ""
    for how in (
        ["check", "--quiet", "--ignore", "TID253", "--output-format", "concise"],
        ["format", "--diff", "--quiet"],
    ):
        found += subprocess.run([RUFF, *how, *common], capture_output=True, text=True, check=False).stdout
    return found
