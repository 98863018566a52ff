"""A canvas as tests have one: a WebSocket to a real server, its frames one by one, and everything it was ever told."""

from __future__ import annotations

import asyncio
import functools
import json
import operator
import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import aiohttp
from pydantic import Discriminator, TypeAdapter

from app.api.socket_frames import FRAMES
from app.core.vocab.nodespec import NodeSpec, ParamSpec, ParamType
from app.engine.node import Node
from app.engine.registry import Registry, discover
from app.runs.executors.inprocess import InProcessExecutor
from tests.support import plane, runs
from tests.support.canvas import OUT, PORTS, Drawn, Sum
from tests.support.mock_nodes import WORDS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Mapping
    from pathlib import Path

    from app.api.keys import Services
    from app.engine.context import NodeContext
    from app.runs.executors.base import Executor
    from tests.support.plane import Client

WAIT_S = 20.0
"""Far above what any frame takes: only a hang reaches it."""

LAST = ("execution_complete", "execution_error", "execution_stopped")


class Canvas:
    """One open socket. told: every frame so far."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.told: list[dict[str, Any]] = []

    async def say(self, action: str, **fields: Any) -> None:
        """Send one action."""
        await self.socket.send_str(json.dumps({"action": action, **fields}))

    async def next(self) -> dict[str, Any]:
        """The next frame; fails when the socket closes instead."""
        async with asyncio.timeout(WAIT_S):
            message = await self.socket.receive()
        assert message.type is aiohttp.WSMsgType.TEXT, (message.type, message.data, message.extra, self.told[-3:])
        frame: dict[str, Any] = json.loads(message.data, object_pairs_hook=_once, parse_constant=_refuse)
        _DOCUMENTED.validate_python(frame)  # whatever a test is about
        self.told.append(frame)
        return frame

    async def ask(self, action: str, **fields: Any) -> dict[str, Any]:
        """Send an action and take the next frame as its answer."""
        await self.say(action, **fields)
        return await self.next()

    async def until(self, *types: str) -> list[dict[str, Any]]:
        """Frames up to the first of one of these types, it included."""
        frames = [await self.next()]
        while frames[-1]["type"] not in types:
            frames.append(await self.next())
        return frames

    async def run(self, graph: dict[str, Any], **fields: Any) -> list[dict[str, Any]]:
        """Execute a graph and follow it to its end: `attached` and every event."""
        await self.say("execute", **graph, **fields)
        return await self.until(*LAST)

    async def closed(self) -> int:
        """The close code; fails when a frame comes first."""
        async with asyncio.timeout(WAIT_S):
            message = await self.socket.receive()
        assert message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED), (message.type, message.data)
        assert self.socket.close_code is not None
        return self.socket.close_code


_FRAME: Any = Annotated[functools.reduce(operator.or_, FRAMES), Discriminator("type")]
_DOCUMENTED: TypeAdapter[Any] = TypeAdapter(_FRAME)
"""What the socket says is what the OpenAPI document says that it does."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    assert len(found) == len(pairs), f"a key stands twice: {[key for key, _ in pairs]}"
    return found


def _refuse(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


def events(frames: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those frames that are of a run's log."""
    return [frame for frame in frames if "cursor" in frame and frame["type"] != "attached"]


def statuses(frames: Iterable[dict[str, Any]]) -> dict[str, str]:
    """node -> the last status told of it."""
    return {frame["node_id"]: frame["status"] for frame in frames if frame["type"] == "node_status"}


_VALUE = ParamSpec("value", ParamType.FLOAT, 0.0, WORDS)


class Add(Sum):
    """The sum of its inputs and of its param `value`; cached."""

    SPEC = NodeSpec("Add", "Test", WORDS, "加", PORTS, (OUT,), (_VALUE,))


class Fresh(Sum):
    """The same, never cached."""

    SPEC = NodeSpec("Fresh", "Test", WORDS, "不保留", PORTS, (OUT,), (_VALUE,), cacheable=False)


class Gate(Node):
    """Runs until the test opens it or the run is asked to stop; `entered` tells that it has begun."""

    SPEC = NodeSpec("Gate", "Test", WORDS, "閘門", PORTS, (OUT,), cacheable=False)
    entered: ClassVar[threading.Event]
    opened: ClassVar[threading.Event]

    @classmethod
    def reset(cls) -> None:
        """Shut it again."""
        cls.entered, cls.opened = threading.Event(), threading.Event()

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """See Node."""
        del inputs, params
        self.entered.set()
        while not (self.opened.wait(0.002) or context.cancelled):
            pass
        return {"out": 1}


class Chatty(Node):
    """Reports progress `value` times."""

    SPEC = NodeSpec("Chatty", "Test", WORDS, "多話", PORTS, (OUT,), (_VALUE,), cacheable=False)

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """See Node."""
        del inputs
        for at in range(int(params["value"])):
            context.progress({"event": "tick", "at": at})
        return {"out": 1}


CANVAS = Registry(
    {**{cls.SPEC.name: cls for cls in (Add, Fresh, Drawn, Gate, Chatty)}, "Start": discover().node_class("Start")}
)
"""Start, and node types that a test steers."""


class Served:
    """A served control plane with a real run service. services: what its routes stand on."""

    def __init__(self, client: Client, services: Services) -> None:
        self.client = client
        self.services = services
        self.runs = services.runs

    @asynccontextmanager
    async def canvas(self, query: str = f"?token={plane.TOKEN}", **more: Any) -> AsyncIterator[Canvas]:
        """An open socket, by default with the token."""
        url = self.client.server.url + "/ws/execution" + query
        async with self.client.session.ws_connect(url, max_msg_size=0, **more) as socket:
            yield Canvas(socket)


@asynccontextmanager
async def served(
    root: Path,
    registry: Registry = CANVAS,
    executor: Executor | None = None,
    services: dict[str, Any] | None = None,
    **config: Any,
) -> AsyncIterator[Served]:
    """A server whose runs execute in this process, with these node types. config: of the run service."""
    executor = executor or InProcessExecutor(registry)
    try:
        async with runs.serving(root, executor, registry, **config) as service:
            made = plane.make(root, runs=service, **(services or {}))
            async with plane.serving(made) as client:
                yield Served(client, made)
    finally:
        executor.close()
