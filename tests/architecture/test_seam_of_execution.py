"""What is decided about runs stays in the control plane; what executes them is reached through one seam."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
DECIDES = ("app.runs", "app.core.scheduling", "app.db", "app.workers", "app.studies", "app.api", "app.compose")
EXECUTES = "app.engine.runner"


def _name(path: Path) -> str:
    return ".".join(path.relative_to(REPO).with_suffix("").parts).removesuffix(".__init__")


@cache
def _modules() -> dict[str, Path]:
    return {_name(path): path for top in ("app", "agent") for path in sorted((REPO / top).rglob("*.py"))}


def _imports(path: Path) -> set[str]:
    """Modules of ours that a file names in an import, wherever in the file it stands."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found & set(_modules())


def _reached(start: str) -> set[str]:
    """Modules that come along when the modules below `start` are imported and everything in them is called."""
    reached, left = set[str](), [name for name in _modules() if _is_below(name, start)]
    while left:
        name = left.pop()
        if name not in reached:
            reached.add(name)
            left += _imports(_modules()[name])
    return reached


def _is_below(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


@pytest.mark.req("DN-015")
def test_the_agent_and_its_children_know_nothing_that_decides_about_runs() -> None:
    reached = _reached("agent")
    assert "agent.child.main" in reached
    assert sorted(name for name in reached for room in DECIDES if _is_below(name, room)) == []


@pytest.mark.req("DN-015")
def test_a_graph_is_executed_behind_the_executor_seam_alone() -> None:
    users = {name for name, path in _modules().items() if EXECUTES in _imports(path)}
    assert users - {name for name in users if _is_below(name, "agent.child")} == {"app.runs.executors.inprocess"}
