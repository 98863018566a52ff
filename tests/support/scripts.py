"""Exported scripts beside the runs that they stand for: what both give, read in the same way."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from app.core.graph.prepare import prepare_value
from app.core.vocab.run import RunStatus
from app.engine.registry import Registry, discover
from app.engine.runner import run_graph
from app.export.exporter import Exported, export
from app.library.assets import presets_folder
from app.library.presets import installed
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.graph.prepared import PreparedGraph
    from app.engine.node import Node

REPO = Path(__file__).resolve().parents[2]
BUILTIN = discover()
BUNDLED = installed(presets_folder())
RUFF = str(Path(sys.executable).parent / "ruff")

_HARNESS = """
import json as _json, sys as _sys
def _plain(value):
    if hasattr(value, "tolist"):
        return value.tolist()
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value
_shown = []
def _watch(frame, event, value):
    if event == "return" and frame.f_code.co_name.startswith("train") and frame.f_code.co_filename == "exported.py":
        _shown.append([frame.f_code.co_name, value[0] if isinstance(value, tuple) else value])
_sys.setprofile(_watch)
with open(_sys.argv.pop(1), encoding="utf-8") as _file:
    _script = compile(_file.read(), "exported.py", "exec")
print = lambda *parts, **more: _shown.append([_plain(part) for part in parts])
exec(_script, globals())
assert "app" not in _sys.modules
_sys.setprofile(None)
with open("shown.json", "w") as _out:
    _json.dump(_shown, _out, default=str)
"""


_FOREIGN = re.compile(r"    # fmt: off\n.*?\n    # fmt: on\n", re.DOTALL)


def prepared(document: Mapping[str, Any]) -> PreparedGraph:
    """A document that is known to be sound."""
    found = prepare_value(document, BUILTIN.catalog, BUNDLED)
    assert found.graph is not None, [problem.to_json() for problem in found.problems]
    return found.graph


def exported(document: Mapping[str, Any], **how: Any) -> Exported:
    """The export of a sound document."""
    return export(prepared(document), **how)


def script_of(document: Mapping[str, Any], **how: Any) -> str:
    """The script of a document that can be one."""
    made = exported(document, **how)
    assert made.script is not None, [problem.to_json() for problem in made.problems]
    return made.script


def run_script(script: str, folder: Path, *arguments: str) -> list[list[Any]]:
    """Run a script in an interpreter and a folder that know nothing of this repository: everything that it printed.

    It computes in as many threads as this process, since sums depend on that. Tensors come as nested lists, exactly;
    what a training function answers comes under its name.
    """
    file = folder / "exported.py"
    file.write_text(script, encoding="utf-8")
    shutil.copytree(REPO / "assets" / "samples", folder / "data" / "samples", dirs_exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", _HARNESS, str(file), *arguments],
        cwd=folder,
        env={"OMP_NUM_THREADS": str(torch.get_num_threads()), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    shown = json.loads((folder / "shown.json").read_text())
    assert isinstance(shown, list)
    return shown


class Recording(Registry):
    """The node types, which keep what each node of a run gave. values: by (node id, port)."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, str], Any] = {}
        super().__init__({name: self._recording(BUILTIN.node_class(name)) for name in BUILTIN.catalog})

    def _recording(self, kind: type[Node]) -> type[Node]:
        values = self.values

        def execute(self: Node, inputs: dict[str, Any], params: dict[str, Any], context: Any) -> Mapping[str, Any]:
            given = kind.execute(self, inputs, params, context)
            values.update({(context.node_id, port): value for port, value in given.items()})
            return given

        return type(kind.__name__, (kind,), {"execute": execute})


def run_values(
    document: Mapping[str, Any], root: Path, seed: int | None = None
) -> tuple[dict[tuple[str, str], Any] | None, RecordingSinks]:
    """What the nodes of a run gave, by (node id, port), None where the run failed; and what it recorded."""
    registry, sinks = Recording(), RecordingSinks()
    outcome = run_graph(prepared(document), run_context(root, sinks, seed=seed), registry)
    return (registry.values if outcome.status is RunStatus.SUCCEEDED else None), sinks


def style_faults(script: str) -> str:
    """What the project's formatter and linter have against a script; torch at the top is what a script needs.

    See without_foreign().
    """
    script = without_foreign(script)
    lint = ["check", "--quiet", "--no-cache", "--ignore", "TID253"]
    found = ""
    for how in (["format", "--diff", "--quiet"], lint):
        name = "exported_script.py"
        done = subprocess.run(
            [RUFF, *how, "--config", str(REPO / "pyproject.toml"), "--stdin-filename", name, "-"],
            input=script,
            capture_output=True,
            text=True,
            check=False,
        )
        found += done.stdout + done.stderr
    return found


def without_foreign(script: str) -> str:
    """The script without the text of PythonScript nodes, which is their authors'."""
    return _FOREIGN.sub("    def run(*_: object) -> object:\n        return None\n\n", script)
