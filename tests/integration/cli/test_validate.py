"""`cdui validate` as a process: every problem with its place, and no server asked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.integration.cli.conftest import Desk

GOOD = {
    "nodes": [
        {"id": "go", "type": "Start"},
        {"id": "src", "type": "TensorInput", "data": {"params": {"shape": "2,2", "value_mode": "ones"}}},
        {"id": "say", "type": "Print", "data": {"params": {"label": "it"}}},
    ],
    "edges": [
        {"id": "t", "source": "go", "target": "src", "sourceHandle": "trigger", "targetHandle": "", "type": "trigger"},
        {
            "id": "d",
            "source": "src",
            "target": "say",
            "sourceHandle": "tensor",
            "targetHandle": "value",
            "type": "data",
        },
    ],
}


def _with(change: str) -> dict[str, Any]:
    graph: dict[str, Any] = json.loads(json.dumps(GOOD))
    if change == "two problems":
        graph["nodes"][1]["data"]["params"]["value_mode"] = "purple"
        graph["edges"][1]["sourceHandle"] = "nowhere"
    return graph


def test_a_good_graph_can_run(desk: Desk) -> None:
    desk.graph.write_text(json.dumps(GOOD))
    done = desk.cdui("validate", str(desk.graph))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{desk.graph} can run.\n", "")
    assert not (desk.home / "server.json").exists()


def test_every_problem_has_its_place_and_its_code(desk: Desk) -> None:
    desk.graph.write_text(json.dumps(_with("two problems")))
    done = desk.cdui("validate", str(desk.graph))
    assert done.returncode == 1
    *lines, last = done.stdout.splitlines()
    places, sentences = lines[::2], lines[1::2]
    assert last == f"{desk.graph}: problems found: {len(places)}."
    assert len(places) >= 2
    assert [s for place, s in zip(places, sentences, strict=True) if "node src [" in place and "purple" in s]
    assert [s for s in sentences if "nowhere" in s]
    assert [place for place in places if not place.endswith("]")] == []


def test_json_has_the_objects_of_the_route(desk: Desk) -> None:
    desk.graph.write_text(json.dumps(_with("two problems")))
    done = desk.cdui("validate", str(desk.graph), "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["valid"]) == (1, False)
    assert all(set(issue) == {"code", "params", "text", "node_id", "port"} for issue in found["issues"])
    desk.graph.write_text(json.dumps(GOOD))
    found = json.loads(desk.cdui("validate", str(desk.graph), "--json").stdout)
    assert found == {"valid": True, "issues": [], "warnings": []}


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"null", b"<html></html>", b'{"nodes": []}', b"[" * 100_000, b"\xff\xfe{\0"]
)
def test_what_is_no_graph_is_a_named_problem(desk: Desk, content: bytes) -> None:
    desk.graph.write_bytes(content)
    done = desk.cdui("validate", str(desk.graph), "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["issues"]
    assert done.stderr == ""


@pytest.mark.parametrize("kind", ["missing", "folder", "line break in the name"])
def test_what_cannot_be_read_exits_2(desk: Desk, kind: str) -> None:
    path = desk.root / "x"
    if kind == "folder":
        path.mkdir()
    name = str(path) + ("\n" if kind == "line break in the name" else "")
    done = desk.cdui("validate", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cdui: ")
    assert "Traceback" not in done.stderr


def test_a_binary_file_is_named_and_exits_2(desk: Desk) -> None:
    desk.graph.write_bytes(b"\x7fELF\0\0\0\0")
    done = desk.cdui("validate", str(desk.graph))
    assert (done.returncode, done.stderr) == (2, "")
    assert "[json_binary]" in done.stdout


def test_problems_come_in_the_users_language(desk: Desk) -> None:
    desk.graph.write_text(json.dumps(_with("two problems")))
    done = desk.cdui("validate", str(desk.graph), extra={"CODEFYUI_LANG": "zh-TW"})
    assert "節點 src" in done.stdout
    assert "個問題" in done.stdout
