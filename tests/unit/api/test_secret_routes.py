"""GET, PUT and DELETE of remembered secrets: names go out, values only come in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from keyring.errors import NoKeyringError

from app.api.routes import graph_export
from app.core.vocab.nodespec import NodeSpec, ParamSpec, ParamType, Text
from app.export.exporter import Exported
from app.vault.keyring_store import KeyringStore
from app.vault.secret import MAX_VALUE_BYTES
from app.vault.secrets import Secrets
from tests.support.clock import ManualClock
from tests.support.plane import CATALOG, make, serving
from tests.support.secret_stores import FakeBackend, finder

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.graph.prepared import PreparedGraph

VALUE = "hunter-two-節"
ENTRY = {"scope": "params", "name": "LLMChat.key", "updated_at": "2026-01-01T00:00:00.000+00:00", "available": True}


def _services(folder: Path, backend: FakeBackend | None = None) -> Any:
    open_ = finder(backend or FakeBackend())
    secrets = Secrets(folder, "auto", ManualClock(), lambda index: KeyringStore.open(index, open_))
    return make(folder, secrets=secrets)


async def test_a_value_is_remembered_listed_and_forgotten_and_never_answered(tmp_path: Path) -> None:
    async with serving(_services(tmp_path)) as client:
        answers = [
            await client.ask("PUT", "/api/secrets/params/LLMChat.key", json={"value": VALUE}),
            await client.get("/api/secrets/params/LLMChat.key"),
            await client.get("/api/secrets"),
            await client.ask("DELETE", "/api/secrets/params/LLMChat.key"),
            await client.get("/api/secrets/params/LLMChat.key"),
            await client.ask("DELETE", "/api/secrets/params/LLMChat.key"),
        ]
    assert [answer.status for answer in answers] == [200, 200, 200, 200, 404, 404]
    assert answers[0].json == answers[1].json == ENTRY
    assert answers[2].json == {"store": "keyring", "why": None, "entries": [ENTRY]}
    assert answers[3].json == {"scope": "params", "name": "LLMChat.key", "deleted": True}
    assert [answer.code for answer in answers[4:]] == ["secret_not_found", "secret_not_found"]
    assert [answer for answer in answers if b"hunter" in answer.body] == []


async def test_changing_needs_the_token(tmp_path: Path) -> None:
    async with serving(_services(tmp_path)) as client:
        for method in ("PUT", "DELETE"):
            reply = await client.ask(method, "/api/secrets/params/a", token=None, json={"value": "x"})
            assert (reply.status, reply.code) == (403, "token_missing")


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("Params/a", {"value": VALUE}, 400, "bad_secret_name"),
        ("params/" + "x" * 301, {"value": VALUE}, 400, "bad_secret_name"),
        ("params/a%00", {"value": VALUE}, 400, "bad_secret_name"),
        ("params/a", {"value": ""}, 400, "secret_empty"),
        ("params/a", {"value": "é" * MAX_VALUE_BYTES}, 400, "secret_too_long"),
        ("params/a", {"value": "x" * (MAX_VALUE_BYTES + 1)}, 422, "invalid_request"),
        ("params/a", {"value": [VALUE]}, 422, "invalid_request"),
        ("params/a", {"value": VALUE, "more": VALUE}, 422, "invalid_request"),
        ("params/a", VALUE, 422, "invalid_request"),
    ],
)
async def test_refusals_do_not_repeat_what_was_sent(
    tmp_path: Path, path: str, body: Any, status: int, code: str
) -> None:
    async with serving(_services(tmp_path)) as client:
        reply = await client.ask("PUT", f"/api/secrets/{path}", json=body)
        assert (reply.status, reply.code) == (status, code)
        assert b"hunter" not in reply.body
        assert (await client.get("/api/secrets")).json["entries"] == []


async def test_what_is_no_json_is_not_repeated_either(tmp_path: Path) -> None:
    async with serving(_services(tmp_path)) as client:
        reply = await client.ask("PUT", "/api/secrets/params/a", data=b'{"value": "hunter-two"')
        assert (reply.status, b"hunter" in reply.body) == (400, False)


async def test_names_of_any_script_and_slashes(tmp_path: Path) -> None:
    scope, name = "graph:圖 a/b", "card/inner.鍵"
    async with serving(_services(tmp_path)) as client:
        path = f"/api/secrets/{quote(scope, safe='')}/{quote(name, safe='')}"
        assert (await client.ask("PUT", path, json={"value": VALUE})).json["name"] == name
        (entry,) = (await client.get("/api/secrets")).json["entries"]
        assert (entry["scope"], entry["name"]) == (scope, name)
        assert (await client.ask("DELETE", path)).status == 200


async def test_the_list_says_where_values_are_and_why_in_both_languages(tmp_path: Path) -> None:
    backend = FakeBackend()
    backend.fail = NoKeyringError("none")
    async with serving(_services(tmp_path, backend)) as client:
        english = (await client.get("/api/secrets")).json
        chinese = (await client.get("/api/secrets?lang=zh-TW")).json
    assert (english["store"], english["why"]["code"]) == ("memory", "keyring_absent")
    assert "CODEFYUI_SECRETS_STORE=file" in english["why"]["text"]
    assert "記憶體" in chinese["why"]["text"]


async def test_a_store_that_fails_is_a_coded_503(tmp_path: Path) -> None:
    backend = FakeBackend()
    async with serving(_services(tmp_path, backend)) as client:
        assert (await client.get("/api/secrets")).json["store"] == "keyring"
        backend.fail = ConnectionResetError(VALUE)
        reply = await client.ask("PUT", "/api/secrets/params/a", json={"value": VALUE})
    assert (reply.status, reply.code, b"hunter" in reply.body) == (503, "secrets_store_failed", False)


_KEY = ParamSpec("key", ParamType.SECRET, "", Text("Its key.", "其鍵。"))
_KEYED = NodeSpec("Keyed", "Test", Text("Has a key.", "有鍵。"), "鍵", params=(_KEY,))


def _document(key: Any) -> dict[str, Any]:
    nodes = [
        {"id": "go", "type": "Start", "data": {"params": {}}},
        {"id": "k", "type": "Keyed", "data": {"params": {"key": key}}},
    ]
    edge = {"id": "e", "source": "go", "target": "k", "sourceHandle": "trigger", "targetHandle": "", "type": "trigger"}
    return {"name": "g", "nodes": nodes, "edges": [edge]}


async def test_a_script_is_written_from_a_graph_without_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[PreparedGraph] = []

    def export(graph: PreparedGraph, *more: Any) -> Exported:
        seen.append(graph)
        return Exported("pass\n")

    monkeypatch.setattr(graph_export, "export", export)
    services = make(tmp_path, catalog={**CATALOG, "Keyed": _KEYED})
    async with serving(services) as client:
        assert (await client.post("/api/graph/export", _document(VALUE))).status == 200
    assert [node.params for graph in seen for node in graph.nodes] == [{"key": ""}]


@pytest.mark.parametrize("given", [20260101123456, ["hunter-two"], {"hunter-two": 1}, True])
async def test_a_secret_of_the_wrong_type_is_not_repeated_in_the_verdict(tmp_path: Path, given: Any) -> None:
    services = make(tmp_path, catalog={**CATALOG, "Keyed": _KEYED})
    async with serving(services) as client:
        verdict = (await client.post("/api/graph/validate", _document(given))).json
    (issue,) = verdict["issues"]
    assert (issue["code"], issue["params"]["given"]) == ("param_wrong_type", "***")
    assert "hunter" not in json.dumps(verdict)
    assert "2026" not in json.dumps(verdict)
