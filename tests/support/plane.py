"""A serving control plane over fakes, for tests of the HTTP face: real sockets, real guards, no engine."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import aiohttp

from app.aio.clock import SystemClock
from app.api.keys import Limits, Services
from app.api.routes import ROUTES
from app.api.server import HttpServer
from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.engine.live import LiveRegistry
from app.engine.registry import Registry
from app.library.custom_nodes import CustomNodes
from app.library.examples import Examples
from app.library.graphs import GraphStore
from app.library.presets import PresetStore
from app.settings import Settings
from app.vault.keyring_store import KeyringStore
from app.vault.secrets import Secrets
from tests.support.fake_runs import FakeRuns

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from pathlib import Path

    from app.runs.service import RunService

TOKEN = "t" * 43
BOOT_ID = "b" * 32

CATALOG = {
    "Add": NodeSpec(
        name="Add",
        category="Tensor",
        description=Text("Adds two tensors.", "將兩個張量相加。"),
        title_zh_tw="相加",
        inputs=(PortSpec("a", DataType.TENSOR, Text("First.", "第一個。")),),
        outputs=(PortSpec("sum", DataType.TENSOR, Text("The sum.", "總和。")),),
        params=(ParamSpec("alpha", ParamType.FLOAT, 1.0, Text("Factor.", "倍數。"), min_value=0.0),),
    ),
    "Start": NodeSpec("Start", "Control", Text("Where a run begins.", "執行的起點。"), "開始"),
}


class Presets(PresetStore):
    """A folder of presets, and one that is always there."""

    def __call__(self) -> Mapping[str, Mapping[str, Any]]:
        """Definitions by name."""
        return {"Block": {"name": "Block", "nodes": []}, **super().__call__()}


def make(folder: Path, runs: RunService | None = None, **changes: Any) -> Services:
    """Services over fakes; `changes` replace fields."""
    made = Services(
        settings=Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(folder)}),
        runs=runs or FakeRuns(),
        catalog=CATALOG,
        graphs=GraphStore(folder / "graphs"),
        examples=Examples(folder / "examples"),
        secrets=Secrets(folder, "memory", SystemClock(), KeyringStore.open),
        custom=CustomNodes(folder / "custom_nodes", LiveRegistry(Registry({}))),
        presets=Presets(folder / "presets"),
        devices=lambda lang: {
            "default": "cpu",
            "devices": [{"value": "cpu", "label": "CPU", "detail": "", "available": True}],
        },
        token=TOKEN,
        version="0.1.0",
        boot_id=BOOT_ID,
        download_folders=(folder,),
        limits=Limits(),
    )
    return replace(made, **changes)


@dataclass
class Reply:
    """A response that was read to its end. json: None when it is no JSON."""

    status: int
    headers: Any
    body: bytes

    @property
    def json(self) -> Any:
        """The body, read as strictly as a browser would."""
        return json.loads(self.body, parse_constant=_refuse)

    @property
    def code(self) -> str:
        """The code of a refusal."""
        return str(self.json["detail"]["code"])


def _refuse(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


class Client:
    """Speaks to one server and checks each JSON answer against the model of its route."""

    def __init__(self, server: HttpServer, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.session = session

    async def ask(self, method: str, path: str, token: str | None = TOKEN, **more: Any) -> Reply:
        """Send one request, by default with the session token."""
        headers = {**({"X-CodefyUI-Token": token} if token else {}), **more.pop("headers", {})}
        async with self.session.request(method, self.server.url + path, headers=headers, **more) as response:
            reply = Reply(response.status, response.headers, await response.read())
        if reply.status >= 400 and reply.status not in (403, 421) and _has_envelope(method, path):
            check_answer(method, path, reply.json)
        elif reply.status >= 400 and reply.body and "json" in reply.headers["Content-Type"]:
            assert set(reply.json["detail"]) == {"code", "params", "text"}, reply.json
            assert set(reply.json) <= {"detail", "problems"}, reply.json
        elif reply.body and "json" in reply.headers["Content-Type"]:
            check_answer(method, path, reply.json)
        return reply

    async def get(self, path: str, **more: Any) -> Reply:
        """GET, without a token."""
        return await self.ask("GET", path, token=None, **more)

    async def post(self, path: str, json: Any = None, **more: Any) -> Reply:
        """POST with the token."""
        return await self.ask("POST", path, json=json, **more)


def _has_envelope(method: str, path: str) -> bool:
    """True for routes whose refusals are of the shape of their answers."""
    return any(r.method == method and r.refuse is not None and fits(r.path, path.partition("?")[0]) for r in ROUTES)


def check_answer(method: str, path: str, value: Any) -> None:
    """Fail unless the value is what the route's model says."""
    for route in ROUTES:
        if route.method == method and route.answer is not None and fits(route.path, path.partition("?")[0]):
            for item in value if route.answer_is_list else [value]:
                route.answer.model_validate(item, strict=True)
            return


def fits(pattern: str, path: str) -> bool:
    """True when a concrete path is of the pattern; fixed parts win over named ones by order of declaration."""
    parts, given = pattern.split("/"), path.split("/")
    return len(parts) == len(given) and all(p.startswith("{") or p == g for p, g in zip(parts, given, strict=True))


@asynccontextmanager
async def serving(services: Services) -> AsyncIterator[Client]:
    """The services behind a socket on a free port of 127.0.0.1."""
    server = HttpServer(services)
    await server.start("127.0.0.1", 0)
    try:
        async with aiohttp.ClientSession(auto_decompress=False) as session:
            yield Client(server, session)
    finally:
        await server.stop()
