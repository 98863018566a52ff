"""Recorded runs behind real HTTP: nodes that give any value a test names, and a control plane that executes them."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec
from app.engine.node import Node
from app.engine.registry import Registry, discover
from app.engine.stores import Stores
from app.runs.executors.inprocess import InProcessExecutor
from tests.support import plane, runs
from tests.support.mock_nodes import WORDS

if TYPE_CHECKING:
    import threading
    from collections.abc import AsyncIterator, Callable, Mapping
    from pathlib import Path

    from app.engine.context import NodeContext
    from app.engine.stores import StoreLimits

VALUES: dict[str, Callable[[], Any]] = {}
"""What a Give gives, by its param `name`; a test puts in what it needs."""

GATES: dict[str, tuple[threading.Event, threading.Event]] = {}
"""Gate's param `name` -> (set when it is reached, what it waits for)."""

_NAME = ParamSpec("name", ParamType.STRING, "", WORDS)
_IN = PortSpec("value", DataType.ANY, WORDS, optional=True)
_OUT = PortSpec("out", DataType.ANY, WORDS)


class Give(Node):
    """Gives a value of VALUES."""

    SPEC = NodeSpec("Give", "Test", WORDS, "給", (_IN,), (_OUT,), (_NAME,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Called once a run."""
        return {"out": VALUES[params["name"]]()}


class Gate(Node):
    """Waits until the test opens it."""

    SPEC = NodeSpec("Gate", "Test", WORDS, "閘", (_IN,), (_OUT,), (_NAME,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Gives what it got."""
        reached, opened = GATES[params["name"]]
        reached.set()
        assert opened.wait(30)
        return {"out": inputs.get("value")}


class Tell(Node):
    """Tells two steps of its work."""

    SPEC = NodeSpec("Tell", "Test", WORDS, "說明", (_IN,), (_OUT,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """A step with scalars and a tensor, and one with its name alone."""
        import torch

        first = {
            "name": "scores",
            "description": "before the softmax",
            "scalars": {"scale": 0.5, "odd": float("nan")},
            "tensors": {"scores": torch.arange(4.0)},
        }
        return {"out": 1, "__steps__": [first, {"name": "done"}]}


_BUILTIN = discover()
REGISTRY = Registry(
    {
        **{name: _BUILTIN.node_class(name) for name in _BUILTIN.catalog},
        **{cls.SPEC.name: cls for cls in (Give, Gate, Tell)},
    }
)


def graph(**nodes: tuple[str, dict[str, Any]] | str) -> dict[str, Any]:
    """A graph of nodes that are all triggered. nodes: id -> the name of a Give's value, or (type, params)."""
    made: list[dict[str, Any]] = [{"id": "go", "type": "Start", "data": {"params": {}}}]
    edges: list[dict[str, Any]] = []
    for node_id, what in nodes.items():
        kind, params = ("Give", {"name": what}) if isinstance(what, str) else what
        made.append({"id": node_id, "type": kind, "data": {"params": params}})
        edges.append({"id": f"t-{node_id}", "source": "go", "target": node_id, "sourceHandle": "trigger",
                      "targetHandle": "", "type": "trigger"})  # fmt: skip
    return {"name": "recorded", "nodes": made, "edges": edges}


def wire(source: str, target: str, port: str = "value", source_port: str = "out") -> dict[str, Any]:
    """An edge between two nodes."""
    return {"id": f"{source}-{target}", "source": source, "target": target, "sourceHandle": source_port,
            "targetHandle": port, "type": "data"}  # fmt: skip


@asynccontextmanager
async def inspected(
    root: Path, limits: StoreLimits | None = None, **config: Any
) -> AsyncIterator[tuple[plane.Client, Stores]]:
    """A control plane on a real database whose runs execute in this process; its client, and its stores."""
    stores = Stores(limits)
    executor = InProcessExecutor(REGISTRY, stores)
    try:
        async with runs.serving(root, executor, REGISTRY, **config) as service:
            services = plane.make(root, runs=service, catalog=REGISTRY.catalog)
            async with plane.serving(services) as client:
                yield client, stores
    finally:
        executor.close()


async def run(client: plane.Client, document: dict[str, Any], **options: Any) -> str:
    """Submit and wait for the end; answers the id."""
    run_id = await submit(client, document, **options)
    await ended(client, run_id)
    return run_id


async def submit(client: plane.Client, document: dict[str, Any], **options: Any) -> str:
    """Submit a run that records unless told otherwise."""
    options = {"record_outputs": True, **options}
    reply = await client.post("/api/runs", {"graph": document, "options": options})
    assert reply.status == 200, reply.body
    return str(reply.json["run_id"])


async def ended(client: plane.Client, run_id: str) -> list[dict[str, Any]]:
    """Wait for the end; answers the events."""
    seen: list[dict[str, Any]] = []
    while True:
        page = (await client.get(f"/api/runs/{run_id}/events?cursor={len(seen)}&wait=30")).json
        seen += page["events"]
        if not page["active"] and not page["events"]:
            return seen
