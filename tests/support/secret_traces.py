"""Looks for a value in everything a server wrote, said or answers: files, GET routes, its own output."""

from __future__ import annotations

import http.client
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from app.api.routes import ROUTES
from tests.support.server_process import WAIT_S

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.support.server_process import Running

TELLER = '''"""Teller: has a secret param, and tells it in every way a careless node might."""

import logging

from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.engine.node import Node
from app.engine.sinks import MetricPoint

KEY = Text("Its key.", "其鍵。")


class Client:
    """Keeps a key, and says so."""

    def __init__(self, key):
        self.key = key

    def __repr__(self):
        return "Client(key=%r, raw=%r)" % (self.key, self.key.encode())


class Teller(Node):
    """See above."""

    SPEC = NodeSpec(
        name="Teller",
        category="Own nodes",
        description=Text("Tells its key.", "說出其鍵。"),
        title_zh_tw="說話者",
        outputs=tuple(PortSpec(port, DataType.ANY, KEY) for port in ("out", "raw", "client", "halves", "deep")),
        params=(ParamSpec("key", ParamType.SECRET, "", KEY), ParamSpec("how", ParamType.STRING, "", KEY)),
    )

    def execute(self, inputs, params, context):
        """See above."""
        key = params["key"]
        print("printed", key)
        logging.getLogger("mine").warning("logged %s", key)
        context.progress({"event": "epoch", "epoch": 1, "note": key})
        context.run.sinks.record_metrics([MetricPoint("of " + key, 1.0, 0, context.node_id)])
        if params["how"] == "raise":
            raise ValueError("raised " + key)
        client = Client(key)
        raw = key.encode()
        step = {"name": raw, "description": client, "scalars": {"key": raw, client: 1}, "tensors": {"raw": raw, raw: 1}}
        return {
            "out": [key, "length %d" % len(key)],
            "raw": raw,
            "client": client,
            "halves": [key[:6], key[6:]],
            "deep": {"a": [bytearray(raw), {key}, client, ("x", raw)]},
            "__log__": "said " + key,
            "__steps__": [step],
        }
'''


def get(server: Running, path: str) -> tuple[int, bytes]:
    """(status, body) of a GET, whatever the body is."""
    at = urlsplit(server.info["url"])
    link = http.client.HTTPConnection(at.hostname or "", at.port, timeout=WAIT_S)
    try:
        link.request("GET", path)
        reply = link.getresponse()
        return reply.status, reply.read()
    finally:
        link.close()


def answers(server: Running, names: Mapping[str, list[str]]) -> Iterator[tuple[str, int, bytes]]:
    """(path, status, body) of every GET route, with each of the names that fit the parts of its path."""
    for route in ROUTES:
        if route.method == "GET" and not route.path.startswith("/ws/"):
            for path in _paths(route.path, names):
                yield path, *get(server, path)


def _paths(pattern: str, names: Mapping[str, list[str]]) -> Iterator[str]:
    before, brace, rest = pattern.partition("{")
    if not brace:
        yield pattern
        return
    name, _, after = rest.partition("}")
    for value in names.get(name, ["x"]):
        yield from _paths(before + quote(value, safe="") + after, names)


def files_with(root: Path, text: str) -> list[str]:
    """Files below a folder that hold the text, as UTF-8 or as JSON escapes it; the database and its WAL too."""
    forms = {text.encode(), json.dumps(text)[1:-1].encode()}
    found = [path for path in root.rglob("*") if path.is_file() and not path.is_symlink()]
    return sorted(str(path.relative_to(root)) for path in found if any(form in path.read_bytes() for form in forms))


def followed(server: Running, run_id: str) -> list[dict[str, Any]]:
    """Every event of a run, up to its last."""
    events: list[dict[str, Any]] = []
    cursor = 0
    while True:
        _, page = server.ask("GET", f"/api/runs/{run_id}/events?cursor={cursor}&wait=20")
        events += page["events"]
        cursor = page["cursor"]
        if not page["active"] and not page["events"]:
            return events
