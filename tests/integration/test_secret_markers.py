"""A marker in every secret param of a graph, a real server, and no trace of it in what is written, said or answered."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.support import keyring_elsewhere
from tests.support.graphs import graph, node
from tests.support.secret_traces import TELLER, answers, files_with, followed
from tests.support.server_process import REPO, environment, server

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.server_process import Running

MARK = 'mark3r-"\\節'
"""In every secret; each has its number behind. Quotes and backslashes look different in JSON and in `repr`."""

TOLD = ("out", "raw", "client", "halves", "deep", "__steps_index", "__step__0__raw")
"""What the inspector is asked for of every Teller: texts, bytes, objects, parts, and steps."""

KEPT = "mark3r-r3membered"


def _marked(number: int) -> dict[str, Any]:
    return {"key": f"{MARK}{number:03}"}


def _inner(number: int) -> dict[str, Any]:
    return {"id": "in", "type": "Teller", "params": _marked(number), "data": {"params": _marked(number)}}


def _document(name: str = "talk", how: str = "") -> dict[str, Any]:
    """Secrets on the canvas, in a draft, in a subgraph, in a preset, in a card's overrides; one that is blank."""
    card = {"id": "b2", "type": "preset:B", "data": {"params": {}, "internalParams": {"in": _marked(5)}}}
    nodes = [
        node("go", "Start"),
        node("a", "Teller", how=how, **_marked(1)),
        node("draft", "Teller", **_marked(2)),
        node("blank", "Teller", key=""),
        node("s", "subgraph:S"),
        node("b1", "preset:B"),
        card,
        node("result", "GraphOutput", name="told"),
    ]
    return graph(
        nodes,
        *(f"go > {target}" for target in ("a", "blank", "s", "b1", "b2")),
        "a.out > result.value",
        name=name,
        subgraphs=[{"id": "S", "nodes": [{**_inner(3)}], "edges": []}],
        presets=[{"preset_name": "B", "nodes": [_inner(4)], "edges": []}],
    )


def _home(folder: Path) -> Path:
    nodes = folder / "data" / "custom_nodes"
    nodes.mkdir(parents=True)
    (nodes / "teller.py").write_text(TELLER, encoding="utf-8")
    return folder


def _run(running: Running, how: str) -> tuple[str, list[dict[str, Any]]]:
    options = {"record_outputs": True, "verbose": True}
    status, done = running.ask("POST", "/api/runs", {"graph": _document(how=how), "options": options})
    assert status == 200, done
    return done["run_id"], followed(running, done["run_id"])


def _use(running: Running) -> dict[str, list[str]]:
    """Do everything that takes a graph; the names that GET routes can be asked with."""
    remembered = running.ask("PUT", "/api/secrets/params/Teller.key", {"value": KEPT})
    assert remembered[0] == 200
    assert running.ask("POST", "/api/graph/save", _document())[0] == 200
    changed = {**_document(), "description": "changed"}
    assert running.ask("PUT", "/api/graph/talk", changed)[0] == 200
    assert running.ask("POST", "/api/graph/validate", _document())[0] == 200
    assert running.ask("POST", "/api/graph/validate", graph([node("a", "Teller", key=[MARK])]))[0] == 200
    assert running.ask("POST", "/api/graph/export", _document())[1]["detail"]["code"] == "invalid_graph"
    plain = graph([node("go", "Start"), node("a", "Teller", **_marked(6))], "go > a")
    made = running.ask("POST", "/api/presets/create", {"name": "Own", "nodes": plain["nodes"], "edges": plain["edges"]})
    assert made[0] == 200, made
    good, events = _run(running, "")
    assert [event["type"] for event in events].count("execution_complete") == 1
    completed = [e["payload"]["node_id"] for e in events if e["payload"] and e["payload"].get("status") == "completed"]
    assert sorted(completed) == ["a", "b1", "b1/in", "b2", "b2/in", "blank", "result", "s", "s/in"]
    bad, events = _run(running, "raise")
    assert events[-1]["type"] == "execution_error"
    assert "***" in events[-1]["payload"]["params"]["message"]
    status, again = running.ask("POST", "/api/runs/requeue", {"run_ids": [good]})
    assert status == 200
    assert followed(running, again["run_ids"][0])[-1]["type"] == "execution_complete"
    status, envelope = running.ask("POST", "/api/graph/run/talk", {})
    assert (status, envelope["outputs"]) == (200, {"told": ["***", "length 17"]})
    return {"run_id": [good, bad, *again["run_ids"]], "name": ["talk", "Own", "Teller.key"], "revision": ["1", "2"]}


def _is_told(path: str, status: int) -> bool:
    return status == 200 and "/outputs/" in path and "/a/" in path and path.rpartition("/")[2] in TOLD


@pytest.mark.req("EA-390")
@pytest.mark.parametrize("python", ["", sys.executable], ids=["here", "in a process"])
def test_no_trace_of_any_secret_is_left_anywhere(tmp_path: Path, python: str) -> None:
    home = _home(tmp_path / "home")
    environ = {"CODEFYUI_SECRETS_STORE": "memory", "CODEFYUI_LOG_LEVEL": "DEBUG", "CODEFYUI_PYTHON": python}
    with server(home, **environ) as running:
        names = _use(running)
        asked = list(answers(running, {**names, "node_id": ["a", "blank"], "port": [*TOLD], "scope": ["params"]}))
        told = {path: body for path, status, body in asked if b"mark3r" in body}
        assert told == {}
        answered = [path for path, status, _ in asked if status == 200]
        for part in ("/graph", "/events", "/console", "/metrics", "/load/talk", "/versions/1", "/presets/Own"):
            assert [path for path in answered if part in path] != [], part
        shown = {path.rpartition("/")[2]: body.decode() for path, status, body in asked if _is_told(path, status)}
        assert sorted(shown) == sorted(TOLD)
        assert [port for port, body in shown.items() if "***" not in body] == []
        assert files_with(home, "mark3r") == []
        running.signal()
        out, said = running.process.communicate(timeout=60)
        assert running.process.returncode == 0
    assert "mark3r" not in out + said
    assert files_with(home, "mark3r") == []


@pytest.mark.req("EA-392", "RX-197")
def test_what_is_remembered_lies_in_the_keyring_alone_and_what_is_typed_nowhere(tmp_path: Path) -> None:
    home, keyring = _home(tmp_path / "home"), tmp_path / "keyring.json"
    environ = {**keyring_elsewhere.environ(keyring), "CODEFYUI_LOG_LEVEL": "DEBUG"}
    with server(home, **environ) as first:
        names = _use(first)
        assert first.ask("GET", "/api/secrets")[1]["store"] == "keyring"
        asked = answers(first, {**names, "node_id": ["a", "blank"], "port": [*TOLD], "scope": ["params"]})
        assert [path for path, _, body in asked if b"mark3r" in body] == []
        first.signal()
        out, said = first.process.communicate(timeout=60)
    assert (first.process.returncode, "mark3r" in out + said) == (0, False)
    assert files_with(home, "mark3r") == []
    assert keyring_elsewhere.values(keyring) == [KEPT]
    with server(home, **environ) as second:
        run = {"graph": graph([node("go", "Start"), node("a", "Teller", key="")], "go > a")}
        events = followed(second, second.ask("POST", "/api/runs", run)[1]["run_id"])
        completed = next(e["payload"] for e in events if (e["payload"] or {}).get("status") == "completed")
        assert f"length {len(KEPT)}" in str(completed)
        assert second.ask("DELETE", "/api/secrets/params/Teller.key")[0] == 200
    assert keyring_elsewhere.values(keyring) == []
    assert files_with(home, "mark3r") == []


@pytest.mark.parametrize(("how", "code", "more"), [("", 0, ("--json",)), ("raise", 1, ())])
def test_the_command_line_says_none_either(tmp_path: Path, how: str, code: int, more: tuple[str, ...]) -> None:
    home = _home(tmp_path / "home")
    file = tmp_path / "graph.json"
    file.write_text(json.dumps(_document(how=how)), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "app", "run", str(file), *more],
        cwd=REPO,
        env=environment(home, CODEFYUI_SECRETS_STORE="memory"),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert "***" in done.stdout + done.stderr
    assert "mark3r" not in done.stdout + done.stderr
    assert files_with(home, "mark3r") == []


def test_a_requeue_that_misses_values_names_every_place(tmp_path: Path) -> None:
    home = _home(tmp_path / "home")
    with server(home, CODEFYUI_SECRETS_STORE="memory") as running:
        run_id, _ = _run(running, "")
        status, refused = running.ask("POST", "/api/runs/requeue", {"run_ids": [run_id]})
        detail = refused["detail"]
        assert (status, detail["code"], detail["params"]["node_type"]) == (409, "secrets_gone", "Teller")
        assert sorted(detail["params"]["missing"]) == ["a.key", "b1__in.key", "b2__in.key", "s/in.key"]
        assert running.ask("PUT", "/api/secrets/params/Teller.key", {"value": KEPT})[0] == 200
        status, again = running.ask("POST", "/api/runs/requeue", {"run_ids": [run_id]})
        assert status == 200
        assert followed(running, again["run_ids"][0])[-1]["type"] == "execution_complete"
