"""schemathesis against a server in a process of its own that has something behind every name of the document."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.support.fuzz_reach import KNOWN
from tests.support.graphs import graph, node
from tests.support.server_process import REPO, WAIT_S

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.support.server_process import Running

RUN = graph(
    [
        node("go", "Start"),
        node("n", "GraphInput", name="n", type="number", required=False, default="3"),
        node("t", "TensorCreate", shape="2,3", fill="ones"),
        node("x2", "ScalarMultiply", scalar=2.0),
        node("say", "Print", label="twice"),
        node("out", "GraphOutput", name="twice"),
        node("grey", "ImageReader", path="data/samples/stripes/flat-1.png"),
        node("file", "ImageWriter", path="grey.png"),
    ],
    "go > n", "go > t", "go > grey", "grey.image > file.image", "t.tensor > x2.tensor", "x2.tensor > say.value",
    "x2.tensor > out.value", name="f", settings={"device": "cpu"},
)  # fmt: skip
PHASES = ("examples", "coverage", "fuzzing", "stateful")
"""Those of schemathesis: one by one what operations take, then walks along the links between them."""

_PYTHON = b"X = 1\n"
RENAMED = ("first", "second", "third")
FILES = {
    "models": {"kept.bin": bytes(300), "doomed.bin": bytes(300)},
    "images": {"kept.png": b"\x89PNG\r\n\x1a\n" + bytes(50), "doomed.png": b"no picture"},
    "files": {"kept.csv": b"a,b\r\n1,2\r\n", "doomed.csv": b""},
    "custom-nodes": {"toggled.py": _PYTHON, "doomed.py": _PYTHON},
}

CONFIG = """\
hooks = "tests.support.fuzz_checks"
seed = {seed}
workers = 1
color = false
continue-on-failure = true
request-timeout = 15.0
max-failures = 60

[headers]
X-CodefyUI-Token = "{token}"

[generation]
max-examples = {examples}
no-shrink = true
database = "none"

[phases.stateful.generation]
max-examples = {walks}

# a request can be as documented and still ask for what cannot be; that is a 400 with its code, never a 422
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 400, 401, 403, 404, 405, 409, 412, 413, 416, 426, 429, 503]
# 304 and 412 look at headers, whose every text is documented
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 416, 421, 422, 426, 428, 503, 507]
# our own check knows the coded 5xx
[checks.not_a_server_error]
enabled = false
# a fixed path such as /api/graph/list also fits a template, whose methods it takes too: see our own check
[checks.allow_header_conformance]
enabled = false

# it takes the token out of the case, which the configuration puts in again for every request
[checks.missing_required_header]
enabled = false

# its document says so of inputs that the graph does not take, and of runs that fail
[[operations]]
include-path = "/api/graph/run/{{name}}"
[operations.checks.positive_data_acceptance]
expected-statuses = ["2xx", 403, 404, 409, 413, 422, 500, 503]
"""


@dataclass(frozen=True)
class Verdict:
    """report: schemathesis's own summary as JSON. said: what it would have told on a terminal."""

    report: Mapping[str, Any]
    said: str

    @property
    def cases(self) -> int:
        """Requests that were made and judged."""
        return int(self.report["test_cases"]["generated"])


def seed(server: Running) -> dict[str, Any]:
    """Put something behind every kind of name, and say what is where for `tests.support.fuzz_reach`."""
    for title in ("f", "to delete", "put", *RENAMED):
        _ok(server.ask("POST", "/api/graph/save", {**RUN, "name": title}))
    for kind, names in FILES.items():
        for name, content in names.items():
            _upload(server, kind, name, content)
    media = server.home / "data" / "media"
    (media / "clip.mp4").write_bytes(bytes(1000))
    for name in ("kept", "to delete"):
        _ok(server.ask("PUT", f"/api/secrets/params/{name.replace(' ', '%20')}", {"value": "a value"}))
    recorded = _run(server, RUN, {"record_outputs": True})
    trained = _run(server, _training(server), {})
    doomed = [_run(server, RUN, {"record_outputs": True}) for _ in range(4)]
    artifact = _ok(server.ask("GET", f"/api/runs/{recorded}/artifacts"))["artifacts"][0]["id"]
    there = {
        "/api/execution/outputs/": {"run_id": recorded, "node_id": "x2", "port": "tensor"},
        "/api/runs/{run_id}/metrics": {"run_id": trained},
        "/api/runs/": {"run_id": recorded, "artifact_id": str(artifact)},
        "/api/nodes/": {"name": "Conv2d"},
        "/api/presets/": {"name": "Stripe direction"},
        "/api/secrets/": {"scope": "params", "name": "kept"},
        "/api/models/": {"name": "kept.bin"},
        "/api/images/": {"name": "kept.png"},
        "/api/files/": {"name": "kept.csv"},
        "/api/media/": {"name": "clip.mp4"},
        "/api/graph/{name}/versions": {"name": "f", "revision": "1"},
        "/api/graph/{name}": {"name": "put"},
        "/api/graph/": {"name": "f"},
    }
    gone = {
        "/api/runs/{run_id}": {"run_id": doomed},
        "/api/runs/{run_id}/cancel": {"run_id": [recorded]},
        "/api/execution/outputs/{run_id}": {"run_id": doomed[-1:]},
        "/api/secrets/{scope}/{name}": {"scope": ["params"], "name": ["to delete"]},
        "/api/graph/{name}": {"name": ["to delete"]},
        "/api/custom-nodes/{filename}": {"filename": ["doomed.py"]},
        **{
            f"/api/{kind}/{{name}}": {"name": [n for n in names if n.startswith("doomed")]}
            for kind, names in FILES.items()
        },
    }
    return {
        "there": there,
        "doomed": gone,
        "graph": RUN,
        "runs": [recorded],
        "kept": [
            "f",
            recorded,
            trained,
            *(name for names in FILES.values() for name in names if name.startswith("kept")),
        ],
        "renamed": list(RENAMED),
        "deleted": [_run(server, RUN, {}) for _ in range(3)],
        "toggled": "toggled.py.disabled",
    }


def _training(server: Running) -> dict[str, Any]:
    document: dict[str, Any] = _ok(server.ask("GET", "/api/examples/load?path=iris-mlp.json"))
    for one in document["nodes"]:
        if one["type"] == "TrainingLoop":
            one["data"]["params"]["epochs"] = 2
    return document


def _ok(reply: tuple[int, Any]) -> Any:
    assert reply[0] == 200, reply
    return reply[1]


def _run(server: Running, document: Any, options: dict[str, Any]) -> str:
    asked = {"graph": document, "options": {"device": "cpu", **options}}
    run_id = str(_ok(server.ask("POST", "/api/runs", asked))["run_id"])
    cursor, active = 0, True
    while active:
        page = _ok(server.ask("GET", f"/api/runs/{run_id}/events?cursor={cursor}&wait=30"))
        cursor, active = page["cursor"], page["active"]
    assert page["status"] == "succeeded", page
    return run_id


def _upload(server: Running, kind: str, name: str, content: bytes) -> None:
    mark = uuid.uuid4().hex.encode()
    head = f'Content-Disposition: form-data; name="file"; filename="{name}"'.encode()
    body = b"--" + mark + b"\r\n" + head + b"\r\n\r\n" + content + b"\r\n--" + mark + b"--\r\n"
    at = urlsplit(server.info["url"])
    link = http.client.HTTPConnection(at.hostname or "", at.port, timeout=WAIT_S)
    try:
        token = (server.home / "session.token").read_text()
        kind_of_body = f"multipart/form-data; boundary={mark.decode()}"
        headers = {"X-CodefyUI-Token": token, "Content-Type": kind_of_body}
        link.request("POST", f"/api/{kind}/upload", body, headers)
        reply = link.getresponse()
        assert reply.status == 200, reply.read()
    finally:
        link.close()


def fuzz(
    server: Running, folder: Path, *, examples: int, walks: int, seed_of_cases: int, phases: tuple[str, ...] = PHASES
) -> Verdict:
    """Try every operation of the document. examples: per operation and phase, at most; walks: rows of linked calls.

    folder: of its own for each that goes on at the same time.
    """
    folder.mkdir(exist_ok=True)
    (folder / "known.json").write_text(json.dumps(seed(server)))
    token = (server.home / "session.token").read_text()
    config = CONFIG.format(seed=seed_of_cases, token=token, examples=examples, walks=walks)
    (folder / "schemathesis.toml").write_text(config)
    report = folder / "report.json"
    arguments = ["--config-file", str(folder / "schemathesis.toml"), "run", f"{server.info['url']}/openapi.json"]
    arguments += ["--phases", ",".join(phases)]
    done = subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", *arguments, "--report-json-path", str(report)],
        cwd=folder,  # it keeps notes where it runs
        env={
            **os.environ,
            "PYTHONPATH": str(REPO),
            "OMP_NUM_THREADS": "1",
            "COLUMNS": "120",
            KNOWN: str(folder / "known.json"),
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert report.exists(), done.stdout[-8000:]
    return Verdict(json.loads(report.read_text()), done.stdout)
