"""The floors of ARCHITECTURE.md hold: import-linter, sizes, names, import weight."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
CODE = sorted(p for top in ("app", "agent") for p in (REPO / top).rglob("*.py"))
RUN_SIDE = ("app/core/vocab", "app/core/graph", "app/core/events", "app/engine", "app/nodes", "agent/child")


def test_import_contracts_hold() -> None:
    done = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"],
        cwd=REPO,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]


def _python_files() -> list[Path]:
    return [*CODE, *sorted((REPO / "tests").rglob("*.py"))]


def test_no_file_over_400_lines() -> None:
    long = {str(p.relative_to(REPO)): n for p in _python_files() if (n := len(p.read_text().splitlines())) > 400}
    assert not long


def test_no_function_over_60_lines() -> None:
    long = []
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                size = (node.end_lineno or 0) - node.lineno + 1
                if size > 60:
                    long.append(f"{path.relative_to(REPO)}:{node.lineno} {node.name} {size}")
    assert not long


def test_packaging_and_tests_are_no_packages() -> None:
    assert not [*(REPO / "packaging").rglob("__init__.py"), *(REPO / "tests").rglob("__init__.py")]


def test_every_code_folder_has_a_short_readme() -> None:
    folders = {p.parent for p in CODE}
    missing = sorted(str(f.relative_to(REPO)) for f in folders if not (f / "README.md").exists())
    assert not missing
    long = [str(f) for f in folders if len((f / "README.md").read_text().splitlines()) > 40]
    assert not long


def test_every_module_and_public_name_says_what_it_is() -> None:
    silent = []
    for path in CODE:
        tree = ast.parse(path.read_text())
        if not ast.get_docstring(tree):
            silent.append(str(path.relative_to(REPO)))
        silent += [
            f"{path.relative_to(REPO)}:{node.name}"
            for node in tree.body
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and not node.name.startswith("_")
            and not ast.get_docstring(node)
        ]
    assert not silent


@pytest.mark.parametrize("path", [p for p in CODE if str(p.relative_to(REPO)).startswith(RUN_SIDE)], ids=str)
def test_run_side_code_is_python_3_10(path: Path) -> None:
    ast.parse(path.read_text(), feature_version=(3, 10))


def _loaded(statement: str) -> set[str]:
    code = f"import sys, json\n{statement}\nprint(json.dumps(sorted({{m.split('.')[0] for m in sys.modules}})))"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPO, capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_the_role_switch_is_standard_library_only() -> None:
    third = _loaded("import app.__main__") - set(sys.stdlib_module_names) - {"app"}
    # what site itself loads at start belongs to the interpreter, not to us
    assert not third - _loaded("pass")


def test_the_control_plane_starts_without_torch() -> None:
    loaded = _loaded("import app.compose.plane")
    assert not loaded & {"torch", "numpy", "sklearn", "pandas", "PIL", "tensorboard", "keyring", "cryptography"}


def test_the_agent_side_starts_without_torch_and_database() -> None:
    assert not _loaded("import agent.main") & {"torch", "peewee", "webview", "numpy"}


def test_what_a_run_process_imports_is_the_standard_library() -> None:
    third = (
        _loaded("import app.engine.registry; app.engine.registry.discover()") - set(sys.stdlib_module_names) - {"app"}
    )
    assert not third - _loaded("pass")
